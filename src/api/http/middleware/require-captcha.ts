import { isGlobalModerator } from '#auth/actor.ts';
import { getSessionCookie } from '#auth/cookies.ts';
import type { CaptchaInput, CaptchaProvider } from '#captcha/provider.ts';
import { hashToken } from '#captcha/random-token.ts';
import {
  getCaptchaReason,
  hasStanding,
  isNewcomer,
  searchesFreely,
  type WritingKind,
} from '#captcha/risk.ts';
import { grantPass, redeemPass, type SearchPass } from '#captcha/search-pass.ts';
import {
  CAPTCHA_UNREACHABLE,
  type CaptchaKind,
  MAX_UNREACHABLE_PER_HOUR,
} from '#contracts/captcha-rules.ts';
import { AppError } from '#contracts/errors.ts';
import { NEWCOMER_HOURS, NEWCOMER_POSTS } from '#contracts/limits.ts';
import type { WritingGate } from '#domain/message/writing-gate.ts';
import { moderatesSomewhere } from '#domain/shared/moderates-somewhere.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext } from '../context.ts';
import {
  hasNewcomerBudget,
  requireNewcomerBudget,
  spendNewcomerBudget,
} from './newcomer-budgets.ts';
import { getSharedLimiter, onRefusal } from './shared-limiter.ts';

export interface SubmittedCaptcha {
  id: string | undefined;
  validate: string | null | undefined;
}

/** The owner of a captcha: the session, or a visitor's address. */
export function getCaptchaOwner(c: ApiContext): string {
  const cookie =
    c.var.actor?.via === 'session' ? getSessionCookie(c, c.var.deps.env, 'site') : undefined;
  return cookie ? `s${hashToken(cookie)}` : `a${toAddressBlock(c.var.ip)}`;
}

/**
 * Accepts a call without a solution if the captcha could not be loaded (R32) or its provider
 * doesn't respond. The former is an unverifiable claim, so it is counted by account and address,
 * regardless of RATE_LIMITS.
 */
async function allowUnsolved(c: ApiContext, kind: CaptchaKind): Promise<void> {
  const { deps, actor, ip } = c.var;
  const limiter = getSharedLimiter(deps, 'unsolved', {
    points: MAX_UNREACHABLE_PER_HOUR,
    seconds: 3_600,
  });
  await Promise.all([
    limiter.consume(`${kind}:a${toAddressBlock(ip)}`),
    actor ? limiter.consume(`${kind}:u${actor.userId}`) : undefined,
  ]).catch(
    onRefusal(() => {
      throw new AppError('captcha');
    }),
  );
  c.var.log.info({ kind, userId: actor?.userId }, 'captcha.skipped');
}

/** Throws `captcha` unless the solution is valid; false if that is uncertain and needs review. */
async function verifyCaptcha(
  c: ApiContext,
  captcha: CaptchaProvider,
  kind: CaptchaKind,
  { id, validate }: SubmittedCaptcha,
): Promise<boolean> {
  if (!validate || id !== captcha.ids[kind]) throw new AppError('captcha');
  const input: CaptchaInput = {
    kind,
    validate,
    owner: getCaptchaOwner(c),
    user: String(c.var.actor?.userId ?? ''),
  };
  const verdict = validate === CAPTCHA_UNREACHABLE ? 'unknown' : await captcha.verify(input);
  if (verdict === 'refused') throw new AppError('captcha');
  if (verdict === 'solved') return true;
  await allowUnsolved(c, kind);
  return false;
}

/**
 * The caller's pass: by account, or for a visitor by the solution. CAPTCHA_UNREACHABLE can be
 * forged, so that pass is by address only.
 */
function getSearchPass({ actor, ip }: ApiContext['var'], validate: string): SearchPass {
  if (actor) return { key: hashToken('account', String(actor.userId)), address: '' };
  const address = toAddressBlock(ip);
  return validate === CAPTCHA_UNREACHABLE
    ? { key: hashToken('address', address), address }
    : { key: hashToken('solution', validate), address };
}

/**
 * For searches: throws `captcha` without a solution in the headers x-captcha-id and
 * x-captcha-validate, or a pass of an earlier one (captcha/search-pass.ts). Established members are
 * exempt. Programs with a token have other limits. Without a provider nothing is asked.
 */
export async function requireSearchCaptcha(c: ApiContext): Promise<void> {
  const { deps, actor } = c.var;
  if (!deps.captcha || actor?.via === 'token' || (actor && searchesFreely(actor.standing))) return;
  const submitted = {
    id: c.req.header('x-captcha-id'),
    validate: c.req.header('x-captcha-validate'),
  };
  const isSubmitted = submitted.validate && submitted.id === deps.captcha.ids.bound;
  if (!actor && !isSubmitted) throw new AppError('captcha');
  const pass = getSearchPass(c.var, submitted.validate ?? '');
  if (await redeemPass(deps.db, pass)) return;
  const isSolved = await verifyCaptcha(c, deps.captcha, 'bound', submitted);
  const isTrusted = isSolved && actor !== null && hasStanding(actor.standing);
  await grantPass(deps.db, pass, isTrusted ? 'day' : 'short');
}

/** An author's captcha result; `unsolved`: it couldn't be loaded. */
type CaptchaOutcome = 'notAsked' | 'solved' | 'unsolved';

/** Throws `captcha` if captcha/risk.ts requires one and none was solved. Tokens are exempt. */
async function verifyIfRequired(
  c: ApiContext,
  kind: WritingKind,
  links: boolean,
  submitted: SubmittedCaptcha,
): Promise<CaptchaOutcome> {
  const { deps, actor, recentCallCount } = c.var;
  if (!deps.captcha || !actor || actor.via === 'token') return 'notAsked';
  if (
    !getCaptchaReason({ what: kind, ...actor.standing, pace: recentCallCount, links }) ||
    (await isCallerModerator(c))
  )
    return 'notAsked';
  return (await verifyCaptcha(c, deps.captcha, 'popup', submitted)) ? 'solved' : 'unsolved';
}

/** Moderators and administrators are exempt from captcha, budgets and review. */
export const isCallerModerator = async (c: ApiContext): Promise<boolean> =>
  c.var.actor !== null &&
  (isGlobalModerator(c.var.actor) || (await moderatesSomewhere(c.var.deps.db, c.var.actor.userId)));

/** Whether new external links put the caller's post under review, as for newcomers (R32). */
export async function shouldHoldLinks(c: ApiContext): Promise<boolean> {
  const { actor } = c.var;
  return actor !== null && isNewcomer(actor.standing) && !(await isCallerModerator(c));
}

/**
 * For writing: throws `captcha` without a required solution, and `newcomerLimit` over a newcomer's
 * budget, if possible before the work. `namedUserIds`: users that the call names outside its text.
 * An unloadable captcha or a newcomer's external links cause a review.
 */
export function createWritingGate(
  c: ApiContext,
  kind: WritingKind,
  submitted: SubmittedCaptcha,
  namedUserIds: readonly number[] = [],
): WritingGate {
  let outcome: CaptchaOutcome = 'notAsked';
  let isBudgeted = false;
  return {
    async enter() {
      isBudgeted = hasNewcomerBudget(c) && !(await isCallerModerator(c));
      if (isBudgeted) await requireNewcomerBudget(c, kind);
      outcome = await verifyIfRequired(c, kind, false, submitted);
    },
    async pass({ links, mentions }) {
      const hasLinks = links.length > 0;
      if (outcome === 'notAsked' && hasLinks)
        outcome = await verifyIfRequired(c, kind, true, submitted);
      if (isBudgeted)
        await spendNewcomerBudget(c, kind, new Set([...namedUserIds, ...mentions]).size);
      if (outcome === 'unsolved') return 'captcha';
      return hasLinks && (await shouldHoldLinks(c)) ? 'newcomer' : undefined;
    },
  };
}

/** For private messages: throws newcomerLinks for external links, because nobody reviews them. */
export function createLetterGate(c: ApiContext, submitted: SubmittedCaptcha): WritingGate {
  const gate = createWritingGate(c, 'letter', submitted);
  return {
    enter: gate.enter,
    async pass(message) {
      if (message.links.length > 0 && (await shouldHoldLinks(c)))
        throw new AppError('newcomerLinks', {
          values: { hours: NEWCOMER_HOURS, posts: NEWCOMER_POSTS },
        });
      return gate.pass(message);
    },
  };
}
