/* When something that ended or failed is tried again: twice as long each time. */

/** What has run for so long isn't in a loop of crashes: the next pause is the first one again. */
const STABLE_RUN_MS = 60_000;

export interface Backoff {
  /** Milliseconds to wait before the next try, after a run of so many milliseconds. */
  nextPauseMs(ranMilliseconds?: number): number;
  /** The next failure is a first one. */
  reset(): void;
  /** How many ends in a row there have been. */
  readonly failures: number;
}

/** `firstMs` and `lastMs`: the shortest and the longest pause. */
export function createBackoff({ firstMs = 200, lastMs = 30_000 } = {}): Backoff {
  let times = 0;
  return {
    nextPauseMs(ran = 0) {
      times = ran >= STABLE_RUN_MS ? 1 : times + 1;
      return Math.min(lastMs, firstMs * 2 ** (times - 1));
    },
    reset() {
      times = 0;
    },
    get failures() {
      return times;
    },
  };
}
