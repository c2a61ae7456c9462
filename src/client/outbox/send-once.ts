import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { Failure, isSentBefore } from '../core/failure.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { retryUntilApiUp } from '../core/retry-until-api-up.ts';

/**
 * Sends what has an idempotency key; waits and tries again while the API is down, of which
 * `onOutage` is told once. An attempt without an answer may have worked: then the API refuses the
 * next one as a repetition, and `findEarlier` makes the result from what it says of the earlier
 * one. Asks for a captcha where the server wants one (R32). Throws Failure, CaptchaClosed, or the
 * reason of the signal.
 */
export const sendOnce = <Result>(
  send: (captcha: SolvedCaptcha | undefined) => Promise<Result>,
  findEarlier: (
    earlier: Partial<RepeatedPostWire>,
  ) => Result | undefined | Promise<Result | undefined>,
  signal: AbortSignal,
  onOutage?: () => void,
): Promise<Result> =>
  retryUntilApiUp(
    async () => {
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
    },
    signal,
    onOutage,
  );
