import { useEffect, useRef, useState } from 'react';
import { solveByWork } from '#client/captcha/builtin-captcha.ts';
import type { CaptchaPrompt } from '#client/captcha/captcha-prompt.ts';
import { Failure } from '#client/core/failure.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { CaptchaSlider } from './CaptchaSlider.tsx';

/** The proof of work, which starts on mount and submits its solution itself. */
function ProofOfWork({ asked, onSlide }: { asked: CaptchaPrompt; onSlide(): void }) {
  const { t } = useTexts();
  const { kind, solved } = asked;
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<Error>();
  const seconds = useCountdown(error instanceof Failure ? error.retryAt : undefined);
  const box = useRef<HTMLDivElement>(null);

  // The control that opened this is unmounted; the focus moves to its replacement.
  useEffect(() => box.current?.focus(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn restarts it
  useEffect(() => {
    const stop = new AbortController();
    setError(undefined);
    solveByWork(kind, stop.signal).then(
      (validate) => validate !== undefined && solved(validate),
      (error: Error) => !stop.signal.aborted && setError(error),
    );
    return () => stop.abort();
  }, [kind, solved, attempt]);

  function statusText(): string {
    if (!error) return t('captcha.working');
    if (!(error instanceof Failure)) return t('captcha.workFailed');
    if (error.code === 'tooMany') return seconds > 0 ? t('error.tooMany', { seconds }) : '';
    return error.isApiDown ? t('captcha.offline') : t('captcha.workFailed');
  }

  return (
    <>
      <div className="sight work" ref={box} tabIndex={-1} data-failed={error ? '' : undefined}>
        <svg viewBox="0 0 120 60" aria-hidden="true">
          <path d="M10 46H110M10 42v8M110 42v8M60 8a19 19 0 1 0 0 38 19 19 0 0 0 0-38zM60 2v50M34 27h52" />
          <path className="hand" d="M60 27V13" />
        </svg>
        {error && (
          <Button isPrimary isInactive={seconds > 0} onClick={() => setAttempt(attempt + 1)}>
            {t('captcha.again')}
          </Button>
        )}
      </div>
      <p className={error ? 'status wrong' : 'status'} role="status">
        {statusText()}
      </p>
      <div className="ways">
        <button type="button" className="link" onClick={onSlide}>
          {t('captcha.slide')}
        </button>
      </div>
    </>
  );
}

/** The captcha (R32): a slider, or a proof of work for users who can't slide. */
export default function CaptchaDialog({ asked }: { asked: CaptchaPrompt }) {
  const { t } = useTexts();
  const [usesProofOfWork, setUsesProofOfWork] = useState(false);
  return (
    <Dialog
      title={usesProofOfWork ? t('captcha.workTitle') : t('captcha.title')}
      text={usesProofOfWork ? t('captcha.workText') : t('captcha.text')}
      onClose={asked.close}
    >
      <div className="captcha">
        {usesProofOfWork ? (
          <ProofOfWork asked={asked} onSlide={() => setUsesProofOfWork(false)} />
        ) : (
          <CaptchaSlider asked={asked} onCannot={() => setUsesProofOfWork(true)} />
        )}
      </div>
    </Dialog>
  );
}
