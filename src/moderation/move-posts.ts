import { pageOfFloor } from '#contracts/paths.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { LockedThread } from '#domain/content/thread/counts.ts';
import { heatSql } from '#domain/content/thread/heat.ts';
import type { CounterDeltas } from '#domain/shared/counter-deltas.ts';
import { getListTags } from '#domain/shared/thread-invalidations.ts';
import { isShown, isShownSql } from '#domain/shared/visibility.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import type { ModerationTransaction } from './moderation-action.ts';

/* Moves posts between threads, for merge, split and their undo. */

const moveCommentsAndReports = statement<
  unknown,
  { postIds: readonly number[]; threadId: number; forumId: number }
>(`
  with comments as (
    update comment
    set thread_id = :threadId
    where post_id = any(:postIds::int[])
  )
  update report
  set thread_id = :threadId, forum_id = :forumId
  where post_id = any(:postIds::int[])`);

/** Moves posts, in order, to the floors after `after` of a thread, and stores the old floors. */
const moveToEnd = statement<
  unknown,
  { ids: readonly number[]; threadId: number; forumId: number; after: number }
>(`
  update post
  set
    thread_id = :threadId,
    forum_id = :forumId,
    floor = :after + numbered.place,
    from_thread_id = thread_id,
    from_floor = floor
  from (
    select id, (row_number() over (order by floor))::int as place
    from post
    where id = any(:ids::int[])
  ) numbered
  where post.id = numbered.id`);
/** Returns posts in the thread `from` to their stored floors. */
const moveBack = statement<{ id: number }, { from: number; threadId: number; forumId: number }>(`
  update post
  set
    thread_id = :threadId,
    forum_id = :forumId,
    floor = from_floor,
    from_thread_id = null,
    from_floor = null
  where thread_id = :from and from_thread_id = :threadId
  returning id`);

export async function appendPosts(
  tx: Runner,
  ids: readonly number[],
  to: Pick<LockedThread, 'id' | 'forumId'>,
  after: number,
): Promise<void> {
  await moveToEnd(tx, { ids, threadId: to.id, forumId: to.forumId, after });
  await moveCommentsAndReports(tx, { postIds: ids, threadId: to.id, forumId: to.forumId });
}

/** Resolves with the ids of the posts. */
export async function returnPosts(
  tx: Runner,
  from: number,
  to: Pick<LockedThread, 'id' | 'forumId'>,
): Promise<number[]> {
  const moved = await moveBack(tx, { from, threadId: to.id, forumId: to.forumId });
  const postIds = moved.map((post) => post.id);
  await moveCommentsAndReports(tx, { postIds, threadId: to.id, forumId: to.forumId });
  return postIds;
}

/** Closes a thread whose posts moved to another. */
export const closeMovedThread = statement<unknown, { id: number; into: number; userId: number }>(`
  update thread
  set
    state = 'deleted',
    deleted_at = now(),
    deleted_by = :userId,
    merged_into = :into,
    replies_cnt = 0
  where id = :id`);

/** A likable kind of target: its table, and the column and parameter of its id. */
interface Likable {
  table: 'post' | 'thread';
  column: string;
  id: string;
}
const LIKED_POST: Likable = { table: 'post', column: 'post_id', id: ':postId' };
const LIKED_THREAD: Likable = { table: 'thread', column: 'thread_id', id: ':threadId' };

/*
 * Likes of a first post belong to its thread, so they move when a reply becomes a first post or the
 * reverse. A user who liked both counts once.
 */
const moveLikesSql = (from: Likable, to: Likable): string => `
  with deleted as (
    delete from ${from.table}_like
    where ${from.column} = ${from.id}
    returning user_id, created_at
  ),
  added as (
    insert into ${to.table}_like (user_id, ${to.column}, created_at)
    select user_id, ${to.id}, created_at
    from deleted
    on conflict do nothing
    returning 1
  ),
  counted as materialized (
    select (select count(*) from deleted)::int as were, (select count(*) from added)::int as are
  ),
  of_${from.table} as (
    update ${from.table}
    set likes_cnt = likes_cnt - were
    from counted
    where id = ${from.id} and were > 0
  ),
  author as (
    update "user" u
    set likes_cnt = u.likes_cnt + are - were
    from counted, post p
    where p.id = :postId and u.id = p.user_id and are <> were
  )
  update ${to.table}
  set likes_cnt = likes_cnt + are
  from counted
  where id = ${to.id} and are > 0`;
/** Call it after a reply became a first post, and before recountThreadReplies. */
export const convertReplyToFirstPost = statement<unknown, { postId: number; threadId: number }>(
  moveLikesSql(LIKED_POST, LIKED_THREAD),
);
/** Call it after a first post became a reply of another thread. */
export const convertFirstPostToReply = statement<unknown, { postId: number; threadId: number }>(
  moveLikesSql(LIKED_THREAD, LIKED_POST),
);

const updateThreadTail = statement<{ repliesCnt: number }, { threadId: number }>(`
  update thread
  set
    replies_cnt = counted.shown,
    last_floor = greatest(last_floor, counted.floors),
    last_post_id = newest.id,
    last_user_id = newest.user_id,
    last_reply_at = newest.created_at,
    hot = ${heatSql('thread.created_at', { replies: 'counted.shown' })}
  from (
    select
      count(*) filter (where floor > 0 and ${isShownSql('post')})::int as shown,
      coalesce(max(floor), 0)::int as floors
    from post
    where thread_id = :threadId
  ) counted,
    (
      select id, user_id, created_at
      from post
      where thread_id = :threadId and (floor = 0 or (${isShownSql('post')}))
      order by floor desc
      limit 1
    ) newest
  where thread.id = :threadId
  returning replies_cnt as "repliesCnt"`);

/** Recounts a thread's replies, and adds the difference to its forum's deltas. */
export async function recountThreadReplies(
  tx: Runner,
  deltas: CounterDeltas,
  thread: LockedThread,
): Promise<void> {
  const [updated] = await updateThreadTail(tx, { threadId: thread.id });
  const repliesCnt = updated?.repliesCnt ?? 0;
  if (isShown(thread)) deltas.addForum(thread.forumId, { posts: repliesCnt - thread.repliesCnt });
}

/** Invalidates a thread's pages from its last floor to `upTo`, and the lists that show it. */
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
