import { setTimeout as delay } from 'node:timers/promises';
import { readPageBuild } from '#db/brand.ts';
import { deletePageRecords } from '../files/page-records.ts';
import { requestPurges } from '../files/purge-queue.ts';
import { removePage, setPageAside } from '../files/site-files.ts';
import type { CrashMark } from '../render/crash-mark.ts';
import { findDueFailures } from '../render/publish-failures.ts';
import { publishPages } from '../render/publish-pages.ts';
import type { Publisher } from '../render/publisher.ts';
import { withRenderLock } from '../render/render-locks.ts';
import { createIncident } from './incident.ts';
import {
  findExpiredPaths,
  findOldAsidePaths,
  findOutdatedPaths,
  findUnfinishedPaths,
  recordSetAside,
} from './maintenance-records.ts';
import { removeOrphanFiles } from './orphan-files.ts';
import { StorageError } from './storage-incident.ts';

/**
 * Share of the time that republishing after a new build may take; readers and writers have
 * priority.
 */
const MAX_BUSY_SHARE = 0.3;
const IDLE_PAUSE_MS = 2_000;
/** Pages that are rendered in one batch. */
const PAGES_PER_BATCH = 16;
/**
 * Pages of older templates that are selected at once: selecting costs more than rendering a batch.
 */
const MAX_OUTDATED_LOOKUP = 512;
/** Failed pages that are tried again in one batch. */
const MAX_RETRIES_PER_RUN = 8;

/**
 * Sets aside pages that were to be kept for a limited time: the next reader gets a fresh one, or
 * this one while none can be rendered. After a day it is deleted.
 */
export async function setAsideExpired(publisher: Publisher): Promise<number> {
  const { db, lockDb, siteDir, cdn } = publisher;
  const paths = await findExpiredPaths(db);
  if (paths.length > 0) {
    await withRenderLock(lockDb, paths, async (lock) => {
      for (const path of paths) setPageAside(siteDir, path);
      if (cdn) await requestPurges(lock, paths);
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

/** Tries failed pages again, one at a time: one that ends the thread affects no other. */
async function retryFailed(publisher: Publisher): Promise<void> {
  for (const path of await findDueFailures(publisher.db, MAX_RETRIES_PER_RUN))
    await publishPages(publisher, [path], { priority: 'background' });
}

/** Renders pages again whose file was begun and not finished. */
async function resumeUnfinished(publisher: Publisher): Promise<void> {
  await publishPages(publisher, await findUnfinishedPaths(publisher.db, PAGES_PER_BATCH), {
    priority: 'background',
  });
}

/**
 * Renders pages that older templates or another brand made, newest first, in small portions.
 * Returns how many there were.
 */
async function renderOutdated(publisher: Publisher, outdatedPaths: string[]): Promise<number> {
  if (outdatedPaths.length === 0)
    outdatedPaths.push(
      ...(await findOutdatedPaths(
        publisher.db,
        await readPageBuild(publisher.db, publisher.buildFingerprint),
        MAX_OUTDATED_LOOKUP,
      )),
    );
  const paths = outdatedPaths.splice(0, PAGES_PER_BATCH);
  if (paths.length > 0) await publishPages(publisher, paths, { priority: 'background' });
  return paths.length;
}

/** Background maintenance of published pages, until the signal aborts. */
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
        // After orphans are recorded: pages that readers may be waiting for come first.
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
