import { createMiddleware } from 'hono/factory';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv, Deps } from '../context.ts';

/** What may be done how often. `points` in `seconds`, per user, or per address for visitors. */
export const RATES = {
  read: { points: 600, seconds: 60 },
  login: { points: 30, seconds: 300 },
  thread: { points: 6, seconds: 600 },
  reply: { points: 20, seconds: 60 },
  comment: { points: 20, seconds: 60 },
  edit: { points: 30, seconds: 300 },
  preview: { points: 60, seconds: 60 },
  upload: { points: 30, seconds: 300 },
  react: { points: 120, seconds: 60 },
  draft: { points: 120, seconds: 60 },
  letter: { points: 20, seconds: 300 },
  report: { points: 20, seconds: 600 },
  search: { points: 40, seconds: 60 },
  captcha: { points: 90, seconds: 300 },
  view: { points: 240, seconds: 60 },
  events: { points: 60, seconds: 60 },
  token: { points: 20, seconds: 3600 },
} as const;
export type Action = keyof typeof RATES;

/** Programs are let through faster than people type, not without end. */
const TOKEN_FACTOR = 5;

const limiters = new WeakMap<Deps, Map<string, RateLimiterPostgres>>();

function limiterOf(deps: Deps, action: Action, factor: number): RateLimiterPostgres {
  const known = limiters.get(deps) ?? new Map<string, RateLimiterPostgres>();
  limiters.set(deps, known);
  const key = `${action}${factor}`;
  const found =
    known.get(key) ??
    new RateLimiterPostgres({
      storeClient: deps.db.$client,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: key,
      points: RATES[action].points * factor,
      duration: RATES[action].seconds,
      clearExpiredByTimeout: false,
    });
  known.set(key, found);
  return found;
}

/** Counts the call and refuses what is too much, with the seconds to wait. */
export const rate = (action: Action) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { deps, actor, ip } = c.var;
    if (deps.env.RATE_LIMITS === 'on') {
      const limiter = limiterOf(deps, action, actor?.via === 'token' ? TOKEN_FACTOR : 1);
      try {
        const { consumedPoints } = await limiter.consume(actor ? `u${actor.userId}` : `a${ip}`);
        c.set('pace', consumedPoints);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AppError('tooMany', { retryAfter, values: { seconds: retryAfter } });
      }
    }
    await next();
  });
