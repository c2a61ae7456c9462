import { setTimeout as delay } from 'node:timers/promises';
import type { CrashMark } from './crash-mark.ts';
import { createIncident } from './incident.ts';
import {
  findExpiredPaths,
  findOldAsidePaths,
  findOutdatedPaths,
  findUnfinishedPaths,
  recordSetAside,
} from './maintenance-records.ts';
import { removeOrphanFiles } from './orphan-files.ts';
import { deletePageRecords } from './page-records.ts';
import { findDueFailures } from './publish-failures.ts';
import { publishPages } from './publish-pages.ts';
import type { Publisher } from './publisher.ts';
import { withRenderLock } from './render-locks.ts';
import { removePage, setPageAside } from './site-files.ts';
import { StorageError } from './storage-incident.ts';

/**
 * Share of the time that republishing after a new build may take; readers and writers come first.
 */
const MAX_BUSY_SHARE = 0.3;
const IDLE_PAUSE_MS = 2_000;
/** Pages rendered in one portion. */
const PAGES_PER_BATCH = 16;
/**
 * Pages of older templates that are looked up at once: finding the newest of them costs more than
 * rendering a portion.
 */
const MAX_OUTDATED_LOOKUP = 512;
/** Pages that failed and are tried again in one portion. */
const MAX_RETRIES_PER_RUN = 8;

/**
 * Takes pages from their addresses that were to be kept for a short time only: the next reader gets
 * a fresh one, or this one once more when there is no making a fresh one. After a day it is gone.
 */
export async function setAsideExpired(publisher: Publisher): Promise<number> {
  const { db, lockDb, siteDir } = publisher;
  const paths = await findExpiredPaths(db);
  if (paths.length > 0) {
    await withRenderLock(lockDb, paths, async (lock) => {
      for (const path of paths) setPageAside(siteDir, path);
      await recordSetAside(lock, paths);
    });
  }
  const oldPaths = await findOldAsidePaths(db);
  if (oldPaths.length > 0) {
    await withRenderLock(lockDb, oldPaths, async (lock) => {
      for (const path of oldPaths) removePage(siteDir, path);
      await deletePageRecords(lock, oldPaths);
    });
  }
  return paths.length;
}

/**
 * Tries pages again that failed, one at a time: one that ends the thread takes no other with it.
 */
async function retryFailed(publisher: Publisher): Promise<void> {
  for (const path of await findDueFailures(publisher.db, MAX_RETRIES_PER_RUN))
    await publishPages(publisher, [path], { priority: 'background' });
}

/** Renders pages again whose file somebody began to write and never finished. */
async function resumeUnfinished(publisher: Publisher): Promise<void> {
  await publishPages(publisher, await findUnfinishedPaths(publisher.db, PAGES_PER_BATCH), {
    priority: 'background',
  });
}

/**
 * Renders pages that older templates made, newest first, in small portions. Returns how many there
 * were.
 */
async function renderOutdated(publisher: Publisher, outdatedPaths: string[]): Promise<number> {
  if (outdatedPaths.length === 0)
    outdatedPaths.push(
      ...(await findOutdatedPaths(publisher.db, publisher.buildFingerprint, MAX_OUTDATED_LOOKUP)),
    );
  const paths = outdatedPaths.splice(0, PAGES_PER_BATCH);
  if (paths.length > 0) await publishPages(publisher, paths, { priority: 'background' });
  return paths.length;
}

/** Background work on what is published, until the signal aborts. */
export async function runMaintenance(
  publisher: Publisher,
  crashMark: CrashMark,
  signal: AbortSignal,
): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  const incident = createIncident(publisher.log, {
    failureMessage: 'tending the published pages failed; it is tried again',
    recoveryMessage: 'the published pages are tended again',
  });
  const outdatedPaths: string[] = [];
  let needsOrphanSearch = crashMark.foundCrash;
  while (!signal.aborted) {
    try {
      crashMark.refresh();
      await setAsideExpired(publisher);
      await retryFailed(publisher);
      await resumeUnfinished(publisher);
      const startedMs = performance.now();
      const renewed = await renderOutdated(publisher, outdatedPaths);
      incident.recordSuccess();
      if (needsOrphanSearch && renewed === 0) {
        // After what was left behind is recorded: first come the pages that somebody may be waiting
        // for.
        const removed = await removeOrphanFiles(publisher, { isPaced: true, signal });
        needsOrphanSearch = signal.aborted;
        publisher.log.warn(
          { removed: removed.length },
          'the published files were looked through after a crash',
        );
      }
      await pause(
        renewed > 0 ? (performance.now() - startedMs) * (1 / MAX_BUSY_SHARE - 1) : IDLE_PAUSE_MS,
      );
    } catch (error) {
      outdatedPaths.length = 0;
      await pause(
        error instanceof StorageError
          ? publisher.storageIncident.remainingPauseMs
          : incident.recordFailure(error),
      );
    }
  }
}
