import { Failure } from './failure.ts';
import { waitUntilApiUp } from './wait-until-api-up.ts';

/** Throws the signal's reason if it aborts first. Leaves no listener. */
async function waitUnlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop);
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
}

/**
 * Retries at each end of an outage until `signal` aborts. Calls `onOutage` at the first outage.
 * Throws other failures, or the signal's reason.
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
