/** A run this long resets the pause: it isn't in a crash loop. */
const STABLE_RUN_MS = 60_000;

export interface Backoff {
  /** Milliseconds before the next try, given the duration of the last run. */
  nextPauseMs(ranMilliseconds?: number): number;
  reset(): void;
  /** Failures in a row. */
  readonly failures: number;
}

/** Doubling pauses between `firstMs` and `lastMs`. */
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
