import { parsePath } from '#contracts/paths.ts';
import { recordWithdrawn } from '../files/page-records.ts';
import { requestPurges } from '../files/purge-queue.ts';
import type { Publisher } from './publisher.ts';
import { withRenderLock } from './render-locks.ts';

/*
 * A burst of replies changes thousands of profiles and first pages that nobody reads meanwhile.
 * They are removed, and rendered for their first reader or after the burst: decisions/outbox.md.
 */

/** Pages that one run renders in any case; they take about a second. */
const MAX_PROMPT_PAGES = 256;
/** Pages under one set of locks. */
const PAGES_PER_BATCH = 64;

/** Kinds of pages that are too many to renew at once. The home page and lists always stand. */
const WITHDRAWABLE: ReadonlySet<string | undefined> = new Set(['post', 'user']);
const isWithdrawable = (path: string): boolean => WITHDRAWABLE.has(parsePath(path)?.rest[0]);

/**
 * If these outdated pages are many, removes those that nobody has read since they were written.
 * Returns the others, which must be rendered now.
 */
export async function withdrawUnread(
  publisher: Publisher,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { lockDb, pages, cdn, log } = publisher;
  if (paths.length <= MAX_PROMPT_PAGES) return paths;
  const unread = await pages.findUnread(paths.filter(isWithdrawable));
  for (let from = 0; from < unread.length; from += PAGES_PER_BATCH) {
    signal.throwIfAborted();
    const batch = unread.slice(from, from + PAGES_PER_BATCH);
    publisher.priorityGate.recordBurst();
    // recorded first: a page without a file and without a record would be missing for good
    await withRenderLock(lockDb, batch, async (lock) => {
      await recordWithdrawn(lock, batch);
      if (cdn) await requestPurges(lock, batch);
      await pages.remove(batch);
    });
  }
  if (unread.length > 0) log.info({ pages: unread.length }, 'publishing.pagesWithdrawn');
  const removed = new Set(unread);
  return paths.filter((path) => !removed.has(path));
}
