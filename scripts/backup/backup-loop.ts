import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '#platform/backoff.ts';
import type { Logger } from '#platform/log.ts';
import { describeFailure } from '../cli/explain-failure.ts';

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
  const backoff = createBackoff({ lastMs: MAX_PAUSE_MS });
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await pass();
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return;
      const reason = describeFailure(error as Error);
      pause = backoff.nextPauseMs();
      log.error({ reason, times: backoff.failures, pause }, 'backup.failed');
    }
    await delay(Math.min(pause, MAX_TIMER_MS), undefined, { signal }).catch(() => {});
  }
}
