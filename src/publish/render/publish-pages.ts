import { setTimeout as delay } from 'node:timers/promises';
import { readStoredBrand, toPageBuild } from '#db/brand.ts';
import { MAX_BATCH_BYTES } from '#platform/limits.ts';
import { StorageError } from '../audit/storage-incident.ts';
import { readPageStates, readSnapshot } from '../files/page-records.ts';
import { preloadThreadPages } from './preload-thread-pages.ts';
import type { Publisher, PublishOptions, PublishOutcome } from './publisher.ts';
import { attemptRender, type RenderAttempt } from './render-attempt.ts';
import { withRenderLock } from './render-locks.ts';
import { saveAttempts } from './save-attempts.ts';

/**
 * Pages rendered under one set of locks: few, so that takedowns and urgent pages never wait long.
 */
const BATCH_SIZES = { urgent: 32, background: 8 } as const;

async function publishBatch(
  publisher: Publisher,
  paths: string[],
  isRequested: boolean,
): Promise<PublishOutcome[]> {
  return withRenderLock(publisher.lockDb, paths, async (lock) => {
    const [seen, states] = await Promise.all([
      readSnapshot(publisher.db),
      readPageStates(publisher.db, paths),
    ]);
    // Data that can't be read for all of them at once is read by each page: only those with the
    // fault fail.
    const [preloaded, brand] = await Promise.all([
      preloadThreadPages(publisher.db, paths).catch(() => new Map<string, unknown>()),
      readStoredBrand(publisher.db),
    ]);
    const build = toPageBuild(publisher.buildFingerprint, brand?.version ?? 0);
    const outcomes: PublishOutcome[] = [];
    const remainingPaths = paths[Symbol.iterator]();
    for (let isDone = false; !isDone; ) {
      const attempts: RenderAttempt[] = [];
      let bytes = 0;
      // Two at a time: one is rendered while the other waits for the database. With more, data
      // lives long enough to be promoted by the garbage collector.
      const renderNext = async () => {
        while (bytes < MAX_BATCH_BYTES) {
          const next = remainingPaths.next();
          if (next.done) {
            isDone = true;
            return;
          }
          const attempt = await attemptRender(
            publisher,
            next.value,
            states.get(next.value),
            { preloaded, brand },
            isRequested,
          );
          attempts.push(attempt);
          if (attempt.kind === 'made') bytes += attempt.content?.plain.length ?? 0;
        }
      };
      await Promise.all([renderNext(), renderNext()]);
      outcomes.push(...(await saveAttempts(publisher, lock, attempts, { seen, build })));
    }
    return outcomes;
  });
}

/** Throws when some of these pages could not be written. */
function assertWritten(outcomes: readonly PublishOutcome[]): void {
  if (outcomes.some((one) => one.unwritten)) throw new StorageError('pages could not be written');
}

/**
 * Renders these pages and writes their files. Pages that don't exist any more are removed; failed
 * ones are recorded and keep their file. Throws when the database is down, when the signal aborts,
 * and StorageError when background pages can't be written: their invalidations must stay.
 */
export async function publishPages(
  publisher: Publisher,
  paths: readonly string[],
  { priority = 'urgent', isRequested = false, signal }: PublishOptions = {},
): Promise<PublishOutcome[]> {
  const unique = [...new Set(paths)];
  const outcomes: PublishOutcome[] = [];
  for (let from = 0, pauseMs = 0; from < unique.length; from += BATCH_SIZES[priority]) {
    signal?.throwIfAborted();
    const publishNext = async () => {
      const batchOutcomes = await publishBatch(
        publisher,
        unique.slice(from, from + BATCH_SIZES[priority]),
        isRequested,
      );
      if (!isRequested) assertWritten(batchOutcomes);
      return batchOutcomes;
    };
    if (priority === 'urgent')
      outcomes.push(...(await publisher.priorityGate.runUrgent(publishNext)));
    else {
      // background work takes half of the time at most: a burst of replies needs the processor
      await delay(pauseMs, undefined, { signal });
      await publisher.priorityGate.waitForTurn();
      const startedMs = performance.now();
      outcomes.push(...(await publishNext()));
      pauseMs = performance.now() - startedMs;
    }
  }
  return outcomes;
}
