import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '#contracts/captcha.ts';
import type { Point } from '#contracts/wire/captcha.ts';
import type { Asked } from '#stores/captcha.ts';
import { answerPuzzle, type Beside, workBeside } from '#stores/captcha-answer.ts';
import { Failure } from '#stores/failure.ts';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { REACH, useDrag } from './drag.ts';

type State =
  | { step: 'ready' | 'checking' | 'done' | 'spent' | 'expired' }
  | { step: 'wrong'; left: number }
  | { step: 'failed'; failure: Failure };

/** Milliseconds that the mark of success is seen. */
const GLANCE = 350;

function judged(error: unknown): State {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'expired') return { step: 'expired' };
  if (error.code !== 'captcha') return { step: 'failed', failure: error };
  const left = Number((error.payload as { left?: unknown } | undefined)?.left ?? 0);
  return left > 0 ? { step: 'wrong', left } : { step: 'spent' };
}

/** The picture with its gap, the piece, and the rail to move it. */
export function Slider({ asked, onCannot }: { asked: Asked; onCannot(): void }) {
  const { t } = useTexts();
  const { kind, own, puzzle, failure: unloaded } = asked;
  const [state, setState] = useState<State>({ step: 'ready' });
  const rail = useRef<HTMLDivElement>(null);
  const beside = useRef<Beside>(undefined);
  const movable =
    puzzle !== undefined &&
    (state.step === 'ready' ||
      state.step === 'wrong' ||
      (state.step === 'failed' && state.failure.status !== 429));
  const { at, reset, handle } = useDrag(rail, movable, (x, track) => void drop(x, track));
  const failure = unloaded ?? (state.step === 'failed' ? state.failure : undefined);
  const seconds = useSecondsTo(failure?.retryAt);

  useEffect(() => {
    if (!puzzle) return undefined;
    setState({ step: 'ready' });
    const work = workBeside(puzzle);
    beside.current = work;
    const timer = setTimeout(
      () => setState((now) => (now.step === 'done' ? now : { step: 'expired' })),
      puzzle.expires_in * 1_000,
    );
    return () => {
      clearTimeout(timer);
      work.stop();
    };
  }, [puzzle]);

  async function drop(x: number, track: Point[]): Promise<void> {
    if (!puzzle || !beside.current) return;
    setState({ step: 'checking' });
    try {
      const validate = await answerPuzzle(kind, puzzle.id, x, track, beside.current);
      setState({ step: 'done' });
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
      asked.solved(validate);
    } catch (error) {
      setState(judged(error));
      reset();
    }
  }

  function refresh(): void {
    reset();
    setState({ step: 'ready' });
    void asked.refresh();
  }

  function said(): string {
    if (failure?.code === 'tooMany') return seconds > 0 ? t('error.tooMany', { seconds }) : '';
    if (failure)
      return failure.away || failure.code === 'captchaAway'
        ? t('captcha.offline')
        : t(`error.${failure.code}`);
    if (state.step === 'wrong') return t('captcha.wrong', { count: state.left });
    if (!puzzle) return t('common.loading');
    return state.step === 'ready' || state.step === 'failed' ? '' : t(`captcha.${state.step}`);
  }

  const over = unloaded !== undefined || state.step === 'spent' || state.step === 'expired';
  const bad =
    failure !== undefined ||
    state.step === 'wrong' ||
    state.step === 'spent' ||
    state.step === 'expired';
  const waits = seconds > 0;
  return (
    <>
      <div
        className="sight"
        style={
          {
            '--at': at,
            '--reach': `${(REACH / PICTURE_WIDTH) * 100}%`,
            '--top': `${((puzzle?.y ?? 0) / PICTURE_HEIGHT) * 100}%`,
          } as CSSProperties
        }
        data-step={state.step}
        aria-busy={!puzzle && !unloaded}
      >
        {puzzle && <img src={puzzle.picture} alt="" draggable={false} />}
        {puzzle && <img className="piece" src={puzzle.piece} alt="" draggable={false} />}
        {over && (
          <div className="over">
            <Button main idle={waits} onClick={refresh}>
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
        <span aria-hidden="true">{at === 0 && movable ? t('captcha.hint') : ''}</span>
        <i className="grip" aria-hidden="true" data-idle={movable ? undefined : ''} {...handle}>
          <Icon name={state.step === 'done' ? 'check' : 'arrow'} />
        </i>
      </div>
      <p className={bad ? 'said wrong' : 'said'} role="status">
        {said()}
      </p>
      {own && (
        <div className="ways">
          <button type="button" className="link" onClick={onCannot}>
            {t('captcha.cannot')}
          </button>
          <button
            type="button"
            className="again"
            hidden={over}
            aria-disabled={waits || undefined}
            onClick={waits ? undefined : refresh}
          >
            <Icon name="refresh" />
            {t('captcha.refresh')}
          </button>
        </div>
      )}
    </>
  );
}
