import { type Runner, statement } from '#db/statement.ts';
import type { CounterDeltas } from '#domain/counts/counter-deltas.ts';
import { isShown, type LockedThread } from '#domain/thread/counts.ts';
import { heatSql } from '#domain/thread/heat.ts';
import { htmlToPlainText } from '#search/highlight.ts';
import { toTsvector } from '#search/tsvector.ts';

/* Posts that go from one thread to another, by merging, splitting, and taking those back. */

interface MovedPost {
  id: number;
  userId: number;
  state: string;
  checked: boolean;
  featured: boolean;
}

// What hangs on a post goes along: its comments, and reports of it.
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

/**
 * Gives posts of one thread floors behind those of another, in their order; `from` remembers where
 * they stood. `after` is the last floor before them.
 */
const moveToEnd = statement<
  MovedPost,
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
  where post.id = numbered.id
  returning post.id, user_id as "userId", state, checked, featured`);
/** Puts posts that are in the thread `from` back where they stood. */
const moveBack = statement<MovedPost, { from: number; threadId: number; forumId: number }>(`
  update post
  set
    thread_id = :threadId,
    forum_id = :forumId,
    floor = from_floor,
    from_thread_id = null,
    from_floor = null
  where thread_id = :from and from_thread_id = :threadId
  returning id, user_id as "userId", state, checked, featured`);

export async function appendPosts(
  tx: Runner,
  ids: readonly number[],
  to: Pick<LockedThread, 'id' | 'forumId'>,
  after: number,
): Promise<MovedPost[]> {
  const moved = await moveToEnd(tx, { ids, threadId: to.id, forumId: to.forumId, after });
  await moveCommentsAndReports(tx, { postIds: ids, threadId: to.id, forumId: to.forumId });
  return moved;
}

export async function returnPosts(
  tx: Runner,
  from: number,
  to: Pick<LockedThread, 'id' | 'forumId'>,
): Promise<MovedPost[]> {
  const moved = await moveBack(tx, { from, threadId: to.id, forumId: to.forumId });
  await moveCommentsAndReports(tx, {
    postIds: moved.map((post) => post.id),
    threadId: to.id,
    forumId: to.forumId,
  });
  return moved;
}

/*
 * A first post is liked as its thread: likes go over with a reply that becomes a first post, and
 * back when it is a reply again. Who liked both counts once.
 */
const movePostLikesToThread = statement<unknown, { postId: number; threadId: number }>(`
  with gone as (
    delete from post_like
    where post_id = :postId
    returning user_id, created_at
  ),
  added as (
    insert into thread_like (user_id, thread_id, created_at)
    select user_id, :threadId, created_at
    from gone
    on conflict do nothing
    returning 1
  ),
  counted as materialized (
    select (select count(*) from gone)::int as were, (select count(*) from added)::int as are
  ),
  of_post as (
    update post
    set likes_cnt = likes_cnt - were
    from counted
    where id = :postId and were > 0
  ),
  author as (
    update "user" u
    set likes_cnt = u.likes_cnt + are - were
    from counted, post p
    where p.id = :postId and u.id = p.user_id and are <> were
  )
  update thread
  set likes_cnt = likes_cnt + are
  from counted
  where id = :threadId and are > 0`);
const moveThreadLikesToPost = statement<unknown, { postId: number; threadId: number }>(`
  with gone as (
    delete from thread_like
    where thread_id = :threadId
    returning user_id, created_at
  ),
  added as (
    insert into post_like (user_id, post_id, created_at)
    select user_id, :postId, created_at
    from gone
    on conflict do nothing
    returning 1
  ),
  counted as materialized (
    select (select count(*) from gone)::int as were, (select count(*) from added)::int as are
  ),
  of_thread as (
    update thread
    set likes_cnt = likes_cnt - were
    from counted
    where id = :threadId and were > 0
  ),
  author as (
    update "user" u
    set likes_cnt = u.likes_cnt + are - were
    from counted, post p
    where p.id = :postId and u.id = p.user_id and are <> were
  )
  update post
  set likes_cnt = likes_cnt + are
  from counted
  where id = :postId and are > 0`);

/** A reply has become the first post of a thread. Call it before the thread is settled. */
export const convertReplyToFirstPost = async (
  tx: Runner,
  postId: number,
  threadId: number,
  subject: string,
): Promise<void> => {
  await movePostLikesToThread(tx, { postId, threadId });
  await updateSearchIndex(tx, postId, subject);
};
/** The first post of a thread has become a reply of another. */
export const convertFirstPostToReply = async (
  tx: Runner,
  postId: number,
  threadId: number,
): Promise<void> => {
  await moveThreadLikesToPost(tx, { postId, threadId });
  await updateSearchIndex(tx, postId);
};

const updateThreadTail = statement<{ repliesCnt: number }, { threadId: number }>(`
  update thread
  set
    replies_cnt = counted.shown,
    last_floor = greatest(last_floor, counted.floors),
    last_post_id = newest.id,
    last_user_id = newest.user_id,
    last_reply_at = newest.created_at,
    hot = ${heatSql('thread.created_at', 'counted.shown', 'likes_cnt')}
  from (
    select
      count(*) filter (where floor > 0 and state = 'normal' and checked)::int as shown,
      coalesce(max(floor), 0)::int as floors
    from post
    where thread_id = :threadId
  ) counted,
    (
      select id, user_id, created_at
      from post
      where thread_id = :threadId and (floor = 0 or (state = 'normal' and checked))
      order by floor desc
      limit 1
    ) newest
  where thread.id = :threadId
  returning replies_cnt as "repliesCnt"`);

/**
 * Counts a thread's replies anew after posts came or went, and books the difference into its forum.
 */
export async function recountThreadReplies(
  tx: Runner,
  deltas: CounterDeltas,
  thread: LockedThread,
): Promise<LockedThread> {
  const [updated] = await updateThreadTail(tx, { threadId: thread.id });
  const repliesCnt = updated?.repliesCnt ?? 0;
  if (isShown(thread)) deltas.addForum(thread.forumId, { posts: repliesCnt - thread.repliesCnt });
  return { ...thread, repliesCnt };
}

const selectPostHtml = statement<{ html: string }, { postId: number }>(
  `select html from post where id = :postId`,
);
const updateSearchVector = statement<unknown, { postId: number; vector: string }>(
  `update post set search = :vector::text::tsvector where id = :postId`,
);

/** Lets a post be found by the subject too, once it is a first post; or not any more. */
async function updateSearchIndex(tx: Runner, postId: number, subject = ''): Promise<void> {
  const [post] = await selectPostHtml(tx, { postId });
  if (post)
    await updateSearchVector(tx, {
      postId,
      vector: toTsvector(htmlToPlainText(post.html), subject),
    });
}
