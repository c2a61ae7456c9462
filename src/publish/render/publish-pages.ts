import { setTimeout as delay } from 'node:timers/promises';
import { parsePath } from '#contracts/paths.ts';
import { readStoredBrand, toPageBuild } from '#db/brand.ts';
import { shareReads } from '#db/share-reads.ts';
import type { Runner } from '#db/statement.ts';
import { MAX_BATCH_BYTES } from '#platform/limits.ts';
import { isUnwritable } from '#platform/unavailable.ts';
import { StorageError } from '../audit/storage-incident.ts';
import {
  deletePageRecords,
  readPageStates,
  readSnapshot,
  recordPages,
  recordWritten,
} from '../files/page-records.ts';
import type { NewPage } from '../files/page-store.ts';
import { requestPurges } from '../files/purge-queue.ts';
import { preloadThreadPages } from './preload-thread-pages.ts';
import { type PageFailure, recordFailures } from './publish-failures.ts';
import type { Publisher, PublishOptions, PublishOutcome } from './publisher.ts';
import { attemptRender, type RenderAttempt, toOutcome } from './render-attempt.ts';
import { withRenderLock } from './render-locks.ts';

interface WriteFailures {
  /** Their files are unchanged, and can't be written now. */
  waiting: string[];
  /** Something blocks their own file. */
  failed: PageFailure[];
}

/** Writes the files of recorded pages. Returns those that could not be written. */
async function writePages(
  { pages, storageIncident, log }: Publisher,
  changed: readonly NewPage[],
): Promise<WriteFailures> {
  const errors = [...(await pages.write(changed))];
  const lasting = errors.find(([, error]) => isUnwritable(error))?.[1];
  if (lasting) storageIncident.recordFailure(lasting);
  else if (errors.length < changed.length) storageIncident.recordSuccess();
  const failed: PageFailure[] = [];
  const waiting: string[] = [];
  for (const [path, error] of errors) {
    if (isUnwritable(error)) {
      waiting.push(path);
      continue;
    }
    log.error({ err: error, path }, 'page.writeFailed');
    failed.push({ path, message: error.message });
  }
  return { waiting, failed };
}

/** Removes absent pages. Returns those that can't be removed now. */
async function removeAbsent(
  { pages, storageIncident }: Publisher,
  paths: readonly string[],
): Promise<readonly string[]> {
  try {
    if (paths.length > 0) await pages.remove(paths);
    return [];
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    storageIncident.recordFailure(error);
    return paths;
  }
}

/**
 * Records rendered pages on the locks' connection, then writes them: every file has a record, and
 * lost locks prevent writes. page_write marks pages of a killed process. `seen`: the snapshot from
 * before; `build`: the templates and brand.
 */
export async function saveAttempts(
  publisher: Publisher,
  lock: Runner,
  attempts: readonly RenderAttempt[],
  { seen, build }: { seen: string; build: string },
): Promise<PublishOutcome[]> {
  const rendered = attempts.filter((attempt) => attempt.kind === 'made');
  const changed = rendered.flatMap(({ content }) => content ?? []);
  const absent = attempts.filter((attempt) => attempt.kind === 'absent');
  await recordPages(
    lock,
    rendered.map((one) => one.record),
    build,
    seen,
    changed.map((one) => one.path),
  );
  const { waiting, failed } = await writePages(publisher, changed);
  waiting.push(
    ...(await removeAbsent(
      publisher,
      absent.map((one) => one.path),
    )),
  );
  const unwritten = new Set([...waiting, ...failed.map((one) => one.path)]);
  const written = changed.flatMap(({ path }) => (unwritten.has(path) ? [] : [path]));
  const removed = absent.flatMap(({ path, known }) =>
    known && !unwritten.has(path) ? [path] : [],
  );
  if (publisher.cdn) {
    await requestPurges(lock, written);
    await requestPurges(lock, removed, { isTakedown: true });
  }
  await recordWritten(lock, written, publisher.pages);
  await deletePageRecords(lock, removed);
  await recordFailures(lock, [
    ...attempts.filter((attempt) => attempt.kind === 'failed'),
    ...failed,
  ]);
  const waitingPaths = new Set(waiting);
  return attempts.map(toOutcome).map((one) => {
    if (waitingPaths.has(one.path)) return { ...one, changed: false, unwritten: true as const };
    return unwritten.has(one.path) ? { ...one, status: 500, changed: false } : one;
  });
}

/** Pages per set of locks: few, so that takedowns and urgent pages don't wait long. */
const BATCH_SIZES = { urgent: 32, background: 8 } as const;

/** Unique paths; variants by language or site are adjacent, to share a batch's reads. */
function groupVariants(paths: readonly string[]): string[] {
  const groups = Map.groupBy(new Set(paths), (path) => parsePath(path)?.rest.join('/') ?? path);
  return [...groups.values()].flat();
}

/** Five round trips besides page data: locks; snapshot, records, brand; record; written; unlock. */
async function publishBatch(
  publisher: Publisher,
  paths: string[],
  isRequested: boolean,
): Promise<PublishOutcome[]> {
  return withRenderLock(publisher.lockDb, paths, async (lock) => {
    const [seen, states, brand] = await Promise.all([
      readSnapshot(publisher.db),
      readPageStates(publisher.db, paths),
      readStoredBrand(publisher.db),
    ]);
    // If a shared read fails, each page reads its data itself: only faulty pages fail.
    const db = shareReads(publisher.db);
    const preloaded = await preloadThreadPages(db, paths).catch(() => new Map<string, unknown>());
    const build = toPageBuild(publisher.buildFingerprint, brand);
    const outcomes: PublishOutcome[] = [];
    const remainingPaths = paths[Symbol.iterator]();
    for (let isDone = false; !isDone; ) {
      const attempts: RenderAttempt[] = [];
      let bytes = 0;
      // Two at a time: one renders while the other waits for the database. With more, the garbage
      // collector would promote their data.
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
            { preloaded, brand, db },
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

/** Throws if some of these pages could not be written. */
function assertWritten(outcomes: readonly PublishOutcome[]): void {
  if (outcomes.some((outcome) => outcome.unwritten))
    throw new StorageError('pages could not be written');
}

/**
 * Renders these pages and writes their files; failed ones retain theirs. Throws if the database is
 * down or the signal aborts, and StorageError if background pages can't be written: their
 * invalidations must remain.
 */
export async function publishPages(
  publisher: Publisher,
  paths: readonly string[],
  { priority = 'urgent', isRequested = false, signal }: PublishOptions = {},
): Promise<PublishOutcome[]> {
  const unique = groupVariants(paths);
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
    if (priority === 'urgent') {
      const urgency = isRequested ? 'reader' : 'publisher';
      outcomes.push(...(await publisher.priorityGate.runUrgent(urgency, publishNext)));
    } else {
      // background work takes at most half of the time: a burst of replies needs the processor
      await delay(pauseMs, undefined, { signal });
      await publisher.priorityGate.waitForTurn();
      const startedMs = performance.now();
      outcomes.push(...(await publishNext()));
      pauseMs = performance.now() - startedMs;
    }
  }
  return outcomes;
}
