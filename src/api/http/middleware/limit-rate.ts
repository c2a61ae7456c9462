import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contracts/errors.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext, ApiEnv, Deps } from '../context.ts';
import { getSharedLimiter } from './shared-limiter.ts';

interface Rate {
  points: number;
  seconds: number;
  /** Counted in this process alone: reads cost no write, and each process may answer as many. */
  here?: true;
}

/**
 * What may be done how often: `points` in `seconds`, per user, or per address for visitors. Each
 * route has one of them: the one that it names, else what router.ts gives it: `export` for files,
 * `read` for other GETs, `act` for the rest.
 */
const RATE_TABLE = {
  read: { points: 600, seconds: 60, here: true },
  act: { points: 240, seconds: 60, here: true },
  view: { points: 240, seconds: 60, here: true },
  export: { points: 20, seconds: 60, here: true },
  login: { points: 120, seconds: 300 },
  thread: { points: 6, seconds: 600 },
  reply: { points: 20, seconds: 60 },
  comment: { points: 20, seconds: 60 },
  edit: { points: 30, seconds: 300 },
  preview: { points: 60, seconds: 60 },
  upload: { points: 30, seconds: 300 },
  react: { points: 120, seconds: 60 },
  draft: { points: 120, seconds: 60 },
  letter: { points: 20, seconds: 300 },
  moderate: { points: 240, seconds: 300 },
  report: { points: 20, seconds: 600 },
  search: { points: 40, seconds: 60 },
  captcha: { points: 90, seconds: 300 },
  events: { points: 60, seconds: 60 },
  token: { points: 20, seconds: 3600 },
} as const satisfies Record<string, Rate>;
export type RateAction = keyof typeof RATE_TABLE;
export const RATES: Readonly<Record<RateAction, Rate>> = RATE_TABLE;

/**
 * Who is counted: a user, whether by a browser or by programs with their tokens, or the block of
 * addresses that a visitor has.
 */
const getLimitKey = ({ actor, ip }: ApiContext['var']): string =>
  actor ? `u${actor.userId}` : `a${toAddressBlock(ip)}`;

/**
 * Windows that a process counts at the same time; whoever was counted longest ago is forgotten
 * first.
 */
const MAX_WINDOWS = 50_000;

interface RateWindow {
  count: number;
  /** Milliseconds since 1970. */
  until: number;
}

const windowsByDeps = new WeakMap<Deps, LRUCache<string, RateWindow>>();

/** Counts one call of the present window, and says what that makes. */
function countInProcess({ deps, ...caller }: ApiContext['var'], action: RateAction): RateWindow {
  const windowsByKey =
    windowsByDeps.get(deps) ?? new LRUCache<string, RateWindow>({ max: MAX_WINDOWS });
  windowsByDeps.set(deps, windowsByKey);
  const key = `${action} ${getLimitKey({ deps, ...caller })}`;
  const now = Date.now();
  const previous = windowsByKey.get(key);
  const current =
    previous && previous.until > now
      ? previous
      : { count: 0, until: now + RATES[action].seconds * 1_000 };
  current.count++;
  windowsByKey.set(key, current);
  return current;
}

function throwTooMany(milliseconds: number): never {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  throw new AppError('tooMany', { retryAfter, values: { seconds: retryAfter } });
}

/** Counts the call; how many it makes in its window. Throws tooMany. */
async function count(c: ApiContext, action: RateAction): Promise<number> {
  const { points, seconds, here }: Rate = RATES[action];
  if (here) {
    const { count: made, until } = countInProcess(c.var, action);
    return made > points ? throwTooMany(until - Date.now()) : made;
  }
  try {
    return (
      await getSharedLimiter(c.var.deps, action, { points, seconds }).consume(getLimitKey(c.var))
    ).consumedPoints;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return throwTooMany(refusal.msBeforeNext);
  }
}

/**
 * Whether the caller may do this once more, which is counted; for what a call does beside
 * answering. The action is counted `here`.
 */
export const consumeWithinLimit = (c: ApiContext, action: RateAction): boolean =>
  c.var.deps.env.RATE_LIMITS === 'off' ||
  countInProcess(c.var, action).count <= RATES[action].points;

const actionByMiddleware = new WeakMap<MiddlewareHandler<ApiEnv>, RateAction>();
/** The limit that a middleware is; undefined for others. */
export const getRateAction = (middleware: MiddlewareHandler): RateAction | undefined =>
  actionByMiddleware.get(middleware);

/** Counts the call and refuses what is too much, with the seconds to wait. */
export function limitRate(action: RateAction): MiddlewareHandler<ApiEnv> {
  const middleware = createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.deps.env.RATE_LIMITS === 'on') c.set('recentCallCount', await count(c, action));
    await next();
  });
  actionByMiddleware.set(middleware, action);
  return middleware;
}
