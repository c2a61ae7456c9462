import { useEffect, useRef, useState } from 'react';
import type { Asked } from '#stores/captcha.ts';
import { workOut } from '#stores/captcha-answer.ts';
import { Failure } from '#stores/failure.ts';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { useTexts } from '../ui/text.ts';

/**
 * The machine's work in place of sliding: it begins by itself, and goes on by itself when it is
 * done.
 */
export function Working({ asked, onSlide }: { asked: Asked; onSlide(): void }) {
  const { t } = useTexts();
  const { kind, solved } = asked;
  const [turn, setTurn] = useState(0);
  const [failed, setFailed] = useState<Error>();
  const seconds = useSecondsTo(failed instanceof Failure ? failed.retryAt : undefined);
  const box = useRef<HTMLDivElement>(null);

  // The control that was used to come here is gone; the keyboard goes on from what stands in its
  // place.
  useEffect(() => box.current?.focus(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn begins anew
  useEffect(() => {
    const stop = new AbortController();
    setFailed(undefined);
    workOut(kind, stop.signal).then(
      (validate) => validate !== undefined && solved(validate),
      (error: Error) => !stop.signal.aborted && setFailed(error),
    );
    return () => stop.abort();
  }, [kind, solved, turn]);

  function said(): string {
    if (!failed) return t('captcha.working');
    if (!(failed instanceof Failure)) return t('captcha.workFailed');
    if (failed.code === 'tooMany') return seconds > 0 ? t('error.tooMany', { seconds }) : '';
    return failed.away ? t('captcha.offline') : t('captcha.workFailed');
  }

  return (
    <>
      <div className="sight work" ref={box} tabIndex={-1} data-failed={failed ? '' : undefined}>
        <svg viewBox="0 0 120 60" aria-hidden="true">
          <path d="M10 46H110M10 42v8M110 42v8M60 8a19 19 0 1 0 0 38 19 19 0 0 0 0-38zM60 2v50M34 27h52" />
          <path className="hand" d="M60 27V13" />
        </svg>
        {failed && (
          <Button main idle={seconds > 0} onClick={() => setTurn(turn + 1)}>
            {t('captcha.again')}
          </Button>
        )}
      </div>
      <p className={failed ? 'said wrong' : 'said'} role="status">
        {said()}
      </p>
      <div className="ways">
        <button type="button" className="link" onClick={onSlide}>
          {t('captcha.slide')}
        </button>
      </div>
    </>
  );
}
