import { LRUCache } from 'lru-cache';
import { toAddressBlock } from './address-block.ts';

/*
 * A fair queue for a scarce resource, such as a thread. Order: urgency, then least recent use of
 * the share, so that a flood delays only its sender. A full queue drops the last task of the share
 * with most.
 */

/** A task's person and address. An address may have many people, and a person many accounts. */
export interface Share {
  person?: number | undefined;
  address?: string | undefined;
}

export interface QueuedWork<T> {
  task: T;
  share: Share;
  /** Lower runs first; 0 by default. */
  urgency?: number;
  /** Expected milliseconds; 1 by default. */
  expectedMs?: number;
}

export interface FairQueueLimits {
  /** Maximum waiting tasks. */
  maxWaiting: number;
  /** Milliseconds that a person may use at once, and per second from then on. */
  burstMs?: number;
  msPerSecond?: number;
}

/** An address's allowance, relative to a person's. */
const ADDRESS_WEIGHT = 4;
const MAX_KEYS = 10_000;
const DEFAULT_MS_PER_SECOND = 100;

/** A person or an address to count, with its allowance relative to a person's. */
interface Key {
  name: string;
  weight: number;
}

const toKeys = ({ person, address }: Share): readonly Key[] => [
  ...(person === undefined ? [] : [{ name: `u${person}`, weight: 1 }]),
  ...(address === undefined
    ? []
    : [{ name: `a${toAddressBlock(address)}`, weight: ADDRESS_WEIGHT }]),
];

/** A waiting task, with the keys of its share. */
interface WaitingWork<T> {
  work: QueuedWork<T>;
  keys: readonly Key[];
}

/** Compares ranks lexicographically. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}

export class FairQueue<T> {
  readonly #limits: Required<FairQueueLimits>;
  readonly #now: () => number;
  #waiting: WaitingWork<T>[] = [];
  /** Recent use, as leaky buckets. */
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

  /** Milliseconds of recent use by a key, scaled to a person's allowance. */
  #usedBy({ name, weight }: Key, now: number): number {
    const used = this.#used.get(name);
    if (!used) return 0;
    const leaked = ((now - used.at) * this.#limits.msPerSecond * weight) / 1_000;
    return Math.max(0, used.ms - leaked) / weight;
  }

  /**
   * The highest `loadOf` of some keys, memoized: a full queue has hundreds of tasks but few keys.
   */
  #mostOf(loadOf: (key: Key) => number): (keys: readonly Key[]) => number {
    const loads = new Map<string, number>();
    return (keys) => {
      let most = 0;
      for (const key of keys) {
        let load = loads.get(key.name);
        if (load === undefined) loads.set(key.name, (load = loadOf(key)));
        if (load > most) most = load;
      }
      return most;
    };
  }

  /** Seconds until the share may use more; 0 for now. */
  secondsUntilAllowed(share: Share): number {
    const now = this.#now();
    const used = Math.max(0, ...toKeys(share).map((key) => this.#usedBy(key, now)));
    const excess = used - this.#limits.burstMs;
    return excess > 0 ? Math.ceil(excess / this.#limits.msPerSecond) : 0;
  }

  /** Recent and queued use of each task's share, in milliseconds. */
  #loads(): number[] {
    const now = this.#now();
    const expected = new Map<string, number>();
    for (const { work, keys } of this.#waiting)
      for (const { name } of keys)
        expected.set(name, (expected.get(name) ?? 0) + (work.expectedMs ?? 1));
    const mostOf = this.#mostOf(
      (key) => this.#usedBy(key, now) + (expected.get(key.name) ?? 0) / key.weight,
    );
    return this.#waiting.map(({ keys }) => mostOf(keys));
  }

  /** Adds a task. A full queue returns the dropped one: the last of the most loaded share. */
  add(work: QueuedWork<T>): T | undefined {
    this.#waiting.push({ work, keys: toKeys(work.share) });
    if (this.#waiting.length <= this.#limits.maxWaiting) return undefined;
    const loads = this.#loads();
    const [out] = this.#waiting.splice(loads.lastIndexOf(Math.max(...loads)), 1);
    return out?.work.task;
  }

  /** The index of the next startable task; -1 if there is none. */
  #findNext(mayStart: (work: QueuedWork<T>) => boolean = () => true): number {
    const now = this.#now();
    const mostUsedOf = this.#mostOf((key) => this.#usedBy(key, now));
    let next = -1;
    let nextRank: readonly number[] = [];
    for (const [index, { work, keys }] of this.#waiting.entries()) {
      if (!mayStart(work)) continue;
      const { share, urgency = 0, expectedMs = 1 } = work;
      // a person's key is the first
      const own = share.person === undefined ? [] : keys.slice(0, 1);
      const rank = [urgency, mostUsedOf(keys), mostUsedOf(own) + expectedMs];
      if (next >= 0 && !isLess(rank, nextRank)) continue;
      next = index;
      nextRank = rank;
    }
    return next;
  }

  /** Removes and returns the next task; undefined if the queue is empty. */
  take(): QueuedWork<T> | undefined {
    const next = this.#findNext();
    return next < 0 ? undefined : this.#waiting.splice(next, 1)[0]?.work;
  }

  /** The next startable task, if any. On a busy address, people with the least use are first. */
  peek(mayStart?: (work: QueuedWork<T>) => boolean): QueuedWork<T> | undefined {
    return this.#waiting[this.#findNext(mayStart)]?.work;
  }

  /** Removes a cancelled task; returns whether it was queued. */
  remove(task: T): boolean {
    const index = this.#waiting.findIndex(({ work }) => work.task === task);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** Removes all matching tasks, in order of arrival. */
  removeAll(matches: (task: T) => boolean): T[] {
    const { out = [], stay = [] } = Object.groupBy(this.#waiting, ({ work }) =>
      matches(work.task) ? 'out' : 'stay',
    );
    this.#waiting = stay;
    return out.map(({ work }) => work.task);
  }

  clear(): T[] {
    return this.removeAll(() => true);
  }

  /** Adds the cost of a task to its share. */
  charge(share: Share, ms: number): void {
    const now = this.#now();
    for (const key of toKeys(share))
      this.#used.set(key.name, { ms: this.#usedBy(key, now) * key.weight + ms, at: now });
  }
}
