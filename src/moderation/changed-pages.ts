import { pageOfFloor } from '#contracts/paths.ts';
import type { LockedThread } from '#domain/thread/counts.ts';
import { getListTags } from '#domain/thread/list-tags.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import type { ModerationTransaction } from './moderation-action.ts';

/**
 * Invalidates the pages of a thread from its last floor to `upTo`, after posts were added or
 * removed there, and the lists that it is in.
 */
export function invalidateChangedPages(
  transaction: ModerationTransaction,
  thread: LockedThread,
  upTo: number,
): void {
  const firstPage = pageOfFloor(Math.max(1, thread.lastFloor));
  const pages = Array.from(
    { length: pageOfFloor(upTo) - firstPage + 1 },
    (_, index) => firstPage + index,
  ).flatMap((page) => [
    cacheTag.threadPage(thread.id, page),
    cacheTag.newThreadPage(thread.id, page),
  ]);
  transaction.invalidate([
    ...toInvalidations(urgency.moderation, ...pages, cacheTag.thread(thread.id)),
    ...toInvalidations(
      urgency.list,
      cacheTag.threadRow(thread.id),
      ...getListTags([0, thread.forumId], ['activity']),
    ),
  ]);
}
