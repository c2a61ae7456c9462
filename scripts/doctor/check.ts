import { TooLateError, withTimeout } from '#platform/timeout.ts';
import { describeError } from './describe-error.ts';
import { type Finding, problem, type Result } from './finding.ts';
import type { Forum } from './forum.ts';

export interface Check {
  id: string;
  /** Title of the check. */
  lookedAt: string;
  look(forum: Forum): Promise<Result>;
}

/** Per check; its requests have shorter timeouts where possible. */
export const CHECK_LIMIT_MS = 10_000;

interface RunOptions {
  /** Ids of known findings. */
  ignored: readonly string[];
  /** Removes secrets from output. */
  mask(text: string): string;
  /** Milliseconds for each. */
  limitMs: number;
}

async function runCheck(check: Check, forum: Forum, limitMs: number): Promise<Result> {
  try {
    return await withTimeout(limitMs, check.look(forum));
  } catch (error) {
    if (error instanceof TooLateError)
      return problem(
        `There was no answer in ${limitMs / 1_000} seconds.`,
        'See whether a firewall drops what this machine sends there, and whether what should answer is overloaded.',
      );
    return problem(
      `It could not be looked at: ${describeError(error)}.`,
      'Mend what the message names, and run the doctor again.',
    );
  }
}

/** Runs all checks in parallel and independently. Returns findings in the order of the checks. */
export const runChecks = (
  checks: readonly Check[],
  forum: Forum,
  { ignored, mask, limitMs }: RunOptions,
): Promise<Finding[]> =>
  Promise.all(
    checks.map(async (check) => {
      const { finding, sentence, advice } = await runCheck(check, forum, limitMs);
      return {
        id: check.id,
        looked_at: check.lookedAt,
        finding,
        sentence: mask(sentence),
        advice: mask(advice),
        ignored: ignored.includes(check.id),
      };
    }),
  );
