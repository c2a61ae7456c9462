import { RateLimiterRes } from 'rate-limiter-flexible';
import { isMaster } from '#auth/actor.ts';
import { sessionCookie } from '#auth/cookies.ts';
import type { Captcha, CaptchaInput } from '#captcha/captcha.ts';
import { grant, isGranted } from '#captcha/grant.ts';
import { isNewcomer, risk, type Writing } from '#captcha/risk.ts';
import { hashToken } from '#captcha/token.ts';
import { type CaptchaKind, PASSES_PER_HOUR, UNREACHABLE } from '#contracts/captcha.ts';
import { AppError } from '#contracts/errors.ts';
import { moderatesSomewhere } from '#domain/forum/moderates.ts';
import type { Gate } from '#domain/message/prepare.ts';
import type { Ctx } from '../context.ts';
import { limiterOf } from './limiter.ts';
import { isBudgeted, spendBudget } from './newcomers.ts';

/** What a caller sent of a captcha. */
export interface Shown {
  id: string | undefined;
  validate: string | null | undefined;
}

/** Whose captcha it is: the session's, or for visitors the address's. */
export function bearerOf(c: Ctx): string {
  const cookie =
    c.var.actor?.via === 'session' ? sessionCookie(c, c.var.deps.env, 'site') : undefined;
  return cookie ? `s${hashToken(cookie)}` : `a${c.var.ip}`;
}

/**
 * Lets somebody through whose browser says that the captcha could not be loaded (R32), or of whom a
 * provider's service doesn't answer. Nobody can check the former, so it is counted: by account and
 * by address, whatever RATE_LIMITS says.
 */
async function passUnsolved(c: Ctx, kind: CaptchaKind): Promise<void> {
  const { deps, actor, ip } = c.var;
  const limiter = limiterOf(deps, 'unsolved', { points: PASSES_PER_HOUR, seconds: 3_600 });
  try {
    await Promise.all([
      limiter.consume(`${kind}:a${ip}`),
      actor ? limiter.consume(`${kind}:u${actor.userId}`) : undefined,
    ]);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('captcha');
  }
  c.var.log.info({ kind, userId: actor?.userId }, 'let through without a captcha');
}

/**
 * Throws `captcha` unless what was shown is good; false when that isn't sure and what is written
 * should be looked at.
 */
async function check(
  c: Ctx,
  captcha: Captcha,
  kind: CaptchaKind,
  { id, validate }: Shown,
): Promise<boolean> {
  if (!validate || id !== captcha.ids[kind]) throw new AppError('captcha');
  const input: CaptchaInput = {
    kind,
    validate,
    bearer: bearerOf(c),
    user: String(c.var.actor?.userId ?? ''),
  };
  const verdict = validate === UNREACHABLE ? 'unknown' : await captcha.verify(input);
  if (verdict === 'refused') throw new AppError('captcha');
  if (verdict === 'solved') return true;
  await passUnsolved(c, kind);
  return false;
}

/**
 * For searches: throws `captcha` unless the caller has solved one, as the headers x-captcha-id and
 * x-captcha-validate show. It serves for the keyword that it was first shown with
 * (captcha/grant.ts). Programs with a token have limits of their own instead; without a provider
 * there is nothing to solve.
 */
export async function requireCaptcha(c: Ctx, keyword: string): Promise<void> {
  const { deps, actor } = c.var;
  if (!deps.captcha || actor?.via === 'token') return;
  const shown = { id: c.req.header('x-captcha-id'), validate: c.req.header('x-captcha-validate') };
  if (!shown.validate || shown.id !== deps.captcha.ids.bound) throw new AppError('captcha');
  const purpose = { validate: shown.validate, bearer: bearerOf(c), keyword };
  if (await isGranted(deps.db, purpose)) return;
  await check(c, deps.captcha, 'bound', shown);
  await grant(deps.db, purpose);
}

/**
 * Throws `captcha` where captcha/risk.ts asks for one and none was solved; false when it couldn't
 * be solved. Programs are not asked.
 */
async function solved(c: Ctx, what: Writing, links: boolean, shown: Shown): Promise<boolean> {
  const { deps, actor, pace } = c.var;
  if (!deps.captcha || !actor || actor.via === 'token') return true;
  if (!risk({ what, ...actor.standing, pace, links }) || (await isTrusted(c))) return true;
  return check(c, deps.captcha, 'popup', shown);
}

/** Moderators and administrators are: neither captcha, budgets nor review are for them. */
export const isTrusted = async (c: Ctx): Promise<boolean> =>
  c.var.actor !== null &&
  (isMaster(c.var.actor) || (await moderatesSomewhere(c.var.deps.db, c.var.actor.userId)));

/**
 * Whether what the caller writes waits for a moderator when it leads to another site (than before):
 * a newcomer's does (R32).
 */
export async function holdsLinks(c: Ctx): Promise<boolean> {
  const { actor } = c.var;
  return actor !== null && isNewcomer(actor.standing) && !(await isTrusted(c));
}

/**
 * For writing: throws `captcha` where one is asked for and none was solved, and `newcomerLimit`
 * where a newcomer has written what they may (newcomers.ts); `named` are people whom the call names
 * beside its text. Says why what is written is to wait for review: the captcha couldn't be loaded,
 * or a newcomer links to other sites.
 */
export const requireHuman =
  (c: Ctx, what: Writing, shown: Shown, named: readonly number[] = []): Gate =>
  async ({ links, mentions }) => {
    const isSolved = await solved(c, what, links.length > 0, shown);
    if (isBudgeted(c) && !(await isTrusted(c)))
      await spendBudget(c, what, new Set([...named, ...mentions]).size);
    if (!isSolved) return 'captcha';
    return links.length > 0 && (await holdsLinks(c)) ? 'newcomer' : undefined;
  };
