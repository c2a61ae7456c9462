import { LRUCache } from 'lru-cache';
import { PUSH_SLOW_AFTER_MS, PUSH_SLOW_FOR_MS } from '#platform/limits.ts';

const MAX_SERVICES = 1_000;

/** Push services that answered late recently. Their messages use a separate lane. */
export interface SlowServices {
  has(host: string): boolean;
  /** Runs a request, and records whether the host answers promptly. */
  observe<T>(host: string, work: () => Promise<T>): Promise<T>;
}

export function createSlowServices(slowAfterMs = PUSH_SLOW_AFTER_MS): SlowServices {
  const slow = new LRUCache<string, true>({ max: MAX_SERVICES, ttl: PUSH_SLOW_FOR_MS });
  return {
    has: (host) => slow.has(host),
    async observe(host, work) {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        slow.set(host, true);
      }, slowAfterMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        if (!isLate) slow.delete(host);
      }
    },
  };
}
