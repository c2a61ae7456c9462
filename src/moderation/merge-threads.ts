import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { countThread, type LockedThread } from '#domain/content/thread/counts.ts';
import { takeDownThread } from '#domain/content/thread/state.ts';
import { getThreadReturnInvalidations, threadTags } from '#domain/shared/thread-invalidations.ts';
import { isShown } from '#domain/shared/visibility.ts';
import { type ActionContext, type ActionResult, runModerationAction } from './moderation-action.ts';
import {
  appendPosts,
  closeMovedThread,
  convertFirstPostToReply,
  convertReplyToFirstPost,
  invalidateChangedPages,
  recountThreadReplies,
  returnPosts,
} from './move-posts.ts';
import { countModerations, lockModeratedThreads } from './thread-states.ts';

const selectPostIds = statement<{ id: number }, { threadId: number }>(
  `select id from post where thread_id = :threadId`,
);
/** Watchers of the merged thread also watch the target; an undo leaves both. */
const copyWatchers = statement<unknown, { from: number; into: number }>(`
  insert into watch (user_id, kind, target_id, level, chosen)
  select user_id, kind, :into, level, chosen
  from watch
  where kind = 'thread' and target_id = :from and level in ('all', 'threads')
  on conflict do nothing`);
/**
 * SQL: moves the `chosen` favourites to another thread, except those of users who have that one
 * too. `origin` is the thread that they came from.
 */
const moveFavouritesSql = (chosen: string, from: string, into: string, origin: string): string => `
  with moved as (
    update thread_favourite k
    set thread_id = ${into}, from_thread_id = ${origin}
    where k.thread_id = ${from}
      and ${chosen}
      and not exists (
        select
        from thread_favourite other
        where other.user_id = k.user_id and other.thread_id = ${into}
      )
    returning 1
  )
  update thread
  set
    favourites_cnt = favourites_cnt
      + case when id = ${into} then 1 else -1 end * (select count(*) from moved)::int
  where id in (${from}, ${into}) and exists (select from moved)`;
/** Users who have both threads as favourites keep them unchanged. */
const moveFavourites = statement<unknown, { from: number; into: number }>(
  moveFavouritesSql('true', ':from::int', ':into::int', ':from::int'),
);
/** Undoes moveFavourites, for favourites that still exist. */
const returnFavourites = statement<unknown, { from: number; into: number }>(
  moveFavouritesSql('k.from_thread_id = :from::int', ':into::int', ':from::int', 'null'),
);
const reopenThread = statement<unknown, { id: number }>(
  `
    update thread
    set state = 'normal', deleted_at = null, deleted_by = null, merged_into = null
    where id = :id`,
);

/**
 * Appends all posts of a thread to another, in their order (R23). Old addresses redirect. Throws
 * notFound, forbidden, notAcceptable (a thread is hidden), malformed (a thread into itself).
 */
export const mergeThreads = (
  context: ActionContext,
  from: number,
  into: number,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    if (from === into) throw new AppError('malformed', { values: { field: 'into' } });
    const [source, target] = (await lockModeratedThreads(transaction, [from, into])) as [
      LockedThread,
      LockedThread,
    ];
    if (!isShown(source) || !isShown(target)) throw new AppError('notAcceptable');
    const ids = (await selectPostIds(transaction.tx, { threadId: from })).map((post) => post.id);
    countThread(transaction.deltas, source, -1);
    await appendPosts(transaction.tx, ids, target, target.lastFloor);
    await convertFirstPostToReply(transaction.tx, { postId: source.firstPostId, threadId: from });
    // The first post now counts as a reply; the thread no longer counts.
    transaction.deltas.addUser(source.userId, { posts: 1 });
    await closeMovedThread(transaction.tx, { id: from, into, userId: context.moderator.userId });
    await copyWatchers(transaction.tx, { from, into });
    await moveFavourites(transaction.tx, { from, into });
    await recountThreadReplies(transaction.tx, transaction.deltas, target);
    await countModerations(transaction, [source, target]);
    transaction.record({
      action: 'thread.merge',
      target: { thread: from },
      forumId: source.forumId,
      detail: { into, posts: ids.length, after: target.lastFloor },
      author: { userId: source.userId, threadId: into, postId: source.firstPostId },
    });
    takeDownThread(transaction, source);
    invalidateChangedPages(transaction, target, target.lastFloor + ids.length);
    transaction.addUndo({ action: 'unmerge', kind: 'thread', ids: [from] });
  });

/**
 * Undoes a merge: posts return to their old floors and leave gaps. Throws notFound, forbidden,
 * conflict (not merged, or posts have moved again).
 */
export const unmergeThread = (context: ActionContext, id: number): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const [merged] = await lockModeratedThreads(transaction, [id]);
    const into = merged?.mergedInto ?? null;
    if (into === null) throw new AppError('conflict', { payload: [id] });
    const [source, target] = (await lockModeratedThreads(transaction, [id, into])) as [
      LockedThread,
      LockedThread,
    ];
    await reopenThread(transaction.tx, { id });
    await countModerations(transaction, [source]);
    const returnedIds = await returnPosts(transaction.tx, into, source);
    if (!returnedIds.includes(source.firstPostId))
      throw new AppError('conflict', { payload: [id] });
    await convertReplyToFirstPost(transaction.tx, { postId: source.firstPostId, threadId: id });
    await returnFavourites(transaction.tx, { from: id, into });
    transaction.deltas.addUser(source.userId, { posts: -1 });
    const opened = { ...source, state: 'normal' as const, repliesCnt: 0 };
    countThread(transaction.deltas, opened, 1);
    await recountThreadReplies(transaction.tx, transaction.deltas, opened);
    await recountThreadReplies(transaction.tx, transaction.deltas, target);
    transaction.recordThread(source, 'thread.unmerge', { from: into, posts: returnedIds.length });
    transaction.addRemoval(threadTags({ threadId: into }));
    invalidateChangedPages(transaction, { ...target, lastFloor: 1 }, target.lastFloor);
    transaction.invalidate(getThreadReturnInvalidations(opened));
    transaction.addUndo({ action: 'merge', kind: 'thread', ids: [id], into });
  });
