import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { createIncident, type IncidentTexts } from '#publish/audit/incident.ts';

interface LoopOptions extends IncidentTexts {
  log: Logger;
  /** Milliseconds between two looks when nothing is left to do. */
  intervalMs: number;
  signal: AbortSignal;
}

/**
 * Calls `work` until the signal aborts: again at once while it says that more is left, else after
 * the interval. After a failure it waits longer each time; operators are told once.
 */
export async function runBackgroundLoop(
  { log, intervalMs, signal, ...texts }: LoopOptions,
  work: () => Promise<boolean>,
): Promise<void> {
  const incident = createIncident(log, texts);
  while (!signal.aborted) {
    let pauseMs = intervalMs;
    try {
      // while more waits, only what else the thread has to do comes between
      if (await work()) pauseMs = 0;
      incident.recordSuccess();
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = incident.recordFailure(error);
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}
