import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { Failure, isSentBefore } from '../core/failure.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { retryUntilApiUp } from '../core/retry-until-api-up.ts';
import { storeInOutbox, takeOutPending, type UnsentWrite } from './store-in-outbox.ts';

interface Sending<Result> {
  /** The same for all attempts. */
  key: string;
  send(captcha: SolvedCaptcha | undefined): Promise<Result>;
  /** Builds the result from an earlier attempt's outcome. */
  findEarlier(earlier: Partial<RepeatedPostWire>): Result | undefined | Promise<Result | undefined>;
  /** Called at an outage; the outbox stores its result. */
  toWrite(): Omit<UnsentWrite, 'key'>;
}

/** The page's title in the outbox. */
export const pageTitle = (): string => document.querySelector('h1')?.textContent?.trim() ?? '';

/**
 * Sends with an idempotency key; retries while the API is down. If an unanswered attempt succeeded,
 * the API reports the next as a repetition. Asks for a captcha if required (R32). Throws Failure,
 * CaptchaClosed, or the signal's reason.
 */
export async function sendOnce<Result>(
  { key, send, findEarlier, toWrite }: Sending<Result>,
  signal: AbortSignal,
): Promise<Result> {
  async function attempt(): Promise<Result> {
    try {
      return await withCaptcha('popup', send);
    } catch (error) {
      const earlier =
        error instanceof Failure && isSentBefore(error)
          ? await findEarlier(error.payload as Partial<RepeatedPostWire>)
          : undefined;
      if (earlier) return earlier;
      throw error;
    }
  }
  try {
    const keep = () => void storeInOutbox({ ...toWrite(), key });
    const result = await retryUntilApiUp(attempt, signal, keep);
    void takeOutPending(key);
    return result;
  } catch (error) {
    const outcome = await takeOutPending(key);
    if (outcome?.step !== 'sent') throw error;
    // the worker sent it before the cancellation: return the same answer
    const { id, threadId, checked } = outcome;
    return (await findEarlier({ id, thread_id: threadId, checked: checked ? 1 : 0 })) ?? attempt();
  }
}
