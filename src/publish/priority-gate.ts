/**
 * Milliseconds after which what was put off goes on, however busy it is: under a load that never
 * ends lists still move.
 */
const MAX_BACKGROUND_WAIT_MS = 1_000;

/**
 * One thread renders everything, so it has an order: what somebody waits for (a reply, a page that
 * is asked for, a takedown) comes before lists, counts and the pages of older templates.
 */
export class PriorityGate {
  #urgent = 0;
  readonly #waiting = new Set<() => void>();

  /** Runs what somebody waits for. */
  async runUrgent<T>(work: () => Promise<T>): Promise<T> {
    this.#urgent++;
    try {
      return await work();
    } finally {
      if (--this.#urgent === 0) for (const go of this.#waiting) go();
    }
  }

  /** Resolves when it's the turn of what can wait. */
  async waitForTurn(): Promise<void> {
    if (this.#urgent === 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, MAX_BACKGROUND_WAIT_MS);
      this.#waiting.add(go);
    });
  }
}
