import { AppError } from '#contracts/errors.ts';
import { MESSAGE_CATEGORIES, type MessageCategoryId } from '#contracts/message-categories.ts';
import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag, floorPageTagSql } from '#outbox/cache-tags.ts';
import { notifySql } from '../../delivery/events.ts';
import { wantsKindSql } from '../../delivery/notification/notify-users.ts';
import { isIgnoredSql, isMutedThreadSql } from '../../delivery/watch/muting-sql.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { heatSql } from '../thread/heat.ts';
import { invalidateCountsSql, LOCK_THREAD, type ToggleParams, toggleSql } from './toggle-sql.ts';

export interface LikeResult {
  liked: boolean;
  count: number;
}

/**
 * One notification per liked target. A like by another user than the last makes it unread and moves
 * it to the top, so liking again doesn't notify twice. It is deleted with the last like.
 */
const notifyAuthor = (
  category: MessageCategoryId,
  threadId: string,
  postId: string,
  commentId = 'null::int',
) => [
  notifySql(`
    (
      user_id,
      category,
      kind,
      actor_id,
      thread_id,
      post_id,
      comment_id
    )
    select
      u.id,
      ${category},
      'like',
      :userId,
      ${threadId},
      ${postId},
      ${commentId}
    from changed
    join "user" u on u.id = changed.user_id
    where u.id <> :userId
      and exists (select from added)
      and ${wantsKindSql('u', "'like'")}
      and not ${isIgnoredSql('u.id', ':userId')}
      and not ${isMutedThreadSql('u.id', threadId)}
    on conflict (
      user_id,
      thread_id,
      (coalesce(post_id, 0)),
      (coalesce(comment_id, 0))
    ) where kind = 'like' do update
      set
        actor_id = excluded.actor_id,
        created_at = now(),
        read_at = null,
        id = case when notification.read_at is null then notification.id else excluded.id end
      where notification.actor_id <> excluded.actor_id`),
  `untold as (
    delete from notification
    using changed
    where notification.user_id = changed.user_id
      and kind = 'like'
      and notification.thread_id = ${threadId}
      and coalesce(notification.post_id, 0) = coalesce(${postId}, 0)
      and coalesce(comment_id, 0) = coalesce(${commentId}, 0)
      and changed.likes_cnt = 0
  )`,
];

const UPDATE_AUTHOR = `
  update "user"
  set likes_cnt = "user".likes_cnt + step.by
  from step, changed
  where "user".id = changed.user_id`;

const UPDATE_THREAD = `
  update thread
  set
    likes_cnt = likes_cnt + step.by,
    hot = ${heatSql('created_at', { likes: '(likes_cnt + step.by)' })}
  from step, target
  where thread.id = target.id
  returning thread.id, likes_cnt, thread.user_id`;

const toggleThreadLike = statement<LikeResult, ToggleParams>(
  toggleSql({
    table: 'thread_like',
    column: 'thread_id',
    lockTarget: LOCK_THREAD,
    effects: {
      changed: UPDATE_THREAD,
      author: UPDATE_AUTHOR,
      touched: invalidateCountsSql(cacheTag.threadCounts.sql('id')),
    },
    notify: notifyAuthor(MESSAGE_CATEGORIES.threads, 'changed.id', 'null::int'),
    state: 'liked',
    counter: 'likes_cnt',
  }),
);

const LOCK_REPLY = `
  select p.id, p.thread_id, p.floor
  from post p
  join thread t on t.id = p.thread_id and ${isShownSql('t')}
  join forum f on f.id = t.forum_id
  where p.id = :id
    and p.floor > 0
    and ${isShownSql('p')}
    and ${forumReadableSql('f', ':reader')}
  for update of p`;
const UPDATE_REPLY = `
  update post
  set likes_cnt = likes_cnt + step.by
  from step, target
  where post.id = target.id
  returning post.id, post.thread_id, post.floor, likes_cnt, post.user_id`;
const togglePostLike = statement<LikeResult, ToggleParams>(
  toggleSql({
    table: 'post_like',
    column: 'post_id',
    lockTarget: LOCK_REPLY,
    effects: {
      changed: UPDATE_REPLY,
      author: UPDATE_AUTHOR,
      touched: invalidateCountsSql(floorPageTagSql('thread_id', 'floor')),
    },
    notify: notifyAuthor(NOTIFICATION_KINDS.like.category, 'changed.thread_id', 'changed.id'),
    state: 'liked',
    counter: 'likes_cnt',
  }),
);

const LOCK_COMMENT = `
  select c.id, p.floor, p.featured
  from comment c
  join post p on p.id = c.post_id and ${isShownSql('p')}
  join thread t on t.id = p.thread_id and ${isShownSql('t')}
  join forum f on f.id = t.forum_id
  where c.id = :id
    and c.user_id <> :userId
    and ${isShownSql('c')}
    and ${forumReadableSql('f', ':reader')}
  for update of c`;
const UPDATE_COMMENT = `
  update comment
  set likes_cnt = likes_cnt + step.by
  from step, target
  where comment.id = target.id
  returning
    comment.id,
    comment.post_id,
    comment.thread_id,
    comment.user_id,
    likes_cnt,
    target.floor,
    target.featured`;
/** SQL: tags of the comment's page and, if the reply is featured, of the thread's first page. */
const COMMENT_PAGE_TAGS = `unnest(
  array[${floorPageTagSql('thread_id', 'floor')}]
  || case when featured then array[${cacheTag.threadPage.sql('thread_id', '1')}] end
)`;
const setCommentLike = statement<LikeResult, ToggleParams & { on: boolean }>(
  toggleSql({
    table: 'comment_like',
    column: 'comment_id',
    lockTarget: LOCK_COMMENT,
    on: ':on::bool',
    effects: { changed: UPDATE_COMMENT, touched: invalidateCountsSql(COMMENT_PAGE_TAGS) },
    notify: notifyAuthor(
      NOTIFICATION_KINDS.like.category,
      'changed.thread_id',
      'changed.post_id',
      'changed.id',
    ),
    state: 'liked',
    counter: 'likes_cnt',
  }),
);
const selectCommentAuthor = statement<{ userId: number }, { id: number }>(
  `select user_id as "userId" from comment where id = :id`,
);

/** Idempotent. No credit for the author. Throws forbidden (own comment), notFound. */
export async function likeComment(
  db: Db,
  viewer: Viewer,
  id: number,
  on: boolean,
): Promise<LikeResult> {
  const { userId } = viewer;
  const [result] = await setCommentLike(db, { userId, id, on, reader: toReaderGroupId(viewer) });
  if (result) return { liked: result.liked, count: result.count };
  const [author] = await selectCommentAuthor(db, { id });
  throw new AppError(author?.userId === userId ? 'forbidden' : 'notFound');
}

const selectThreadOfFirstPost = statement<{ id: number }, { id: number }>(
  `select thread_id as id from post where id = :id and floor = 0`,
);

/** Toggles a like; a first post's like is its thread's. Throws notFound (also if unreadable). */
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

const selectLikedComments = statement<{ id: number }, LikedParams>(
  `
    select comment_id as id
    from comment_like
    where user_id = :userId and comment_id = any(:ids::int[])`,
);
const SELECT_LIKED = {
  thread: selectLikedThreads,
  post: selectLikedPosts,
  comment: selectLikedComments,
} as const;

export async function filterLiked(
  db: Db,
  userId: number,
  kind: keyof typeof SELECT_LIKED,
  ids: readonly number[],
): Promise<number[]> {
  return (await SELECT_LIKED[kind](db, { userId, ids })).map((row) => row.id);
}
