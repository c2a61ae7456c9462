import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { Failure, isSentBefore } from '../core/failure.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { retryUntilApiUp } from '../core/retry-until-api-up.ts';
import { forgetKept, type KeptWrite, keepInOutbox } from './keep-in-outbox.ts';

interface Sending<Result> {
  /** The idempotency key of all attempts. */
  key: string;
  send(captcha: SolvedCaptcha | undefined): Promise<Result>;
  /** Makes the result from what is known of an earlier attempt. */
  findEarlier(earlier: Partial<RepeatedPostWire>): Result | undefined | Promise<Result | undefined>;
  /** Called when the API is found down: what the outbox has from then on, too. */
  toWrite(): Omit<KeptWrite, 'key'>;
}

/** What a write on this page is listed under. */
export const pageTitle = (): string => document.querySelector('h1')?.textContent?.trim() ?? '';

/**
 * Sends what has an idempotency key; waits and tries again while the API is down. An attempt
 * without an answer may have worked: then the API refuses the next one as a repetition, and says
 * what it was. Asks for a captcha where the server wants one (R32). Throws Failure, CaptchaClosed,
 * or the reason of the signal.
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
    const keep = () => void keepInOutbox({ ...toWrite(), key });
    const result = await retryUntilApiUp(attempt, signal, keep);
    void forgetKept(key);
    return result;
  } catch (error) {
    const outcome = await forgetKept(key);
    if (outcome?.step !== 'sent') throw error;
    // the worker was quicker than who cancelled it: the answer is the same once more
    const { id, threadId, checked } = outcome;
    return (await findEarlier({ id, thread_id: threadId, checked: checked ? 1 : 0 })) ?? attempt();
  }
}
