import { AppError } from '#contracts/errors.ts';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { INVALIDATION_CHANNEL } from '#publish/invalidation.ts';
import { forumReadableSql } from '../forum/access.ts';
import { heatSql } from '../thread/heat.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';

/*
 * Liking and unliking, one statement each: the row, the counters of the liked and of its author,
 * the touch of its page and the author's notification. Two clicks that race count as one: the
 * second finds or loses the row.
 */

export interface LikeResult {
  liked: boolean;
  count: number;
}

/**
 * SQL: the author is told of a like, once for all that like the same: the notification comes back
 * to the top when somebody likes it who wasn't the last one, so that liking and unliking again
 * tells nothing new. It goes with the last like.
 */
const notifyAuthorCtes = (category: number, threadId: string, postId: string): string => `
  told as (
    insert into notification (
      user_id,
      category,
      kind,
      actor_id,
      thread_id,
      post_id
    )
    select
      u.id,
      ${category},
      'like',
      :userId,
      ${threadId},
      ${postId}
    from changed
    join "user" u on u.id = changed.user_id
    where u.id <> :userId
      and exists (select from added)
      and coalesce((u.notify ->> 'like')::boolean, true)
    on conflict (user_id, thread_id, (coalesce(post_id, 0))) where kind = 'like' do update
      set
        actor_id = excluded.actor_id,
        created_at = now(),
        read_at = null,
        id = case when notification.read_at is null then notification.id else excluded.id end
      where notification.actor_id <> excluded.actor_id
  ),
  untold as (
    delete from notification
    using changed
    where notification.user_id = changed.user_id
      and kind = 'like'
      and notification.thread_id = ${threadId}
      and coalesce(post_id, 0) = coalesce(${postId}, 0)
      and changed.likes_cnt = 0
  )`;

interface ToggleParams {
  userId: number;
  /** Of the thread, the reply or the forum. */
  id: number;
  reader: number | null;
}

const toggleThreadLike = statement<LikeResult, ToggleParams>(`
  with target as (
    select t.id, t.user_id
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :id and t.state = 'normal' and t.checked and ${forumReadableSql('f', ':reader')}
    for update of t
  ),
  gone as (
    delete from thread_like
    using target
    where thread_like.user_id = :userId and thread_id = target.id
    returning 1
  ),
  added as (
    insert into thread_like (user_id, thread_id)
    select :userId, id
    from target
    where not exists (select from gone)
    on conflict do nothing
    returning 1
  ),
  step as materialized (
    select (select count(*) from added)::int - (select count(*) from gone)::int as by
  ),
  changed as (
    update thread
    set
      likes_cnt = likes_cnt + step.by,
      hot = ${heatSql('created_at', 'replies_cnt', '(likes_cnt + step.by)')}
    from step, target
    where thread.id = target.id
    returning thread.id, likes_cnt, thread.user_id
  ),
  author as (
    update "user"
    set likes_cnt = "user".likes_cnt + step.by
    from step, changed
    where "user".id = changed.user_id
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select format('t:%s:n', id), 4
    from changed
  ),
  ${notifyAuthorCtes(1, 'changed.id', 'null::int')}
  select
    exists (select from added) as liked,
    likes_cnt as count,
    pg_notify('${INVALIDATION_CHANNEL}', '4')
  from changed`);

const togglePostLike = statement<LikeResult, ToggleParams>(`
  with target as (
    select p.id, p.thread_id, p.floor
    from post p
    join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
    join forum f on f.id = t.forum_id
    where p.id = :id
      and p.floor > 0
      and p.state = 'normal'
      and p.checked
      and ${forumReadableSql('f', ':reader')}
    for update of p
  ),
  gone as (
    delete from post_like
    using target
    where post_like.user_id = :userId and post_id = target.id
    returning 1
  ),
  added as (
    insert into post_like (user_id, post_id)
    select :userId, id
    from target
    where not exists (select from gone)
    on conflict do nothing
    returning 1
  ),
  step as materialized (
    select (select count(*) from added)::int - (select count(*) from gone)::int as by
  ),
  changed as (
    update post
    set likes_cnt = likes_cnt + step.by
    from step, target
    where post.id = target.id
    returning post.id, post.thread_id, post.floor, likes_cnt, post.user_id
  ),
  author as (
    update "user"
    set likes_cnt = "user".likes_cnt + step.by
    from step, changed
    where "user".id = changed.user_id
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select format('t:%s:p%s', thread_id, greatest(1, ceil(floor / ${REPLIES_PER_PAGE}.0)::int)), 4
    from changed
  ),
  ${notifyAuthorCtes(2, 'changed.thread_id', 'changed.id')}
  select
    exists (select from added) as liked,
    likes_cnt as count,
    pg_notify('${INVALIDATION_CHANNEL}', '4')
  from changed`);

const selectThreadOfFirstPost = statement<{ id: number }, { id: number }>(
  `select thread_id as id from post where id = :id and floor = 0`,
);

/**
 * Likes a thread or a reply, or takes the like back; a first post is liked as its thread. Throws
 * notFound, also for what the viewer may not read.
 */
export async function toggleLike(
  db: Db,
  viewer: Viewer,
  kind: 'thread' | 'post',
  id: number,
): Promise<LikeResult> {
  const toggle = { userId: viewer.userId, id, reader: toReaderGroupId(viewer) };
  let [result] = await (kind === 'thread' ? toggleThreadLike : togglePostLike)(db, toggle);
  if (!result && kind === 'post') {
    const [thread] = await selectThreadOfFirstPost(db, { id });
    if (thread) [result] = await toggleThreadLike(db, { ...toggle, id: thread.id });
  }
  if (!result) throw new AppError('notFound');
  return { liked: result.liked, count: result.count };
}

type LikedParams = { userId: number; ids: readonly number[] };
const selectLikedThreads = statement<{ id: number }, LikedParams>(
  `
    select thread_id as id
    from thread_like
    where user_id = :userId and thread_id = any(:ids::int[])`,
);
const selectLikedPosts = statement<{ id: number }, LikedParams>(`
  select post_id as id
  from post_like
  where user_id = :userId and post_id = any(:ids::int[])
  union
  select p.id
  from post p
  join thread_like l on l.thread_id = p.thread_id and l.user_id = :userId
  where p.id = any(:ids::int[]) and p.floor = 0`);

/** Which of these the user likes. */
export async function filterLiked(
  db: Db,
  userId: number,
  kind: 'thread' | 'post',
  ids: readonly number[],
): Promise<number[]> {
  return (
    await (kind === 'thread' ? selectLikedThreads : selectLikedPosts)(db, { userId, ids })
  ).map((row) => row.id);
}
