import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '../context.ts';

/** The limiter of this name, shared by all processes. A name must always have the same numbers. */
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

/** For a limiter's rejections: `refuse` throws if the caller is over the limit. */
export const onRefusal =
  (refuse: (refusal: RateLimiterRes) => never) =>
  (error: unknown): never => {
    if (error instanceof RateLimiterRes) refuse(error);
    throw error;
  };
