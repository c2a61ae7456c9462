import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '#platform/env.ts';
import { STORAGE_POLL_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage.ts';

/** A storage of uploads or pages. */
type Probed = Pick<Storage, 'probe'>;

/**
 * Checks at the start whether a storage can be written. Throws ConfigError if the operator must
 * act. An unavailable storage is checked again until it responds or the signal aborts; the forum
 * runs without it meanwhile.
 */
export async function watchStorage(
  storage: Probed,
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

/** Retries until the storage responds. Never throws. */
async function retryProbe(
  storage: Probed,
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
      // Logs a fault that needs the operator once more, when it is found.
      const { message } = error as Error;
      if (error instanceof ConfigError && message !== loggedMessage)
        log.error({ reason: message }, 'storage.misconfigured');
      loggedMessage = message;
    }
  }
}
