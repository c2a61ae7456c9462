import { setTimeout as delay } from 'node:timers/promises';
import { auditFiles } from './audit.ts';
import type { CrashMark } from './crash-mark.ts';
import { removePage, setPageAside } from './files.ts';
import { createIncident } from './incident.ts';
import { whileRendering } from './lock.ts';
import {
  duePaths,
  expiredPaths,
  forgetPages,
  oldAsidePaths,
  outdatedPaths,
  recordAside,
  unfinishedPaths,
} from './pages.ts';
import { type Publisher, publishPaths } from './publish.ts';
import { StorageError } from './storage-state.ts';

/**
 * Share of the time that republishing after a new build may take; readers and writers come first.
 */
const SHARE = 0.3;
const REST = 2_000;
/** Pages rendered in one portion. */
const PORTION = 16;
/**
 * Pages of older templates that are looked up at once: finding the newest of them costs more than
 * rendering a portion.
 */
const OUTDATED = 512;
/** Pages that failed and are tried again in one portion. */
const DUE = 8;

/**
 * Takes pages from their addresses that were to be kept for a short time only: the next reader gets
 * a fresh one, or this one once more when there is no making a fresh one. After a day it is gone.
 */
export async function sweepExpired(publisher: Publisher): Promise<number> {
  const { db, held, siteDir } = publisher;
  const paths = await expiredPaths(db);
  if (paths.length > 0) {
    await whileRendering(held, paths, async (lock) => {
      for (const path of paths) setPageAside(siteDir, path);
      await recordAside(lock, paths);
    });
  }
  const old = await oldAsidePaths(db);
  if (old.length > 0) {
    await whileRendering(held, old, async (lock) => {
      for (const path of old) removePage(siteDir, path);
      await forgetPages(lock, old);
    });
  }
  return paths.length;
}

/**
 * Tries pages again that failed, one at a time: one that ends the thread takes no other with it.
 */
async function retryFailed(publisher: Publisher): Promise<void> {
  for (const path of await duePaths(publisher.db, DUE))
    await publishPaths(publisher, [path], { when: 'background' });
}

/** Renders pages again whose file somebody began to write and never finished. */
async function resumeUnfinished(publisher: Publisher): Promise<void> {
  await publishPaths(publisher, await unfinishedPaths(publisher.db, PORTION), {
    when: 'background',
  });
}

/**
 * Renders pages that older templates made, newest first, in small portions. Returns how many there
 * were.
 */
async function renew(publisher: Publisher, found: string[]): Promise<number> {
  if (found.length === 0)
    found.push(...(await outdatedPaths(publisher.db, publisher.build, OUTDATED)));
  const paths = found.splice(0, PORTION);
  if (paths.length > 0) await publishPaths(publisher, paths, { when: 'background' });
  return paths.length;
}

/** Background work on what is published, until the signal aborts. */
export async function tendForever(
  publisher: Publisher,
  mark: CrashMark,
  signal: AbortSignal,
): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  const incident = createIncident(publisher.log, {
    fails: 'tending the published pages failed; it is tried again',
    goesOn: 'the published pages are tended again',
  });
  const found: string[] = [];
  let crashed = mark.crashed;
  while (!signal.aborted) {
    try {
      mark.beat();
      await sweepExpired(publisher);
      await retryFailed(publisher);
      await resumeUnfinished(publisher);
      const began = performance.now();
      const renewed = await renew(publisher, found);
      incident.worked();
      if (crashed && renewed === 0) {
        // After what was left behind is recorded: first come the pages that somebody may be waiting
        // for.
        const removed = await auditFiles(publisher, { gently: true, signal });
        crashed = signal.aborted;
        publisher.log.warn(
          { removed: removed.length },
          'the published files were looked through after a crash',
        );
      }
      await pause(renewed > 0 ? (performance.now() - began) * (1 / SHARE - 1) : REST);
    } catch (error) {
      found.length = 0;
      await pause(error instanceof StorageError ? publisher.storage.waits : incident.failed(error));
    }
  }
}
