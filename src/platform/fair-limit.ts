import { FairQueue, type Share } from './fair-queue.ts';

interface FairLimitOptions {
  /** How much runs at once, in the unit of `size`. */
  capacity: number;
  /** Works that wait for it. */
  maxWaiting: number;
  /** Milliseconds for which each waits at most; as long as it takes unless said otherwise. */
  patienceMs?: number;
  /** What is thrown for work that can't wait, or has waited for too long. */
  createRefusal(): Error;
}

/** Runs work when there is room for it, of `size`; 1 unless said otherwise. */
export type FairLimit = <T>(work: () => Promise<T>, share?: Share, size?: number) => Promise<T>;

interface WaitingTurn {
  size: number;
  turn: PromiseWithResolvers<void>;
  hasBegun: boolean;
}

/** Limits what runs at once. The rest waits in a FairQueue, and costs its share the time it ran. */
export function createFairLimit({
  capacity,
  maxWaiting,
  patienceMs,
  createRefusal,
}: FairLimitOptions): FairLimit {
  const queue = new FairQueue<WaitingTurn>({ maxWaiting });
  let used = 0;
  const startNext = () => {
    for (let next = queue.peek(); next; next = queue.peek()) {
      if (used + next.task.size > capacity) return;
      queue.remove(next.task);
      used += next.task.size;
      next.task.hasBegun = true;
      next.task.turn.resolve();
    }
  };
  return async (work, share = {}, size = 1) => {
    const task: WaitingTurn = { size, turn: Promise.withResolvers(), hasBegun: false };
    queue.add({ task, share })?.turn.reject(createRefusal());
    startNext();
    const giveUp = () => {
      if (queue.remove(task)) task.turn.reject(createRefusal());
    };
    const isTimed = patienceMs !== undefined && !task.hasBegun;
    const timer = isTimed ? setTimeout(giveUp, patienceMs) : undefined;
    await task.turn.promise.finally(() => clearTimeout(timer));
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      used -= size;
      queue.charge(share, performance.now() - startedMs);
      startNext();
    }
  };
}
