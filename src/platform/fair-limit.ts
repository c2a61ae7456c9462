import { FairQueue, type Share } from './fair-queue.ts';
import { measureSlot, type SharedSlotName } from './shared-slots.ts';

interface FairLimitOptions {
  /** The slot of the registry, if this limit is one. */
  slot?: SharedSlotName;
  /** Concurrent work, in the unit of `size`. */
  capacity: number;
  /** Maximum tasks in the queue. */
  maxWaiting: number;
  /** Concurrent tasks of one person; unlimited by default. */
  maxPerPerson?: number;
  /** Maximum wait of a task in milliseconds; unlimited by default. */
  patienceMs?: number;
  /** Creates the error for a task that can't wait, or waited too long. */
  createRefusal(): Error;
}

interface WorkOptions {
  /** In the unit of the limit's capacity; 1 by default. */
  size?: number;
  /** Refuses the task while it waits; a running task must watch it itself. */
  signal?: AbortSignal | undefined;
}

/** Runs work when capacity is free. */
export type FairLimit = <T>(
  work: () => Promise<T>,
  share?: Share,
  options?: WorkOptions,
) => Promise<T>;

interface WaitingTurn {
  size: number;
  turn: PromiseWithResolvers<void>;
  hasStarted: boolean;
}

/** Limits concurrent work. The rest waits in a FairQueue, which charges running time to shares. */
export function createFairLimit({
  slot,
  capacity,
  maxWaiting,
  maxPerPerson = Number.POSITIVE_INFINITY,
  patienceMs,
  createRefusal,
}: FairLimitOptions): FairLimit {
  const queue = new FairQueue<WaitingTurn>({ maxWaiting });
  let used = 0;
  let running = 0;
  if (slot) measureSlot(slot, () => ({ running, waiting: queue.size }));
  const runningOf = new Map<number, number>();
  const countRunning = ({ person }: Share, change: number) => {
    if (person === undefined) return;
    const running = (runningOf.get(person) ?? 0) + change;
    if (running > 0) runningOf.set(person, running);
    else runningOf.delete(person);
  };
  const mayStart = ({ share: { person } }: { share: Share }) =>
    person === undefined || (runningOf.get(person) ?? 0) < maxPerPerson;
  const startNext = () => {
    for (let next = queue.peek(mayStart); next; next = queue.peek(mayStart)) {
      if (used + next.task.size > capacity) return;
      queue.remove(next.task);
      used += next.task.size;
      running++;
      countRunning(next.share, 1);
      next.task.hasStarted = true;
      next.task.turn.resolve();
    }
  };
  return async (work, share = {}, { size = 1, signal } = {}) => {
    if (signal?.aborted) throw createRefusal();
    const task: WaitingTurn = { size, turn: Promise.withResolvers(), hasStarted: false };
    queue.add({ task, share })?.turn.reject(createRefusal());
    startNext();
    const giveUp = () => {
      if (queue.remove(task)) task.turn.reject(createRefusal());
    };
    const isTimed = patienceMs !== undefined && !task.hasStarted;
    const timer = isTimed ? setTimeout(giveUp, patienceMs) : undefined;
    signal?.addEventListener('abort', giveUp);
    await task.turn.promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      used -= size;
      running--;
      countRunning(share, -1);
      queue.charge(share, performance.now() - startedMs);
      startNext();
    }
  };
}
