import { Failure } from './failure.ts';
import { waitUntilApiUp } from './wait-until-api-up.ts';

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/**
 * Makes an attempt, and another one each time the API is up again, until `signal` is aborted.
 * `unanswered` says whether an earlier attempt got no answer at all, so that it may have worked.
 * Throws what isn't an outage, or the signal's reason.
 */
export async function retryUntilApiUp<Result>(
  attempt: (unanswered: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let unanswered = false; ; ) {
    try {
      return await attempt(unanswered);
    } catch (error) {
      if (!(error instanceof Failure) || !error.isApiDown) throw error;
      unanswered ||= error.status !== 503;
      await Promise.race([waitUntilApiUp(), rejectOnAbort(signal)]);
    }
  }
}
