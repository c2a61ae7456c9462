import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Deps } from '../context.ts';

const limiters = new WeakMap<Deps, Map<string, RateLimiterPostgres>>();

/**
 * The limiter of this name in the database, shared by all processes: `points` in `seconds`. A name
 * always has the same numbers.
 */
export function getSharedLimiter(
  deps: Deps,
  keyPrefix: string,
  { points, seconds }: { points: number; seconds: number },
): RateLimiterPostgres {
  const limitersByPrefix = limiters.get(deps) ?? new Map<string, RateLimiterPostgres>();
  limiters.set(deps, limitersByPrefix);
  const limiter =
    limitersByPrefix.get(keyPrefix) ??
    new RateLimiterPostgres({
      storeClient: deps.db.$client,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
      clearExpiredByTimeout: false,
    });
  limitersByPrefix.set(keyPrefix, limiter);
  return limiter;
}
