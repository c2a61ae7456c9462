import { statement } from '#db/statement.ts';
import { type LockedThread, lockThreads, recountThread } from '#domain/thread/counts.ts';
import { getThreadRemovalInvalidations, threadTags } from '#domain/thread/invalidations.ts';
import { isShown } from '#domain/visibility.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  type Reason,
  requireFound,
  requireModerates,
  runModerationAction,
} from './moderation-action.ts';
import type { Moderator } from './moderator.ts';
import { findDestination, type MoveDestination } from './move-destination.ts';
import { getThreadReturnInvalidations } from './thread-states.ts';

const updateForumOfThreads = statement<
  unknown,
  { threadIds: readonly number[]; forumId: number; themeId: number }
>(`
  with posts as (
    update post
    set forum_id = :forumId
    where thread_id = any(:threadIds::int[]) and forum_id <> :forumId
  ),
  reports as (
    update report
    set forum_id = :forumId
    where thread_id = any(:threadIds::int[]) and forum_id <> :forumId
  )
  update thread
  set
    forum_id = :forumId,
    theme_id = :themeId,
    top_forum = case when forum_id = :forumId then top_forum else 0 end,
    moderations_cnt = moderations_cnt + 1,
    updated_at = now()
  where id = any(:threadIds::int[])`);

/** A forum with restricted access has no public pages. */
function invalidateMovedThread(
  transaction: ModerationTransaction,
  was: LockedThread,
  is: LockedThread,
  toPublic: boolean,
): void {
  transaction.invalidate(
    getThreadRemovalInvalidations({ threadId: was.id, forumId: was.forumId, userId: was.userId }),
  );
  if (toPublic) transaction.invalidate(getThreadReturnInvalidations(is));
  else transaction.takeDown(threadTags({ threadId: was.id }), { thread: was.id });
}

/**
 * Moves threads to a forum and one of its themes (R23). A pin in the old forum doesn't go along.
 * Throws notFound, forbidden.
 */
export const moveThreads = (
  context: ActionContext,
  moderator: Moderator,
  reason: Reason,
  ids: readonly number[],
  to: MoveDestination,
): Promise<ActionResult> =>
  runModerationAction(context, moderator, reason, async (transaction) => {
    const threads = requireFound(ids, await lockThreads(transaction.tx, ids));
    requireModerates(moderator, threads);
    const {
      forumId,
      themeId,
      public: toPublic,
    } = await findDestination(transaction.tx, moderator, to);
    const changed = threads.filter(
      (thread) => thread.forumId !== forumId || thread.themeId !== themeId,
    );
    for (const thread of threads) if (!changed.includes(thread)) transaction.unchanged(thread.id);
    if (changed.length > 0)
      await updateForumOfThreads(transaction.tx, {
        threadIds: changed.map((thread) => thread.id),
        forumId,
        themeId,
      });
    for (const was of changed) {
      const is = { ...was, forumId, themeId };
      recountThread(transaction.deltas, was, is);
      transaction.log({
        action: 'thread.move',
        target: { thread: was.id },
        forumId: was.forumId,
        detail: {
          before: { forum: was.forumId, theme: was.themeId, pinned: was.topForum },
          forum: forumId,
          theme: themeId,
        },
      });
      transaction.notify({ userId: was.userId, act: 'thread.move', threadId: was.id });
      transaction.changed(was.id);
      if (isShown(was)) invalidateMovedThread(transaction, was, is, toPublic);
    }
    for (const [key, threadsOfOrigin] of Map.groupBy(
      changed,
      (thread) => `${thread.forumId} ${thread.themeId}`,
    )) {
      const [forum, theme] = key.split(' ').map(Number);
      transaction.addUndo({
        action: 'move',
        kind: 'thread',
        ids: threadsOfOrigin.map((thread) => thread.id),
        forum_id: forum,
        theme_id: theme,
      });
    }
  });
