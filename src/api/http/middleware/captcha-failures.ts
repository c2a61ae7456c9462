import { type Difficulty, getRiskLevel } from '#captcha/proof-of-work.ts';
import { isNewcomer } from '#captcha/risk.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext } from '../context.ts';
import { getSharedLimiter } from './shared-limiter.ts';

/*
 * Wrong answers to our own captcha, by address and by account: the more there were in the last
 * hour, the harder the machine's work. Nobody is refused for them; that is what the limits of the
 * calls are for.
 */

const getFailureCounter = ({ deps }: ApiContext['var']) =>
  getSharedLimiter(deps, 'captcha-failed', { points: 1_000_000, seconds: 3_600 });

const getCallerKeys = ({ ip, actor }: ApiContext['var']): string[] => [
  `a${toAddressBlock(ip)}`,
  ...(actor ? [`u${actor.userId}`] : []),
];

/** Counts a wrong answer of the caller. */
export async function recordCaptchaFailure(c: ApiContext): Promise<void> {
  await Promise.all(getCallerKeys(c.var).map((key) => getFailureCounter(c.var).penalty(key, 1)));
}

/** How hard the machine's work for the caller is to be. */
export async function getDifficulty(c: ApiContext): Promise<Difficulty> {
  const counts = await Promise.all(
    getCallerKeys(c.var).map((key) => getFailureCounter(c.var).get(key)),
  );
  const { actor, deps } = c.var;
  const failures = Math.max(...counts.map((count) => count?.consumedPoints ?? 0));
  return {
    level: getRiskLevel(failures, actor !== null && isNewcomer(actor.standing)),
    light: deps.env.CAPTCHA_WORK === 'light',
  };
}
