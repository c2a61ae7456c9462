/**
 * Milliseconds after which background work runs however busy the renderer is: lists are rendered
 * even under constant load.
 */
const MAX_BACKGROUND_WAIT_MS = 1_000;

/**
 * Orders the work of the renderer's thread: urgent work (replies, pages that a reader waits for,
 * takedowns) runs before lists, counts and pages of older templates.
 */
export class PriorityGate {
  #urgent = 0;
  readonly #waiting = new Set<() => void>();

  /** Runs urgent work. */
  async runUrgent<T>(work: () => Promise<T>): Promise<T> {
    this.#urgent++;
    try {
      return await work();
    } finally {
      if (--this.#urgent === 0) for (const go of this.#waiting) go();
    }
  }

  /** Resolves when background work may run. */
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
