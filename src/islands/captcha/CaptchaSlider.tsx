import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  type BackgroundWork,
  startBackgroundWork,
  submitPuzzle,
} from '#client/captcha/builtin-captcha.ts';
import type { CaptchaPrompt } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import {
  MAX_TRACK_POINTS,
  PIECE_SIZE,
  PUZZLE_HEIGHT,
  PUZZLE_WIDTH,
} from '#contracts/captcha-rules.ts';
import type { TrackPoint } from '#contracts/wire/captcha.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The range of the piece, in units of the picture. */
export const PIECE_TRAVEL = PUZZLE_WIDTH - PIECE_SIZE;

interface DragState {
  pointer: number;
  began: number;
  x: number;
  y: number;
  track: TrackPoint[];
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Drops every second point of a track that exceeds the limit. */
const thinOut = (track: TrackPoint[]): TrackPoint[] =>
  track.length < MAX_TRACK_POINTS - 1 ? track : track.filter((_, index) => index % 2 === 0);

/** The handle, dragged by mouse, pen or touch. `onDrop` gets the final position and the track. */
function useDrag(
  rail: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (x: number, track: TrackPoint[]) => void,
) {
  const drag = useRef<DragState>(undefined);
  /** From 0 (left) to 1 (right). */
  const [at, setAt] = useState(0);

  function handleShare(event: PointerEvent<HTMLElement>, { x }: DragState): number {
    const way = (rail.current?.clientWidth ?? 0) - event.currentTarget.offsetWidth;
    return way > 0 ? Math.min(1, Math.max(0, (event.clientX - x) / way)) : 0;
  }

  function recordPoint(event: PointerEvent<HTMLElement>, now: DragState): number {
    const share = handleShare(event, now);
    now.track = [
      ...thinOut(now.track),
      [
        roundToTenth(Math.max(0, event.timeStamp - now.began)),
        roundToTenth(share * PIECE_TRAVEL),
        roundToTenth(event.clientY - now.y),
      ],
    ];
    return share;
  }

  return {
    at,
    reset: () => setAt(0),
    handle: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!enabled || drag.current || event.button !== 0) return;
        event.preventDefault(); // text isn't selected during a drag
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          pointer: event.pointerId,
          began: event.timeStamp,
          x: event.clientX,
          y: event.clientY,
          track: [[0, 0, 0]],
        };
        setAt(0);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (drag.current?.pointer === event.pointerId) setAt(recordPoint(event, drag.current));
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const now = drag.current;
        if (now?.pointer !== event.pointerId) return;
        drag.current = undefined;
        const share = recordPoint(event, now);
        setAt(share);
        if (share > 0) onDrop(roundToTenth(share * PIECE_TRAVEL), now.track);
      },
      onPointerCancel() {
        drag.current = undefined;
        setAt(0);
      },
    },
  };
}

type SliderState =
  | { step: 'ready' | 'checking' | 'done' | 'spent' | 'expired' }
  | { step: 'wrong'; left: number }
  | { step: 'failed'; failure: Failure };

const SUCCESS_SHOWN_MS = 350;

function stateAfterError(error: unknown): SliderState {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'expired') return { step: 'expired' };
  if (error.code !== 'captcha') return { step: 'failed', failure: error };
  const left = Number((error.payload as { left?: unknown } | undefined)?.left ?? 0);
  return left > 0 ? { step: 'wrong', left } : { step: 'spent' };
}

/** The picture with its gap, the piece, and the rail that moves it. */
export function CaptchaSlider({ asked, onCannot }: { asked: CaptchaPrompt; onCannot(): void }) {
  const { t } = useTexts();
  const { kind, isBuiltin, puzzle, failure: unloaded } = asked;
  const [state, setState] = useState<SliderState>({ step: 'ready' });
  const rail = useRef<HTMLDivElement>(null);
  const proofOfWork = useRef<BackgroundWork>(undefined);
  const isMovable =
    puzzle !== undefined &&
    (state.step === 'ready' ||
      state.step === 'wrong' ||
      (state.step === 'failed' && state.failure.status !== 429));
  const { at, reset, handle } = useDrag(
    rail,
    isMovable,
    (x, track) => void submitPosition(x, track),
  );
  const failure = unloaded ?? (state.step === 'failed' ? state.failure : undefined);
  const seconds = useCountdown(failure?.retryAt);

  useEffect(() => {
    if (!puzzle) return undefined;
    setState({ step: 'ready' });
    const work = startBackgroundWork(puzzle);
    proofOfWork.current = work;
    const timer = setTimeout(
      () => setState((now) => (now.step === 'done' ? now : { step: 'expired' })),
      puzzle.expires_in * 1_000,
    );
    return () => {
      clearTimeout(timer);
      work.stop();
    };
  }, [puzzle]);

  async function submitPosition(x: number, track: TrackPoint[]): Promise<void> {
    if (!puzzle || !proofOfWork.current) return;
    setState({ step: 'checking' });
    try {
      const validate = await submitPuzzle(kind, puzzle.id, x, track, proofOfWork.current);
      setState({ step: 'done' });
      await new Promise((resolve) => setTimeout(resolve, SUCCESS_SHOWN_MS));
      asked.solved(validate);
    } catch (error) {
      setState(stateAfterError(error));
      reset();
    }
  }

  function refresh(): void {
    reset();
    setState({ step: 'ready' });
    void asked.refresh();
  }

  function statusText(): string {
    if (failure?.code === 'tooMany') return seconds > 0 ? t('error.tooMany', { seconds }) : '';
    if (failure)
      return failure.isApiDown || failure.code === 'captchaAway'
        ? t('captcha.offline')
        : t(`error.${failure.code}`);
    if (state.step === 'wrong') return t('captcha.wrong', { count: state.left });
    if (!puzzle) return t('common.loading');
    return state.step === 'ready' || state.step === 'failed' ? '' : t(`captcha.${state.step}`);
  }

  const isOver = unloaded !== undefined || state.step === 'spent' || state.step === 'expired';
  const isBad =
    failure !== undefined ||
    state.step === 'wrong' ||
    state.step === 'spent' ||
    state.step === 'expired';
  const mustWait = seconds > 0;
  return (
    <>
      <div
        className="sight"
        style={
          {
            '--at': at,
            '--reach': `${(PIECE_TRAVEL / PUZZLE_WIDTH) * 100}%`,
            '--top': `${((puzzle?.y ?? 0) / PUZZLE_HEIGHT) * 100}%`,
          } as CSSProperties
        }
        data-step={state.step}
        aria-busy={!puzzle && !unloaded}
      >
        {puzzle && <img src={puzzle.picture} alt="" draggable={false} />}
        {puzzle && <img className="piece" src={puzzle.piece} alt="" draggable={false} />}
        {isOver && (
          <div className="over">
            <Button isPrimary isInactive={mustWait} onClick={refresh}>
              <Icon name="refresh" />
              {t('captcha.refresh')}
            </Button>
          </div>
        )}
      </div>
      <div
        className="rail"
        ref={rail}
        data-step={state.step}
        style={{ '--at': at } as CSSProperties}
      >
        <span aria-hidden="true">{at === 0 && isMovable ? t('captcha.hint') : ''}</span>
        <i className="grip" aria-hidden="true" data-idle={isMovable ? undefined : ''} {...handle}>
          <Icon name={state.step === 'done' ? 'check' : 'arrow'} />
        </i>
      </div>
      <p className={isBad ? 'status wrong' : 'status'} role="status">
        {statusText()}
      </p>
      {isBuiltin && (
        <div className="ways">
          <button type="button" className="link" onClick={onCannot}>
            {t('captcha.cannot')}
          </button>
          <button
            type="button"
            className="again"
            hidden={isOver}
            aria-disabled={mustWait || undefined}
            onClick={mustWait ? undefined : refresh}
          >
            <Icon name="refresh" />
            {t('captcha.refresh')}
          </button>
        </div>
      )}
    </>
  );
}
