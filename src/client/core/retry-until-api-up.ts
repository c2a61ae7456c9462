import { Failure } from './failure.ts';
import { waitUntilApiUp } from './wait-until-api-up.ts';

/** Waits for `promise`; throws the signal's reason when that aborts first. Leaves no listener. */
async function waitUnlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop);
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
}

/**
 * Makes an attempt, and another one each time the API is up again, until `signal` is aborted.
 * `onOutage` is called when the API is first found down. Throws what isn't an outage, or the
 * signal's reason.
 */
export async function retryUntilApiUp<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  onOutage?: () => void,
): Promise<Result> {
  for (let outages = 0; ; outages++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure) || !error.isApiDown) throw error;
      if (outages === 0) onOutage?.();
      await waitUnlessAborted(waitUntilApiUp(), signal);
    }
  }
}
