import { dirname, join } from 'node:path';
import { forumPath, ROOTS, threadPath, userPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import { syncNames } from '#platform/durable-file.ts';
import { TAKEDOWN_WAIT_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { CdnClient } from '../files/cdn-client.ts';
import { toFilePath } from '../files/page-file-names.ts';
import { findPathsByTags, markMissing } from '../files/page-records.ts';
import { toPurgeKeys } from '../files/purge-keys.ts';
import { PURGE_LEASE_SECONDS, type Purge, requestPurges } from '../files/purge-queue.ts';
import { sendTakedown } from '../files/purge-worker.ts';
import { removePage, removePagesBelow } from '../files/site-files.ts';
import { isLockTimeout, terminateRenderers, withTakedownLock } from '../render/render-locks.ts';
import { cacheTag } from './cache-tags.ts';

export interface TakedownDeps {
  db: Db;
  lockDb: Db;
  siteDir: string;
  cdn: CdnClient | undefined;
  log: Logger;
}

/** Tags whose pages have their own folder, with that folder. */
const FOLDERS = [
  [cacheTag.thread, threadPath],
  [cacheTag.user, userPath],
  [cacheTag.forum, forumPath],
] as const;

/** Removes the files of pages that the tags name, recorded or not, in all languages and sites. */
function removeByTagPaths(
  siteDir: string,
  tags: readonly string[],
): { exact: string[]; below: string[] } {
  const exact = tags.flatMap((tag) => {
    const page = cacheTag.threadPage.parse(tag);
    return page ? ROOTS.map((root) => threadPath(root, ...page)) : [];
  });
  const below = tags.flatMap((tag) =>
    FOLDERS.flatMap(([kind, toPath]) => {
      const [id] = kind.parse(tag) ?? [];
      return id === undefined ? [] : ROOTS.map((root) => toPath(root, id));
    }),
  );
  for (const path of exact) removePage(siteDir, path);
  for (const path of below) removePagesBelow(siteDir, path);
  return { exact, below };
}

/**
 * Syncs the removals, so that nginx serves no removed file after a power cut. The parent folder has
 * the name of a removed page folder.
 */
const syncRemovals = (siteDir: string, paths: readonly string[]): Promise<void> =>
  syncNames(
    siteDir,
    paths.flatMap((path) => {
      const file = join(siteDir, toFilePath(path));
      return [file, dirname(file)];
    }),
  );

/** Removes existing files without locks; other processes may be rendering meanwhile. */
async function removeWithoutLock(
  { db, siteDir, log }: TakedownDeps,
  tags: readonly string[],
): Promise<void> {
  try {
    removeByTagPaths(siteDir, tags);
  } catch (error) {
    log.warn({ err: error }, 'takedown.removalIncomplete'); // a folder got a new file
  }
  for (const path of await findPathsByTags(db, tags)) removePage(siteDir, path);
}

/**
 * Removes the files of all pages with one of the tags. Once it resolves, only a cache that doesn't
 * answer serves them (decisions/edge-and-caches.md). The write's invalidations render replacements.
 * A renderer that exceeds TAKEDOWN_WAIT_MS loses the right to write.
 */
export async function takeDown(deps: TakedownDeps, tags: readonly string[]): Promise<void> {
  const { lockDb, siteDir, cdn, log } = deps;
  const removed: string[] = [];
  const removeWithLock = async (lock: Runner): Promise<Purge[]> => {
    const { exact, below } = removeByTagPaths(siteDir, tags);
    const recorded = await findPathsByTags(lock, tags);
    for (const path of recorded) removePage(siteDir, path);
    removed.push(...exact, ...below, ...recorded);
    const purges = cdn
      ? await requestPurges(
          lock,
          toPurgeKeys([...exact, ...below, ...recorded], below, cdn.knowsTags),
          { isTakedown: true, leaseSeconds: PURGE_LEASE_SECONDS },
        )
      : [];
    await markMissing(lock, recorded);
    return purges;
  };
  let purges: Purge[];
  try {
    purges = await withTakedownLock(lockDb, TAKEDOWN_WAIT_MS, removeWithLock);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await removeWithoutLock(deps, tags);
    const terminated = await terminateRenderers(lockDb);
    log.error({ terminated }, 'takedown.renderersTerminated');
    purges = await withTakedownLock(lockDb, TAKEDOWN_WAIT_MS, removeWithLock);
  }
  await syncRemovals(siteDir, removed);
  if (cdn) await sendTakedown(deps, cdn, purges);
}
