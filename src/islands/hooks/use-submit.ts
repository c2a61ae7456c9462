import { useRef, useState } from 'react';
import { CaptchaClosed } from '#client/captcha/captcha-prompt.ts';
import { createSubmitLock, type SubmitLock } from '#client/composer/submit-lock.ts';
import { Failure } from '#client/core/failure.ts';
import { useCountdown } from './use-countdown.ts';

export interface Submission {
  step: 'idle' | 'pending' | 'done';
  failure: Failure | undefined;
  /** Seconds until the next attempt is allowed. */
  waitSeconds: number;
  /**
   * Submits unless the lock is held; returns whether it succeeded. `work` returns false for an
   * invalid form; a closed captcha also ends it.
   */
  run(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>;
  cancel(): void;
  clearOutcome(): void;
}

/** The state of submitting a form, one request at a time. */
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

/** Sends a form by `work` without leaving the page. */
export const onFormSubmit = (work: () => unknown) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  void work();
};
