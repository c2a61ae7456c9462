import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '#platform/env.ts';
import { STORAGE_POLL_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage.ts';

/**
 * Looks at the start whether uploads can be kept. Throws ConfigError for what only the operator can
 * mend. A storage that is away is looked at again and again until it answers, or the signal aborts:
 * the forum runs without it meanwhile.
 */
export async function watchStorage(
  storage: Storage,
  log: Logger,
  signal: AbortSignal,
  pauseMs = STORAGE_POLL_MS,
): Promise<void> {
  try {
    await storage.probe();
    return;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.warn({ reason: (error as Error).message }, 'storage.failed');
  }
  void retryProbe(storage, log, signal, pauseMs);
}

/** Asks until the storage answers. Never throws. */
async function retryProbe(
  storage: Storage,
  log: Logger,
  signal: AbortSignal,
  pauseMs: number,
): Promise<void> {
  for (let loggedMessage = ''; !signal.aborted; ) {
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    try {
      await storage.probe();
      log.warn('storage.recovered');
      return;
    } catch (error) {
      // What can't mend itself is said once more, when it turns out to be that.
      const { message } = error as Error;
      if (error instanceof ConfigError && message !== loggedMessage)
        log.error({ reason: message }, 'storage.misconfigured');
      loggedMessage = message;
    }
  }
}
