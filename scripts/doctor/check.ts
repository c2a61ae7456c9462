import { TooLateError, withTimeout } from '#platform/timeout.ts';
import { describeError } from './describe-error.ts';
import { type Finding, problem, type Result } from './finding.ts';
import type { Forum } from './forum.ts';

export interface Check {
  id: string;
  /** Title of the check. */
  checked: string;
  run(forum: Forum): Promise<Result>;
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
    return await withTimeout(limitMs, check.run(forum));
  } catch (error) {
    if (error instanceof TooLateError)
      return problem(
        `The check timed out after ${limitMs / 1_000} seconds.`,
        'Check whether a firewall drops the packets, and whether the service is overloaded.',
      );
    return problem(
      `The check failed: ${describeError(error)}.`,
      'Fix the cause in the message, then run the doctor again.',
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
        checked: check.checked,
        finding,
        sentence: mask(sentence),
        advice: mask(advice),
        ignored: ignored.includes(check.id),
      };
    }),
  );
