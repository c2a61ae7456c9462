import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#contracts/errors.ts';
import { addressBlock } from '#platform/address.ts';
import type { ApiEnv, Ctx, Deps } from '../context.ts';
import { limiterOf } from './limiter.ts';

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
const TABLE = {
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
export type Action = keyof typeof TABLE;
export const RATES: Readonly<Record<Action, Rate>> = TABLE;

/**
 * Who is counted: a user, whether by a browser or by programs with their tokens, or the block of
 * addresses that a visitor has.
 */
const payer = ({ actor, ip }: Ctx['var']): string =>
  actor ? `u${actor.userId}` : `a${addressBlock(ip)}`;

/**
 * Windows that a process counts at the same time; whoever was counted longest ago is forgotten
 * first.
 */
const WINDOWS = 50_000;

interface Window {
  count: number;
  /** Milliseconds since 1970. */
  until: number;
}

const windows = new WeakMap<Deps, LRUCache<string, Window>>();

/** Counts one call of the present window, and says what that makes. */
function countHere({ deps, ...caller }: Ctx['var'], action: Action): Window {
  const known = windows.get(deps) ?? new LRUCache<string, Window>({ max: WINDOWS });
  windows.set(deps, known);
  const key = `${action} ${payer({ deps, ...caller })}`;
  const now = Date.now();
  const found = known.get(key);
  const current =
    found && found.until > now ? found : { count: 0, until: now + RATES[action].seconds * 1_000 };
  current.count++;
  known.set(key, current);
  return current;
}

function refuse(milliseconds: number): never {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  throw new AppError('tooMany', { retryAfter, values: { seconds: retryAfter } });
}

/** Counts the call; how many it makes in its window. Throws tooMany. */
async function count(c: Ctx, action: Action): Promise<number> {
  const { points, seconds, here }: Rate = RATES[action];
  if (here) {
    const { count: made, until } = countHere(c.var, action);
    return made > points ? refuse(until - Date.now()) : made;
  }
  try {
    return (await limiterOf(c.var.deps, action, { points, seconds }).consume(payer(c.var)))
      .consumedPoints;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return refuse(refusal.msBeforeNext);
  }
}

/**
 * Whether the caller may do this once more, which is counted; for what a call does beside
 * answering. The action is counted `here`.
 */
export const mayOnceMore = (c: Ctx, action: Action): boolean =>
  c.var.deps.env.RATE_LIMITS === 'off' || countHere(c.var, action).count <= RATES[action].points;

const actions = new WeakMap<MiddlewareHandler<ApiEnv>, Action>();
/** The limit that a middleware is; undefined for others. */
export const rateOf = (middleware: MiddlewareHandler): Action | undefined =>
  actions.get(middleware);

/** Counts the call and refuses what is too much, with the seconds to wait. */
export function rate(action: Action): MiddlewareHandler<ApiEnv> {
  const middleware = createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.deps.env.RATE_LIMITS === 'on') c.set('pace', await count(c, action));
    await next();
  });
  actions.set(middleware, action);
  return middleware;
}
