import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import type { RunningJobs } from './background-jobs.ts';

/**
 * Milliseconds before background jobs are started again; doubled up to the second number while that
 * fails.
 */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Runs the background jobs, and starts them again after they have failed or ended because the
 * database was down.
 */
export function superviseJobs(
  start: () => Promise<RunningJobs>,
  log: Logger,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  let running: RunningJobs | undefined;

  async function runUntilStopped(): Promise<void> {
    for (
      let pause = MIN_PAUSE_MS;
      !ending.signal.aborted;
      pause = Math.min(MAX_PAUSE_MS, pause * 2)
    ) {
      try {
        running = await start();
        if (ending.signal.aborted) return;
        pause = MIN_PAUSE_MS;
        await running.ended;
        running = undefined;
        if (!ending.signal.aborted)
          log.error({ pause }, 'background jobs ended and are started again');
      } catch (error) {
        running = undefined;
        if (!ending.signal.aborted)
          log.error(
            { err: error, pause },
            'background jobs could not be started; it is tried again',
          );
      }
      await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  const supervision = runUntilStopped();

  return {
    async stop() {
      ending.abort();
      await running?.stop().catch(() => {});
      await supervision;
      await running?.stop().catch(() => {}); // it was just starting
    },
  };
}
