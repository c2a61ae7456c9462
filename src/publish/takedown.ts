import { setTimeout as delay } from 'node:timers/promises';
import { forumPath, ROOTS, threadPath, userPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { TAKEDOWN_WAIT_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { isUnwritable } from '#platform/unavailable.ts';
import type { CdnClient } from './files/cdn-client.ts';
import { findPathsByTags, markMissing } from './files/page-records.ts';
import type { PageStore } from './files/page-store.ts';
import { toPurgeKeys } from './files/purge-keys.ts';
import { PURGE_LEASE_SECONDS, type Purge, requestPurges } from './files/purge-queue.ts';
import { sendTakedown } from './files/purge-worker.ts';
import { isLockTimeout, terminateRenderers, withTakedownLock } from './render/render-locks.ts';

export interface TakedownDeps {
  db: Db;
  lockDb: Db;
  pages: PageStore;
  cdn: CdnClient | undefined;
  log: Logger;
}

/** Tags whose pages have their own folder, with that folder. */
const FOLDERS = [
  [cacheTag.thread, threadPath],
  [cacheTag.user, userPath],
  [cacheTag.forum, forumPath],
] as const;

/** Paths of pages that the tags name, in all languages and sites; with all pages `below` some. */
function toTagPaths(tags: readonly string[]): { exact: string[]; below: string[] } {
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
  return { exact, below };
}

/** Removes existing pages without locks; other processes may be rendering meanwhile. */
async function removeWithoutLock(
  { db, pages, log }: TakedownDeps,
  tags: readonly string[],
): Promise<void> {
  const { exact, below } = toTagPaths(tags);
  const recorded = await findPathsByTags(db, tags);
  try {
    await pages.remove([...exact, ...recorded]);
    await pages.removeBelow(below);
  } catch (error) {
    log.warn({ err: error }, 'takedown.removalIncomplete'); // a folder got a new file
  }
}

/**
 * Removes all pages with one of the tags. Once it resolves, only a cache that doesn't answer serves
 * them (decisions/edge-and-caches.md). The write's invalidations render replacements. A renderer
 * that exceeds TAKEDOWN_WAIT_MS loses the right to write. Throws if the pages can't be removed now:
 * the publisher removes them later.
 */
export async function takeDown(deps: TakedownDeps, tags: readonly string[]): Promise<void> {
  const { lockDb, pages, cdn, log } = deps;
  const { exact, below } = toTagPaths(tags);
  const removed: string[] = [];
  let unavailable: unknown;
  const removeWithLock = async (lock: Runner): Promise<Purge[]> => {
    const recorded = await findPathsByTags(lock, tags);
    removed.push(...exact, ...below, ...recorded);
    try {
      await Promise.all([pages.removeBelow(below), pages.remove([...exact, ...recorded])]);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      unavailable = error; // caches must forget them all the same
    }
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
    await delay(pages.maxWriteMs); // their last writes end
    purges = await withTakedownLock(lockDb, TAKEDOWN_WAIT_MS, removeWithLock);
  }
  if (!unavailable) await pages.syncRemovals(removed);
  if (cdn) await sendTakedown(deps, cdn, purges);
  if (unavailable) throw unavailable;
}
