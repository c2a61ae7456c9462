import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isMaster } from '#auth/actor.ts';
import { sessionCookie } from '#auth/cookies.ts';
import type { Captcha, CaptchaInput } from '#captcha/captcha.ts';
import { grant, isGranted } from '#captcha/grant.ts';
import { risk, type Writing } from '#captcha/risk.ts';
import { hashToken } from '#captcha/token.ts';
import { type CaptchaKind, PASSES_PER_HOUR, UNREACHABLE } from '#contracts/captcha.ts';
import { AppError } from '#contracts/errors.ts';
import { moderatesSomewhere } from '#domain/forum/moderates.ts';
import type { Ctx, Deps } from '../context.ts';

/** What a caller sent of a captcha. */
export interface Shown {
  id: string | undefined;
  validate: string | null | undefined;
}

/** Whose captcha it is: the session's, or for visitors the address's. */
export function bearerOf(c: Ctx): string {
  const cookie = c.var.actor?.via === 'session' ? sessionCookie(c, 'site') : undefined;
  return cookie ? `s${hashToken(cookie)}` : `a${c.var.ip}`;
}

const limiters = new WeakMap<Deps, RateLimiterPostgres>();

/**
 * Lets somebody through whose browser says that the captcha could not be loaded (R32), or of whom a provider's service
 * doesn't answer. Nobody can check the former, so it is counted: by account and by address, whatever RATE_LIMITS says.
 */
async function passUnsolved(c: Ctx, kind: CaptchaKind): Promise<void> {
  const { deps, actor, ip } = c.var;
  const limiter =
    limiters.get(deps) ??
    new RateLimiterPostgres({ storeClient: deps.db.$client, storeType: 'pool', tableName: 'rate_limit', tableCreated: true, keyPrefix: 'unsolved', points: PASSES_PER_HOUR, duration: 3_600, clearExpiredByTimeout: false });
  limiters.set(deps, limiter);
  try {
    await Promise.all([limiter.consume(`${kind}:a${ip}`), actor ? limiter.consume(`${kind}:u${actor.userId}`) : undefined]);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('captcha');
  }
  c.var.log.info({ kind, userId: actor?.userId }, 'let through without a captcha');
}

/** Throws `captcha` unless what was shown is good; `held` when that isn't sure and what is written should be looked at. */
async function check(c: Ctx, captcha: Captcha, kind: CaptchaKind, { id, validate }: Shown): Promise<{ held: boolean }> {
  if (!validate || id !== captcha.ids[kind]) throw new AppError('captcha');
  const input: CaptchaInput = { kind, validate, bearer: bearerOf(c), user: String(c.var.actor?.userId ?? '') };
  const verdict = validate === UNREACHABLE ? 'unknown' : await captcha.verify(input);
  if (verdict === 'refused') throw new AppError('captcha');
  if (verdict === 'solved') return { held: false };
  await passUnsolved(c, kind);
  return { held: true };
}

/**
 * For searches: throws `captcha` unless the caller has solved one, as the headers x-captcha-id and x-captcha-validate
 * show. It serves for the keyword that it was first shown with (captcha/grant.ts). Programs with a token have limits of
 * their own instead; without a provider there is nothing to solve.
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
 * For writing: throws `captcha` where captcha/risk.ts asks for one and none was solved. What is `held` is to wait for
 * review. Moderators, administrators and programs are not asked.
 */
export async function requireHuman(c: Ctx, what: Writing, message: string, shown: Shown): Promise<{ held: boolean }> {
  const { deps, actor, pace } = c.var;
  const { captcha, env } = deps;
  if (!captcha || !actor || actor.via === 'token' || isMaster(actor)) return { held: false };
  if (!risk({ what, ...actor.standing, pace, message, site: env.SITE_URL })) return { held: false };
  if (await moderatesSomewhere(deps.db, actor.userId)) return { held: false };
  return check(c, captcha, 'popup', shown);
}
