import type { Db } from '#db/client.ts';
import { indexNextChanges, MAX_TEXTS_PER_BATCH } from '#domain/search/index-posts.ts';
import type { Logger } from '#platform/log.ts';
import { runBackgroundLoop } from './background-loop.ts';

/**
 * Milliseconds between two looks at what has changed: a text is found within a second, and a burst
 * of replies is sorted into the index in batches. A look at an empty table takes 0.05 ms.
 */
const INTERVAL_MS = 400;

/** Keeps what searches look at up to date with posts, until the signal aborts. */
export function runSearchIndexer(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  const onSkipped = (error: unknown) =>
    log.error({ err: error }, 'a post could not be indexed for searches and is left out');
  return runBackgroundLoop(
    {
      log,
      signal,
      intervalMs: INTERVAL_MS,
      failureMessage: 'new texts could not be indexed for searches; it is tried again',
      recoveryMessage: 'new texts are indexed for searches again',
    },
    async () => (await indexNextChanges(db, onSkipped)) >= MAX_TEXTS_PER_BATCH,
  );
}
