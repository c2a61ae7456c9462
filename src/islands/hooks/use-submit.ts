import { useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { createSubmitLock, type SubmitLock } from '#client/composer/submit-lock.ts';
import { Failure } from '#client/core/failure.ts';
import { useCountdown } from './use-countdown.ts';

export interface Submission {
  step: 'idle' | 'pending' | 'done';
  failure: Failure | undefined;
  /** Seconds until another attempt is taken. */
  waitSeconds: number;
  /**
   * Submits, unless the lock is held; resolves to whether that succeeded. `work` resolves to false
   * when the form has problems; `cancel` aborts its signal. A captcha that was closed ends it, too.
   */
  run(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>;
  cancel(): void;
  /** Clears the outcome when the form is changed. */
  clearOutcome(): void;
}

/** The state of submitting one form, which is done once at a time. */
export function useSubmit(makeLock: () => SubmitLock = () => createSubmitLock(0)): Submission {
  const [lock] = useState(makeLock);
  const [state, setState] = useState<Pick<Submission, 'step' | 'failure'>>({
    step: 'idle',
    failure: undefined,
  });
  const abortController = useRef<AbortController>(undefined);
  const waitSeconds = useCountdown(state.failure?.retryAt);

  async function attempt(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    setState({ step: 'pending', failure: undefined });
    try {
      const isDone = (await work(signal)) !== false;
      setState({ step: isDone ? 'done' : 'idle', failure: undefined });
      return isDone;
    } catch (error) {
      const failure = error instanceof Failure ? error : undefined;
      setState({ step: 'idle', failure });
      if (!failure && !(error instanceof CaptchaClosed) && !signal.aborted) throw error;
      return false;
    }
  }

  return {
    ...state,
    waitSeconds,
    run: async (work) => (await lock.run(() => attempt(work))) ?? false,
    cancel: () => abortController.current?.abort(),
    clearOutcome: () =>
      setState((now) => (now.step === 'pending' ? now : { step: 'idle', failure: undefined })),
  };
}

/** Of a form that is sent by `work`: the page stays. */
export const onFormSubmit = (work: () => unknown) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  void work();
};
