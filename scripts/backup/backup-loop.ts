import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { describeFailure } from '../cli/explain-failure.ts';
import { createBackoff } from '../start/backoff.ts';

/** Milliseconds until the next look while another process makes the backup. */
export const BUSY_LOOK_MS = 30_000;
/** Milliseconds at most until a backup that failed is tried again. */
const MAX_PAUSE_MS = 600_000;
/** The longest time that a timer of Node's can have. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Looks whether a backup is due and makes it, again and again, until it is aborted. `pass` does one
 * look, and returns after how many milliseconds the next one is; what it throws is told, and it is
 * tried again, later each time.
 */
export async function runBackupLoop(
  pass: () => Promise<number>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let backoff = createBackoff(MAX_PAUSE_MS);
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await pass();
      backoff = createBackoff(MAX_PAUSE_MS);
    } catch (error) {
      if (signal.aborted) return;
      const reason = describeFailure(error as Error);
      pause = backoff.nextPauseMs(0);
      log.error(
        { reason, times: backoff.failures, pause },
        `the backup was not made (${reason}); it is tried again in ${pause} ms`,
      );
    }
    await delay(Math.min(pause, MAX_TIMER_MS), undefined, { signal }).catch(() => {});
  }
}
