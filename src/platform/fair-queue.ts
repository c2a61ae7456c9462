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

/** Who is counted: a person or an address, and what it may have against one person. */
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

/** A task that waits, with the keys of its share. */
interface WaitingWork<T> {
  work: QueuedWork<T>;
  keys: readonly Key[];
}

/** Whether the first of two ranks comes before: by their first numbers that differ. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}

export class FairQueue<T> {
  readonly #limits: Required<FairQueueLimits>;
  readonly #now: () => number;
  #waiting: WaitingWork<T>[] = [];
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
  #usedBy({ name, weight }: Key, now: number): number {
    const used = this.#used.get(name);
    if (!used) return 0;
    const leaked = ((now - used.at) * this.#limits.msPerSecond * weight) / 1_000;
    return Math.max(0, used.ms - leaked) / weight;
  }

  /**
   * What the most loaded of some keys has, as `loadOf` says, which is asked once for each: hundreds
   * of tasks wait for a few, and who comes to a full queue must not wait for a look at all of them.
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

  /** Seconds until somebody may have more done; 0 for now. */
  secondsUntilAllowed(share: Share): number {
    const now = this.#now();
    const used = Math.max(0, ...toKeys(share).map((key) => this.#usedBy(key, now)));
    const excess = used - this.#limits.burstMs;
    return excess > 0 ? Math.ceil(excess / this.#limits.msPerSecond) : 0;
  }

  /** What each task's share has used lately, and will with what waits of it, in milliseconds. */
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

  /**
   * Adds a task. Returns the one that can't wait as the queue is full: the last one of whoever has
   * most in it, or this one itself.
   */
  add(work: QueuedWork<T>): T | undefined {
    this.#waiting.push({ work, keys: toKeys(work.share) });
    if (this.#waiting.length <= this.#limits.maxWaiting) return undefined;
    const loads = this.#loads();
    const [out] = this.#waiting.splice(loads.lastIndexOf(Math.max(...loads)), 1);
    return out?.work.task;
  }

  /** The index of the next task among those that may start; -1 when there is none. */
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

  /** Takes out what is done next; undefined when nothing waits. */
  take(): QueuedWork<T> | undefined {
    const next = this.#findNext();
    return next < 0 ? undefined : this.#waiting.splice(next, 1)[0]?.work;
  }

  /**
   * The next task among those that may start; undefined when there is none. Of those who share an
   * address that has used much, whoever has used least of it themselves.
   */
  peek(mayStart?: (work: QueuedWork<T>) => boolean): QueuedWork<T> | undefined {
    return this.#waiting[this.#findNext(mayStart)]?.work;
  }

  /** Takes a task out that nobody waits for any more; whether it was still there. */
  remove(task: T): boolean {
    const index = this.#waiting.findIndex(({ work }) => work.task === task);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** Takes out all tasks that match, in the order in which they came. */
  removeAll(matches: (task: T) => boolean): T[] {
    const { out = [], stay = [] } = Object.groupBy(this.#waiting, ({ work }) =>
      matches(work.task) ? 'out' : 'stay',
    );
    this.#waiting = stay;
    return out.map(({ work }) => work.task);
  }

  /** Takes everything out. */
  clear(): T[] {
    return this.removeAll(() => true);
  }

  /** Counts what something has cost. */
  charge(share: Share, ms: number): void {
    const now = this.#now();
    for (const key of toKeys(share))
      this.#used.set(key.name, { ms: this.#usedBy(key, now) * key.weight + ms, at: now });
  }
}
