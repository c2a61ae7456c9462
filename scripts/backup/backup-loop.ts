import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '#platform/backoff.ts';
import type { Logger } from '#platform/log.ts';
import { describeFailure } from '../cli/explain-failure.ts';

/** Milliseconds until the next check while another process makes the backup. */
export const BUSY_LOOK_MS = 30_000;
/** Longest pause before a failed backup is retried. */
const MAX_PAUSE_MS = 600_000;
/** The longest delay of a Node timer. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Calls `pass` until aborted; it makes a backup if due, and returns milliseconds until the next
 * call. Errors are logged, and retried after growing pauses.
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
