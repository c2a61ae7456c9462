import type { RateLimiterRes } from 'rate-limiter-flexible';
import { isNewcomer } from '#captcha/risk.ts';
import { AppError } from '#contracts/errors.ts';
import { NEWCOMER_BUDGETS } from '#contracts/limits.ts';
import type { ApiContext, Deps } from '../context.ts';
import { getSharedLimiter, onRefusal } from './shared-limiter.ts';

/* Newcomers' post budgets: rate limits don't stop a patient program, nor does a captcha. */

type Budget = keyof typeof NEWCOMER_BUDGETS;
const SPAN_SECONDS = { hour: 3_600, day: 86_400 } as const;

const getBudgetLimiter = (deps: Deps, budget: Budget, span: keyof typeof SPAN_SECONDS) =>
  getSharedLimiter(deps, `newcomer-${budget}-${span}`, {
    points: NEWCOMER_BUDGETS[budget][span],
    seconds: SPAN_SECONDS[span],
  });

/** Takes from both budgets. Throws newcomerLimit with the seconds to wait. */
async function takeFromBudget(
  deps: Deps,
  userId: number,
  budget: Budget,
  points: number,
): Promise<void> {
  for (const span of ['hour', 'day'] as const)
    await getBudgetLimiter(deps, budget, span)
      .consume(`u${userId}`, points)
      .catch(onRefusal(throwUsedUp));
}

/** Throws newcomerLimit if a budget is used up; counts nothing. */
export async function requireNewcomerBudget(
  { var: { actor, deps } }: ApiContext,
  budget: Exclude<Budget, 'mention'>,
): Promise<void> {
  if (!actor) return;
  for (const span of ['hour', 'day'] as const) {
    const used = await getBudgetLimiter(deps, budget, span).get(`u${actor.userId}`);
    if (used && used.remainingPoints <= 0) throwUsedUp(used);
  }
}

function throwUsedUp({ msBeforeNext }: RateLimiterRes): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  throw new AppError('newcomerLimit', {
    retryAfter,
    values: { hours: Math.max(1, Math.ceil(retryAfter / 3_600)) },
  });
}

export const hasNewcomerBudget = ({ var: { actor, deps } }: ApiContext): boolean =>
  actor !== null && deps.env.RATE_LIMITS === 'on' && isNewcomer(actor.standing);

/** Counts a newcomer's post and its mentions. Throws newcomerLimit. */
export async function spendNewcomerBudget(
  c: ApiContext,
  budget: Exclude<Budget, 'mention'>,
  mentions: number,
): Promise<void> {
  const { actor, deps } = c.var;
  if (!actor) return;
  if (mentions > NEWCOMER_BUDGETS.mention.hour)
    throw new AppError('newcomerLimit', { retryAfter: SPAN_SECONDS.hour, values: { hours: 1 } });
  await takeFromBudget(deps, actor.userId, budget, 1);
  if (mentions > 0) await takeFromBudget(deps, actor.userId, 'mention', mentions);
}
