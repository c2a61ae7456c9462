import { setTimeout as delay } from 'node:timers/promises';
import { createIncident } from './incident.ts';
import type { Logger } from './log.ts';

interface LoopOptions {
  log: Logger;
  /** Of what it does, in the log. */
  name: string;
  /** Milliseconds between two looks when nothing is left to do. */
  intervalMs: number;
  signal: AbortSignal;
}

/**
 * What a look has found: whether more is left, which is done at once, or the milliseconds until the
 * next look. Undefined: nothing was tried, which doesn't end a failure.
 */
export type LookResult = boolean | number | undefined;

/**
 * Calls `look` until the signal aborts. After a failure it waits longer each time, unless the error
 * says how long (`retryAfterSeconds`); operators are told once.
 */
export async function runBackgroundLoop(
  { log, name, intervalMs, signal }: LoopOptions,
  look: () => Promise<LookResult>,
): Promise<void> {
  const incident = createIncident(log, name);
  while (!signal.aborted) {
    let pauseMs = intervalMs;
    try {
      const result = await look();
      if (result !== undefined) incident.recordSuccess();
      // while more waits, only what else the thread has to do comes between
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
