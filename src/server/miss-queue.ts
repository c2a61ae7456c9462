import { MAX_MISSES, MISS_REQUESTS, MISS_WAIT_MS, MISSES_TOGETHER } from '#contracts/limits.ts';
import type { Outcome } from '#publish/publish.ts';

/**
 * Thrown when so many pages are waited for that one more would wait in vain, or when one isn't made
 * in time.
 */
export class MissRefused extends Error {
  override name = 'MissRefused';
}

export interface MissQueue {
  /**
   * Has a page made that doesn't stand. However many ask for it at once, it is made once. Throws
   * MissRefused.
   */
  make(path: string): Promise<Outcome>;
}

export interface MissLimits {
  /** Pages that are waited for. */
  pages: number;
  /** Pages rendered together. */
  together: number;
  /** Requests that the renderer has at once. */
  requests: number;
  waitMs: number;
}

const LIMITS: MissLimits = {
  pages: MAX_MISSES,
  together: MISSES_TOGETHER,
  requests: MISS_REQUESTS,
  waitMs: MISS_WAIT_MS,
};

interface Page {
  path: string;
  settle(outcome: Outcome | Error): void;
}

/**
 * What readers ask for and doesn't stand, in the order in which it is asked for, a few pages at a
 * time.
 */
export function createMissQueue(
  publish: (paths: readonly string[]) => Promise<Outcome[]>,
  limits: MissLimits = LIMITS,
): MissQueue {
  const made = new Map<string, Promise<Outcome>>();
  const queue: Page[] = [];
  let running = 0;

  /** Makes pages until none waits. Never throws: what fails is told to those who wait. */
  const work = async () => {
    running++;
    for (
      let some = queue.splice(0, limits.together);
      some.length > 0;
      some = queue.splice(0, limits.together)
    ) {
      try {
        const outcomes = new Map(
          (await publish(some.map((page) => page.path))).map((one) => [one.path, one]),
        );
        for (const { path, settle } of some)
          settle(outcomes.get(path) ?? { path, status: 500, changed: false });
      } catch (error) {
        for (const { settle } of some) settle(error as Error);
      }
    }
    running--;
  };

  const waitFor = (path: string): Promise<Outcome> => {
    const outcome = new Promise<Outcome>((resolve, reject) => {
      queue.push({
        path,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
      });
    }).finally(() => made.delete(path));
    made.set(path, outcome);
    if (running < limits.requests) void work();
    return outcome;
  };

  return {
    async make(path) {
      const known = made.get(path);
      if (!known && made.size >= limits.pages)
        throw new MissRefused('too many pages are waited for');
      const outcome = known ?? waitFor(path);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new MissRefused('the page is not made in time')),
          limits.waitMs,
        );
      });
      try {
        return await Promise.race([outcome, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
