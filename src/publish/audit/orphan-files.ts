import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { CdnClient } from '../files/cdn-client.ts';
import { toPagePath, toPagePathOfPartial } from '../files/page-file-names.ts';
import type { PageStore } from '../files/page-store.ts';
import { requestPurges } from '../files/purge-queue.ts';
import { withRenderLock } from '../render/render-locks.ts';

/* Files without a record: a takedown finds them only by their address, and nothing renews them. */

export interface OrphanSearch {
  db: Db;
  lockDb: Db;
  pages: PageStore;
  cdn?: CdnClient | undefined;
}

export interface OrphanSearchOptions {
  /** With pauses, so that it doesn't slow readers down. */
  isPaced?: boolean;
  signal?: AbortSignal;
}

const FILES_PER_BATCH = 200;
/** Seconds within which a batch's files are certainly removed. */
const REMOVAL_SECONDS = 5;
const PAUSE_BETWEEN_BATCHES_MS = 20;

const selectUnrecordedPaths = statement<{ path: string }, { paths: readonly string[] }>(
  `
    select path
    from unnest(:paths::text[]) path
    where not exists (select from published_page p where p.path = path.path)`,
);

/**
 * Removes unrecorded pages and unfinished files under the render locks: a renderer records its
 * pages and finishes its files while it holds them.
 * Returns the paths of removed pages.
 */
export async function removeOrphanBatch(
  { db, lockDb, pages, cdn }: OrphanSearch,
  paths: string[],
  partials: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const unrecordedPaths = (await selectUnrecordedPaths(db, { paths })).map((row) => row.path);
  const suspects = [...new Set([...unrecordedPaths, ...partials.values()])];
  if (suspects.length === 0) return [];
  return withRenderLock(lockDb, suspects, async (lock) => {
    const orphans =
      unrecordedPaths.length > 0
        ? (await selectUnrecordedPaths(lock, { paths: unrecordedPaths })).map((row) => row.path)
        : [];
    // Before the removal: afterwards nothing shows that they existed.
    if (cdn)
      await requestPurges(lock, orphans, { isTakedown: true, leaseSeconds: REMOVAL_SECONDS });
    await pages.remove(orphans);
    await pages.removeFiles([...partials.keys()]);
    return orphans;
  });
}

/** Scans all page files, and removes unrecorded and unfinished ones. Returns their paths. */
export async function removeOrphanFiles(
  search: OrphanSearch,
  { isPaced = false, signal }: OrphanSearchOptions = {},
): Promise<string[]> {
  const removed: string[] = [];
  const pages = new Set<string>();
  const partials = new Map<string, string>();
  const removeBatch = async () => {
    removed.push(...(await removeOrphanBatch(search, [...pages], partials)));
    pages.clear();
    partials.clear();
    if (isPaced) await delay(PAUSE_BETWEEN_BATCHES_MS);
  };
  for await (const file of search.pages.listFiles()) {
    if (signal?.aborted) return removed;
    const path = toPagePath(file);
    const partial = toPagePathOfPartial(file);
    if (path !== undefined) pages.add(path);
    else if (partial !== undefined) partials.set(file, partial);
    if (pages.size + partials.size >= FILES_PER_BATCH) await removeBatch();
  }
  if (pages.size + partials.size > 0) await removeBatch();
  return removed;
}
