import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { indexNextChanges, MAX_TEXTS_PER_BATCH } from '#domain/search/index-posts.ts';
import type { Logger } from '#platform/log.ts';
import { createIncident } from '#publish/incident.ts';

/**
 * Milliseconds between two looks at what has changed: a text is found within a second, and a burst
 * of replies is sorted into the index in batches. A look at an empty table takes 0.05 ms.
 */
const INTERVAL_MS = 400;

/** Keeps what searches look at up to date with posts, until the signal aborts. */
export async function runSearchIndexer(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  const incident = createIncident(log, {
    failureMessage: 'new texts could not be indexed for searches; it is tried again',
    recoveryMessage: 'new texts are indexed for searches again',
  });
  const onSkipped = (error: unknown) =>
    log.error({ err: error }, 'a post could not be indexed for searches and is left out');
  while (!signal.aborted) {
    let pauseMs = INTERVAL_MS;
    try {
      // while more waits, only what else the thread has to do comes between
      if ((await indexNextChanges(db, onSkipped)) >= MAX_TEXTS_PER_BATCH) pauseMs = 0;
      incident.recordSuccess();
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = incident.recordFailure(error);
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}
