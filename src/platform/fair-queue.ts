import { LRUCache } from 'lru-cache';
import { toAddressBlock } from './address-block.ts';

/*
 * A queue for work that many ask for and few do at a time, such as a single thread's. It is shared
 * fairly: next is what is more urgent, then what belongs to whoever has used least of it lately.
 * Whoever fills it waits behind their own work, everybody else does not; when it is full, those who
 * have most in it lose the last of it.
 */

/** For whom something is done. An address may have many people behind it, and one many accounts. */
export interface Share {
  person?: number | undefined;
  address?: string | undefined;
}

export interface QueuedWork<T> {
  task: T;
  share: Share;
  /** Less is more urgent; 0 unless said otherwise. */
  urgency?: number;
  /** Milliseconds that it will probably take; 1 unless said otherwise. */
  expectedMs?: number;
}

export interface FairQueueLimits {
  /** Tasks that wait. */
  maxWaiting: number;
  /** Milliseconds that a person may use at once, and in each second from then on. */
  burstMs?: number;
  msPerSecond?: number;
}

/** What an address may have, against a person. */
const ADDRESS_WEIGHT = 4;
const MAX_KEYS = 10_000;
const DEFAULT_MS_PER_SECOND = 100;

/** The keys of a share, with what each may have against one person. */
const toKeys = ({ person, address }: Share): [key: string, weight: number][] => [
  ...(person === undefined ? [] : [[`u${person}`, 1] as [string, number]]),
  ...(address === undefined
    ? []
    : [[`a${toAddressBlock(address)}`, ADDRESS_WEIGHT] as [string, number]]),
];

/** Whether the first of two ranks comes before: by their first numbers that differ. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}

export class FairQueue<T> {
  readonly #limits: Required<FairQueueLimits>;
  readonly #now: () => number;
  #waiting: QueuedWork<T>[] = [];
  /** What was used lately, as buckets that leak. */
  readonly #used = new LRUCache<string, { ms: number; at: number }>({ max: MAX_KEYS });

  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = {
      burstMs: Number.POSITIVE_INFINITY,
      msPerSecond: DEFAULT_MS_PER_SECOND,
      ...limits,
    };
    this.#now = now;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Milliseconds that a key has used lately, of a person's measure. */
  #usedBy([key, weight]: [string, number], now: number): number {
    const used = this.#used.get(key);
    if (!used) return 0;
    const leaked = ((now - used.at) * this.#limits.msPerSecond * weight) / 1_000;
    return Math.max(0, used.ms - leaked) / weight;
  }

  #usedByShare(share: Share, now: number): number {
    return Math.max(0, ...toKeys(share).map((key) => this.#usedBy(key, now)));
  }

  /** Seconds until somebody may have more done; 0 for now. */
  secondsUntilAllowed(share: Share): number {
    const excess = this.#usedByShare(share, this.#now()) - this.#limits.burstMs;
    return excess > 0 ? Math.ceil(excess / this.#limits.msPerSecond) : 0;
  }

  /** What each task's share has used lately, and will with what waits of it, in milliseconds. */
  #loads(): number[] {
    const now = this.#now();
    const expected = new Map<string, number>();
    for (const { share, expectedMs = 1 } of this.#waiting)
      for (const [key] of toKeys(share)) expected.set(key, (expected.get(key) ?? 0) + expectedMs);
    return this.#waiting.map(({ share }) =>
      Math.max(
        0,
        ...toKeys(share).map(
          ([key, weight]) => this.#usedBy([key, weight], now) + (expected.get(key) ?? 0) / weight,
        ),
      ),
    );
  }

  /**
   * Adds a task. Returns the one that can't wait as the queue is full: the last one of whoever has
   * most in it, or this one itself.
   */
  add(work: QueuedWork<T>): T | undefined {
    this.#waiting.push(work);
    if (this.#waiting.length <= this.#limits.maxWaiting) return undefined;
    const loads = this.#loads();
    const [out] = this.#waiting.splice(loads.lastIndexOf(Math.max(...loads)), 1);
    return out?.task;
  }

  /** Takes out what is done next; undefined when nothing waits. */
  take(): QueuedWork<T> | undefined {
    const next = this.peek();
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  /**
   * What is done next; undefined when nothing waits. Of those who share an address that has used
   * much, whoever has used least of it themselves.
   */
  peek(): QueuedWork<T> | undefined {
    const now = this.#now();
    let next: QueuedWork<T> | undefined;
    let nextRank: readonly number[] = [];
    for (const work of this.#waiting) {
      const { share, urgency = 0, expectedMs = 1 } = work;
      const rank = [
        urgency,
        this.#usedByShare(share, now),
        this.#usedByShare({ person: share.person }, now) + expectedMs,
      ];
      if (next && !isLess(rank, nextRank)) continue;
      next = work;
      nextRank = rank;
    }
    return next;
  }

  /** Takes a task out that nobody waits for any more; whether it was still there. */
  remove(task: T): boolean {
    const index = this.#waiting.findIndex((work) => work.task === task);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** Takes everything out. */
  clear(): T[] {
    return this.#waiting.splice(0).map(({ task }) => task);
  }

  /** Counts what something has cost. */
  charge(share: Share, ms: number): void {
    const now = this.#now();
    for (const key of toKeys(share)) {
      const [name, weight] = key;
      this.#used.set(name, { ms: this.#usedBy(key, now) * weight + ms, at: now });
    }
  }
}
