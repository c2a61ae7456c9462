import { pageOfFloor } from '#contracts/paths.ts';
import type { LockedThread } from '#domain/thread/counts.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
import type { ModerationTransaction } from './moderation-action.ts';

/** Pages of a thread that has got posts behind this floor, or lost some. */
export function invalidateChangedPages(
  transaction: ModerationTransaction,
  thread: LockedThread,
  upTo: number,
): void {
  const pages = Array.from(
    { length: pageOfFloor(upTo) - pageOfFloor(Math.max(1, thread.lastFloor)) + 1 },
    (_, index) => tag.threadPage(thread.id, pageOfFloor(Math.max(1, thread.lastFloor)) + index),
  );
  transaction.invalidate([
    ...touches(urgency.moderation, ...pages, tag.threadPages(thread.id), tag.thread(thread.id)),
    ...touches(
      urgency.list,
      tag.row(thread.id),
      tag.list(0, 'latest'),
      tag.list(thread.forumId, 'latest'),
    ),
  ]);
}
