import { withTimeout } from '#platform/timeout.ts';

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
  readonly #waiting: (() => void)[] = [];

  /** Runs urgent work. */
  async runUrgent<T>(work: () => Promise<T>): Promise<T> {
    this.#urgent++;
    try {
      return await work();
    } finally {
      if (--this.#urgent === 0) for (const go of this.#waiting.splice(0)) go();
    }
  }

  /** Resolves when background work may run. */
  async waitForTurn(): Promise<void> {
    if (this.#urgent === 0) return;
    const turn = new Promise<void>((resolve) => void this.#waiting.push(resolve));
    await withTimeout(MAX_BACKGROUND_WAIT_MS, turn).catch(() => {});
  }
}
