import { Failure } from './failure.ts';
import { waitUntilApiUp } from './wait-until-api-up.ts';

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

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
      await Promise.race([waitUntilApiUp(), rejectOnAbort(signal)]);
    }
  }
}
