import { setTimeout as delay } from 'node:timers/promises';
import { createIncident } from './incident.ts';
import type { Logger } from './log.ts';

interface LoopOptions {
  log: Logger;
  /** Its name in the log. */
  name: string;
  /** Milliseconds between runs if no work is left. */
  intervalMs: number;
  signal: AbortSignal;
}

/** More work left, or ms until the next run. Undefined: nothing was tried, a failure persists. */
export type PollResult = boolean | number | undefined;

/**
 * Calls `poll` until the signal aborts. Never throws. After a failure it waits longer each time, or
 * as long as the error's `retryAfterSeconds` says. Operators get one log entry per failure period.
 */
export async function runBackgroundLoop(
  { log, name, intervalMs, signal }: LoopOptions,
  poll: () => Promise<PollResult>,
): Promise<void> {
  const incident = createIncident(log, name);
  while (!signal.aborted) {
    let pauseMs = intervalMs;
    try {
      const result = await poll();
      if (result !== undefined) incident.recordSuccess();
      // if more is waiting, only yield to the thread's other work
      if (result === true) pauseMs = 0;
      else if (typeof result === 'number') pauseMs = result;
    } catch (error) {
      if (signal.aborted) return;
      const { retryAfterSeconds } = Object(error) as { retryAfterSeconds?: number };
      const growingMs = incident.recordFailure(error);
      pauseMs =
        retryAfterSeconds === undefined
          ? growingMs
          : Math.max(intervalMs, retryAfterSeconds * 1_000);
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}
