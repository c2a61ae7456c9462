/* When something that ended is started again. */

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;
/** What has run for so long isn't in a loop of crashes: the next pause is the first one again. */
const STABLE_RUN_MS = 60_000;

export interface Backoff {
  /** Milliseconds to wait before the next start, after a run of so many milliseconds. */
  nextPauseMs(ranMilliseconds: number): number;
  /** How many ends in a row there have been. */
  readonly failures: number;
}

export function createBackoff(maxPauseMs = MAX_PAUSE_MS): Backoff {
  let times = 0;
  return {
    nextPauseMs(ran) {
      times = ran >= STABLE_RUN_MS ? 1 : times + 1;
      return Math.min(maxPauseMs, FIRST_PAUSE_MS * 2 ** (times - 1));
    },
    get failures() {
      return times;
    },
  };
}
