import { withTimeout } from '#platform/timeout.ts';

/** Milliseconds after which work runs even if more urgent work is waiting. */
const MAX_WAIT_MS = {
  /** Lists are rendered even under constant load. */
  background: 1_000,
  /** A reader gets a private page even during a burst of replies. */
  private: 250,
} as const;
/** Milliseconds for which work that can wait is put off. */
const BURST_MS = 3_000;
/** Maximum pause between private pages, in milliseconds. */
const MAX_REST_MS = 1_000;

/** The party that waits for urgent work. */
type Urgency = 'publisher' | 'reader';

interface WaitingTurn {
  isFree(): boolean;
  start(): void;
}

/**
 * Orders the renderer's work: replies, takedowns and awaited pages precede lists, counts and
 * outdated pages. Private pages run after replies and takedowns.
 */
export class PriorityGate {
  readonly #running = { publisher: 0, reader: 0 };
  #waiting: WaitingTurn[] = [];
  #restEndsAtMs = 0;
  #burstEndsAtMs = 0;

  /** Records that pages change faster than all of them can be rendered. */
  recordBurst(): void {
    this.#burstEndsAtMs = performance.now() + BURST_MS;
  }

  /** Whether to put off work that nobody waits for. */
  get isInBurst(): boolean {
    return performance.now() < this.#burstEndsAtMs;
  }

  #startWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((turn) => !turn.isFree());
    for (const turn of waiting) if (turn.isFree()) turn.start();
  }

  async #waitUntil(isFree: () => boolean, maxMs: number): Promise<void> {
    if (isFree()) return;
    const turn = new Promise<void>((start) => void this.#waiting.push({ isFree, start }));
    await withTimeout(maxMs, turn).catch(() => {});
  }

  async runUrgent<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    this.#running[urgency]++;
    try {
      return await work();
    } finally {
      this.#running[urgency]--;
      this.#startWaiting();
    }
  }

  /** Renders a private page, then pauses private pages for as long: they get half of the time. */
  async runPrivate<T>(work: () => Promise<T>): Promise<T> {
    const isRested = () => performance.now() >= this.#restEndsAtMs;
    await this.#waitUntil(isRested, this.#restEndsAtMs - performance.now());
    await this.#waitUntil(() => this.#running.publisher === 0, MAX_WAIT_MS.private);
    const startedMs = performance.now();
    try {
      return await this.runUrgent('reader', work);
    } finally {
      const endedMs = performance.now();
      this.#restEndsAtMs = endedMs + Math.min(endedMs - startedMs, MAX_REST_MS);
    }
  }

  /** Resolves when background work may run. */
  async waitForTurn(): Promise<void> {
    const isFree = () => this.#running.publisher + this.#running.reader === 0;
    await this.#waitUntil(isFree, MAX_WAIT_MS.background);
  }
}
