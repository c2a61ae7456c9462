import { isNewcomer } from '#captcha/risk.ts';
import { type Difficulty, riskLevel } from '#captcha/work.ts';
import { addressBlock } from '#platform/address.ts';
import type { Ctx } from '../context.ts';
import { limiterOf } from './limiter.ts';

/*
 * Wrong answers to our own captcha, by address and by account: the more there were in the last
 * hour, the harder the machine's work. Nobody is refused for them; that is what the limits of the
 * calls are for.
 */

const failuresOf = ({ deps }: Ctx['var']) =>
  limiterOf(deps, 'captcha-failed', { points: 1_000_000, seconds: 3_600 });

const keysOf = ({ ip, actor }: Ctx['var']): string[] => [
  `a${addressBlock(ip)}`,
  ...(actor ? [`u${actor.userId}`] : []),
];

/** Counts a wrong answer of the caller. */
export async function noteCaptchaFailure(c: Ctx): Promise<void> {
  await Promise.all(keysOf(c.var).map((key) => failuresOf(c.var).penalty(key, 1)));
}

/** How hard the machine's work for the caller is to be. */
export async function difficultyFor(c: Ctx): Promise<Difficulty> {
  const counts = await Promise.all(keysOf(c.var).map((key) => failuresOf(c.var).get(key)));
  const { actor, deps } = c.var;
  const failures = Math.max(...counts.map((count) => count?.consumedPoints ?? 0));
  return {
    level: riskLevel(failures, actor !== null && isNewcomer(actor.standing)),
    light: deps.env.CAPTCHA_WORK === 'light',
  };
}
