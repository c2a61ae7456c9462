/* When something that ended is started again. */

const FIRST_MS = 200;
const MAX_MS = 30_000;
/** What has run for so long isn't in a loop of crashes: the next pause is the first one again. */
const STEADY_MS = 60_000;

export interface Backoff {
  /** Milliseconds to wait before the next start, after a run of so many milliseconds. */
  next(ranMilliseconds: number): number;
  /** How many ends in a row there have been. */
  readonly times: number;
}

export function createBackoff(): Backoff {
  let times = 0;
  return {
    next(ran) {
      times = ran >= STEADY_MS ? 1 : times + 1;
      return Math.min(MAX_MS, FIRST_MS * 2 ** (times - 1));
    },
    get times() {
      return times;
    },
  };
}
