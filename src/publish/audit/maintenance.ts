import { readPageBuild } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { readUncheckedSince, recordPagesChecked } from '#db/timeline.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import {
  deletePageRecords,
  findWithdrawn,
  toPath,
  WRITE_TIMEOUT_SECONDS,
} from '../files/page-records.ts';
import type { PageStore } from '../files/page-store.ts';
import { requestPurges } from '../files/purge-queue.ts';
import type { CrashMark } from '../render/crash-mark.ts';
import { findDueFailures } from '../render/publish-failures.ts';
import { publishPages } from '../render/publish-pages.ts';
import type { Publisher } from '../render/publisher.ts';
import { withRenderLock } from '../render/render-locks.ts';
import { repairLostWrites } from './lost-writes.ts';
import { removeOrphanFiles } from './orphan-files.ts';
import { StorageError } from './storage-incident.ts';

/** Hours for which an outdated page is stored, in case no newer one can be rendered. */
const KEEP_ASIDE_HOURS = 24;

// By index ranges: if all pages are of this build, the query must not read them all.
const selectOutdatedPaths = statement<{ path: string }, { build: string; limit: number }>(`
  select path
  from (
    select path, rendered_at, set_aside_at
    from published_page
    where build < :build
    union all
    select path, rendered_at, set_aside_at
    from published_page
    where build > :build
  ) older
  where set_aside_at is null
    and not exists (select from publish_failure f where f.path = older.path)
  order by rendered_at desc
  limit :limit`);

const selectUnfinishedPaths = statement<{ path: string }, { limit: number }>(`
  select path
  from page_write w
  where written_at is null
    and not withdrawn
    and begun_at < now() - interval '${WRITE_TIMEOUT_SECONDS} seconds'
    and not exists (select from publish_failure f where f.path = w.path)
  order by begun_at
  limit :limit`);

const selectExpiredPaths = statement<{ path: string }>(
  `select path from published_page where expires_at < now() order by expires_at limit 500`,
);

const updatePagesSetAside = statement<
  unknown,
  { paths: readonly string[]; unsynced: readonly string[] }
>(
  `
    with moved as (
      insert into page_write (path, written_at)
      select unnest(:unsynced::text[]), now()
      on conflict (path) do update set written_at = now()
    )
    update published_page
    set set_aside_at = now(), expires_at = null, hash = '', seen = null
    where path = any(:paths::text[])`,
);

const selectOldAsidePaths = statement<{ path: string }>(
  `
    select path
    from published_page
    where set_aside_at < now() - interval '${KEEP_ASIDE_HOURS} hours'
    order by set_aside_at
    limit 500`,
);

/** Records that pages were set aside; in a folder, their files must be synced. */
export const recordSetAside = async (
  on: Db | Runner,
  paths: readonly string[],
  { folder }: Pick<PageStore, 'folder'>,
): Promise<void> => {
  const unsynced = folder === undefined ? [] : paths;
  if (paths.length > 0) await updatePagesSetAside(on, { paths, unsynced });
};

/** Share of time for republishing after a new build; readers and writers have priority. */
const MAX_BUSY_SHARE = 0.3;
const IDLE_PAUSE_MS = 2_000;
const PAGES_PER_BATCH = 16;
/** Outdated pages selected at once: selecting costs more than rendering a batch. */
const MAX_OUTDATED_LOOKUP = 512;
const MAX_RETRIES_PER_RUN = 8;

/** Sets expired pages aside. Readers get them only if rendering fails, for a day at most. */
export async function setAsideExpired(publisher: Publisher): Promise<number> {
  const { db, lockDb, pages, cdn } = publisher;
  const paths = (await selectExpiredPaths(db)).map(toPath);
  if (paths.length > 0) {
    await withRenderLock(lockDb, paths, async (lock) => {
      await pages.setAside(paths);
      if (cdn) await requestPurges(lock, paths);
      await recordSetAside(lock, paths, pages);
    });
  }
  const oldPaths = (await selectOldAsidePaths(db)).map(toPath);
  if (oldPaths.length > 0) {
    await withRenderLock(lockDb, oldPaths, async (lock) => {
      await pages.remove(oldPaths);
      await deletePageRecords(lock, oldPaths);
    });
  }
  return paths.length;
}

/** Retries failed pages one at a time: a page that ends the thread affects no other. */
async function retryFailed(publisher: Publisher): Promise<void> {
  for (const path of await findDueFailures(publisher.db, MAX_RETRIES_PER_RUN))
    await publishPages(publisher, [path], { priority: 'background' });
}

/** Re-renders pages whose files are incomplete, e.g. after a kill. Returns their number. */
async function resumeUnfinished(publisher: Publisher): Promise<number> {
  const unfinished = await selectUnfinishedPaths(publisher.db, { limit: PAGES_PER_BATCH });
  await publishPages(publisher, unfinished.map(toPath), { priority: 'background' });
  return unfinished.length;
}

/**
 * Renders withdrawn pages, then those of older templates or another brand, newest first. Returns
 * their number.
 */
async function renderOutdated(publisher: Publisher, outdatedPaths: string[]): Promise<number> {
  if (outdatedPaths.length === 0)
    outdatedPaths.push(...(await findWithdrawn(publisher.db, MAX_OUTDATED_LOOKUP)));
  if (outdatedPaths.length === 0) {
    const build = await readPageBuild(publisher.db, publisher.buildFingerprint);
    const outdated = await selectOutdatedPaths(publisher.db, { build, limit: MAX_OUTDATED_LOOKUP });
    outdatedPaths.push(...outdated.map(toPath));
  }
  const paths = outdatedPaths.splice(0, PAGES_PER_BATCH);
  if (paths.length > 0) await publishPages(publisher, paths, { priority: 'background' });
  return paths.length;
}

export function runMaintenance(
  publisher: Publisher,
  crashMark: CrashMark,
  signal: AbortSignal,
): Promise<void> {
  const { log, storageIncident } = publisher;
  const outdatedPaths: string[] = [];
  let needsOrphanSearch = crashMark.foundCrash;

  async function repairAfterFailover(): Promise<void> {
    const since = await readUncheckedSince(publisher.db);
    if (since === undefined) return;
    const counts = await repairLostWrites(publisher, new Date(since), signal);
    if (signal.aborted) return;
    await recordPagesChecked(publisher.db, since);
    log.warn(counts, 'maintenance.lostWritesRepaired');
  }

  /** Returns the milliseconds until the next run. */
  async function maintainPages(): Promise<number> {
    crashMark.refresh();
    await repairAfterFailover();
    await setAsideExpired(publisher);
    await retryFailed(publisher);
    const startedMs = performance.now();
    const renewed =
      (await resumeUnfinished(publisher)) ||
      (publisher.priorityGate.isInBurst ? 0 : await renderOutdated(publisher, outdatedPaths));
    if (renewed > 0) return (performance.now() - startedMs) * (1 / MAX_BUSY_SHARE - 1);
    if (needsOrphanSearch) {
      // After orphans are recorded: readers may be waiting for pages.
      const removed = await removeOrphanFiles(publisher, { isPaced: true, signal });
      needsOrphanSearch = signal.aborted;
      log.warn({ removed: removed.length }, 'maintenance.orphansRemoved');
    }
    return IDLE_PAUSE_MS;
  }

  return runBackgroundLoop(
    { log, signal, intervalMs: IDLE_PAUSE_MS, name: 'maintenance' },
    async () => {
      try {
        return await maintainPages();
      } catch (error) {
        outdatedPaths.length = 0;
        if (error instanceof StorageError) return storageIncident.remainingPauseMs;
        throw error;
      }
    },
  );
}
