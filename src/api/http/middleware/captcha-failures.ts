import { type Difficulty, getRiskLevel } from '#captcha/proof-of-work.ts';
import { isNewcomer } from '#captcha/risk.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext } from '../context.ts';
import { getSharedLimiter } from './shared-limiter.ts';

/*
 * Failed captcha attempts, by address and by account: those of the last hour raise the difficulty
 * of the proof of work. They block nobody; calls have their own limits.
 */

const getFailureCounter = ({ deps }: ApiContext['var']) =>
  getSharedLimiter(deps, 'captcha-failed', { points: 1_000_000, seconds: 3_600 });

const getCallerKeys = ({ ip, actor }: ApiContext['var']): string[] => [
  `a${toAddressBlock(ip)}`,
  ...(actor ? [`u${actor.userId}`] : []),
];

export async function recordCaptchaFailure(c: ApiContext): Promise<void> {
  await Promise.all(getCallerKeys(c.var).map((key) => getFailureCounter(c.var).penalty(key, 1)));
}

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
