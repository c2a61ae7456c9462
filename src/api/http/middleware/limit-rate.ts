import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contracts/errors.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext, ApiEnv, RateWindow } from '../context.ts';
import { getSharedLimiter, onRefusal } from './shared-limiter.ts';

interface Rate {
  points: number;
  seconds: number;
  /** Counted per process: a read needs no write, but each process allows the full limit. */
  here?: true;
}

/**
 * Rate limits: `points` in `seconds`, per user, or per address for visitors. contracts/calls/ names
 * a call's limit. Defaults: `export` for files, `read` for other GETs, `act` for the rest.
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
  suggest: { points: 120, seconds: 60, here: true },
  captcha: { points: 90, seconds: 300 },
  events: { points: 60, seconds: 60 },
  mail: { points: 5, seconds: 60 },
  setup: { points: 10, seconds: 60 },
  token: { points: 20, seconds: 3600 },
} as const satisfies Record<string, Rate>;
export type RateAction = keyof typeof RATE_TABLE;
export const RATES: Readonly<Record<RateAction, Rate>> = RATE_TABLE;

export const getDefaultRateAction = ({ method, path }: { method: string; path: string }) =>
  path.endsWith('.csv') ? 'export' : method === 'get' ? 'read' : 'act';

/** The counted key: a user, by browser or token, or a visitor's address block. */
const getLimitKey = ({ actor, ip }: ApiContext['var']): string =>
  actor ? `u${actor.userId}` : `a${toAddressBlock(ip)}`;

/** Concurrent windows of a process, in an LRU cache. */
const MAX_WINDOWS = 50_000;

/** Counts a call in the current window and returns the count. */
function countInProcess({ deps, ...caller }: ApiContext['var'], action: RateAction): RateWindow {
  deps.rateWindows ??= new LRUCache({ max: MAX_WINDOWS });
  const windowsByKey = deps.rateWindows;
  const key = `${action} ${getLimitKey({ deps, ...caller })}`;
  const now = performance.now();
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

/** Counts the call and returns the window's count. Throws tooMany. */
async function count(c: ApiContext, action: RateAction): Promise<number> {
  const { points, seconds, here }: Rate = RATES[action];
  if (here) {
    const { count: made, until } = countInProcess(c.var, action);
    return made > points ? throwTooMany(until - performance.now()) : made;
  }
  const { consumedPoints } = await getSharedLimiter(c.var.deps, action, { points, seconds })
    .consume(getLimitKey(c.var))
    .catch(onRefusal(({ msBeforeNext }) => throwTooMany(msBeforeNext)));
  return consumedPoints;
}

/** Counts a side effect of a call, in this process; returns whether it is within the limit. */
export const consumeWithinLimit = (c: ApiContext, action: RateAction): boolean =>
  c.var.deps.env.RATE_LIMITS === 'off' ||
  countInProcess(c.var, action).count <= RATES[action].points;

/** Applies a further limit to some queries of a call. Throws tooMany. */
export async function requireWithinRate(c: ApiContext, action: RateAction): Promise<void> {
  if (c.var.deps.env.RATE_LIMITS === 'on') await count(c, action);
}

/** Counts the call; over the limit it fails with the seconds to wait. */
export const limitRate = (action: RateAction): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.deps.env.RATE_LIMITS === 'on') c.set('recentCallCount', await count(c, action));
    await next();
  });
