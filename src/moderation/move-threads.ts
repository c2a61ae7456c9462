import { AppError } from '#contracts/errors.ts';
import { type Runner, statement } from '#db/statement.ts';
import { type LockedThread, recountThread } from '#domain/content/thread/counts.ts';
import { forumReadableSql } from '#domain/shared/forum-access.ts';
import {
  getThreadRemovalInvalidations,
  getThreadReturnInvalidations,
  threadTags,
} from '#domain/shared/thread-invalidations.ts';
import { toReaderGroupId } from '#domain/shared/viewer.ts';
import { isShown } from '#domain/shared/visibility.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';
import { lockModeratedThreads } from './thread-states.ts';

export interface MoveDestination {
  forumId: number;
  /** undefined: the forum's first theme that the moderator may choose. */
  themeId?: number | undefined;
}

// Moderators may move threads to every forum that they may read; its moderators can undo it.
const selectDestination = statement<
  { themeId: number; public: boolean },
  {
    forumId: number;
    themeId: number | null;
    reader: number | null;
    everywhere: boolean;
    forums: readonly number[];
  }
>(`
  select th.id as "themeId", f.access = 'public' as public
  from forum f
  join theme th on th.forum_id = f.id
  where f.id = :forumId
    and (:themeId::int is null or th.id = :themeId)
    and (${forumReadableSql('f', ':reader')} or :everywhere or f.id = any(:forums::int[]))
    and (not th.moderators_only or :everywhere or f.id = any(:forums::int[]))
  order by th.rank, th.id
  limit 1`);

/** Throws notFound: no such forum for the moderator, or no such theme in it. */
export async function findDestination(
  tx: Runner,
  moderator: ActionContext['moderator'],
  { forumId, themeId }: MoveDestination,
): Promise<{ forumId: number; themeId: number; public: boolean }> {
  const [destination] = await selectDestination(tx, {
    forumId,
    themeId: themeId ?? null,
    reader: toReaderGroupId(moderator),
    everywhere: moderator.isGlobal,
    forums: moderator.forums,
  });
  if (!destination)
    throw new AppError('notFound', { payload: { forum_id: forumId, theme_id: themeId } });
  return { forumId, ...destination };
}

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

/** Restricted forums have no public pages. */
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
  else
    transaction.addRemoval(threadTags({ threadId: was.id }), {
      forumId: was.forumId,
      removal: { thread: was.id },
    });
}

/** Moves threads to a forum and theme (R23), without their pin. Throws notFound, forbidden. */
export const moveThreads = (
  context: ActionContext,
  ids: readonly number[],
  to: MoveDestination,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const threads = await lockModeratedThreads(transaction, ids);
    const {
      forumId,
      themeId,
      public: toPublic,
    } = await findDestination(transaction.tx, context.moderator, to);
    const changed = transaction.selectChanged(
      threads,
      (thread) => thread.forumId !== forumId || thread.themeId !== themeId,
    );
    if (changed.length > 0)
      await updateForumOfThreads(transaction.tx, {
        threadIds: changed.map((thread) => thread.id),
        forumId,
        themeId,
      });
    for (const was of changed) {
      const is = { ...was, forumId, themeId };
      recountThread(transaction.deltas, was, is);
      transaction.recordThread(was, 'thread.move', {
        before: { forum: was.forumId, theme: was.themeId, pinned: was.topForum },
        forum: forumId,
        theme: themeId,
      });
      if (isShown(was)) invalidateMovedThread(transaction, was, is, toPublic);
    }
    const origins = Map.groupBy(changed, (thread) => `${thread.forumId} ${thread.themeId}`);
    for (const threadsOfOrigin of origins.values())
      transaction.addUndo({
        action: 'move',
        kind: 'thread',
        ids: threadsOfOrigin.map((thread) => thread.id),
        forum_id: threadsOfOrigin[0]?.forumId,
        theme_id: threadsOfOrigin[0]?.themeId,
      });
  });
