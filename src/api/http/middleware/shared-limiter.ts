import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Deps } from '../context.ts';

const limiters = new WeakMap<Deps, Map<string, RateLimiterPostgres>>();

/**
 * The counter of this name in the database, which all processes share: `points` in `seconds`. Each
 * name has one pair of numbers.
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
