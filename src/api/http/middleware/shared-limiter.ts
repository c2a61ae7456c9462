import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '../context.ts';

/**
 * The limiter of this name in the database, shared by all processes: `points` in `seconds`. A name
 * always has the same numbers.
 */
export function getSharedLimiter(
  deps: Deps,
  keyPrefix: string,
  { points, seconds }: { points: number; seconds: number },
): RateLimiterPostgres {
  deps.sharedLimiters ??= new Map();
  const limiter =
    deps.sharedLimiters.get(keyPrefix) ??
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
  deps.sharedLimiters.set(keyPrefix, limiter);
  return limiter;
}

/** For what a limiter rejects with: `refuse` throws for who is beyond the limit. */
export const onRefusal =
  (refuse: (refusal: RateLimiterRes) => never) =>
  (error: unknown): never => {
    if (error instanceof RateLimiterRes) refuse(error);
    throw error;
  };
