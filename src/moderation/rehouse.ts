import { type Runner, statement } from '#db/statement.ts';
import type { Ledger } from '#domain/counts/ledger.ts';
import { isShown, type LockedThread } from '#domain/thread/counts.ts';
import { heatSqlText } from '#domain/thread/hot.ts';
import { plainText } from '#search/highlight.ts';
import { vectorOf } from '#search/vector.ts';

/* Posts that go from one thread to another, by merging, splitting, and taking those back. */

interface Moved {
  id: number;
  userId: number;
  state: string;
  checked: boolean;
  featured: boolean;
}

// What hangs on a post goes along: its comments, and reports of it.
const follow = statement<unknown>(`
  with comments as (
    update comment
    set thread_id = $2
    where post_id = any($1::int[])
  )
  update report
  set thread_id = $2, forum_id = $3
  where post_id = any($1::int[])`);

/**
 * Gives posts of one thread floors behind those of another, in their order; `from` remembers where
 * they stood. $1 the posts $2 the thread $3 its forum $4 the last floor before them.
 */
const append = statement<Moved>(`
  update post
  set
    thread_id = $2,
    forum_id = $3,
    floor = $4 + numbered.place,
    from_thread_id = thread_id,
    from_floor = floor
  from (
    select id, (row_number() over (order by floor))::int as place
    from post
    where id = any($1::int[])
  ) numbered
  where post.id = numbered.id
  returning post.id, user_id as "userId", state, checked, featured`);
/**
 * Puts posts back where they stood. $1 the thread in which they are $2 the one from which they came
 * $3 its forum.
 */
const giveBack = statement<Moved>(`
  update post
  set thread_id = $2, forum_id = $3, floor = from_floor, from_thread_id = null, from_floor = null
  where thread_id = $1 and from_thread_id = $2
  returning id, user_id as "userId", state, checked, featured`);

export async function appendPosts(
  tx: Runner,
  ids: readonly number[],
  to: Pick<LockedThread, 'id' | 'forumId'>,
  after: number,
): Promise<Moved[]> {
  const moved = await append(tx, [ids, to.id, to.forumId, after]);
  await follow(tx, [ids, to.id, to.forumId]);
  return moved;
}

export async function returnPosts(
  tx: Runner,
  from: number,
  to: Pick<LockedThread, 'id' | 'forumId'>,
): Promise<Moved[]> {
  const moved = await giveBack(tx, [from, to.id, to.forumId]);
  await follow(tx, [moved.map((post) => post.id), to.id, to.forumId]);
  return moved;
}

/*
 * A first post is liked as its thread: likes go over with a reply that becomes a first post, and
 * back when it is a reply again. Who liked both counts once. $1 the post $2 the thread
 */
const likesToThread = statement<unknown>(`
  with gone as (
    delete from post_like
    where post_id = $1
    returning user_id, created_at
  ),
  added as (
    insert into thread_like (user_id, thread_id, created_at)
    select user_id, $2, created_at
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
    where id = $1 and were > 0
  ),
  author as (
    update "user" u
    set likes_cnt = u.likes_cnt + are - were
    from counted, post p
    where p.id = $1 and u.id = p.user_id and are <> were
  )
  update thread
  set likes_cnt = likes_cnt + are
  from counted
  where id = $2 and are > 0`);
const likesToPost = statement<unknown>(`
  with gone as (
    delete from thread_like
    where thread_id = $2
    returning user_id, created_at
  ),
  added as (
    insert into post_like (user_id, post_id, created_at)
    select user_id, $1, created_at
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
    where id = $2 and were > 0
  ),
  author as (
    update "user" u
    set likes_cnt = u.likes_cnt + are - were
    from counted, post p
    where p.id = $1 and u.id = p.user_id and are <> were
  )
  update post
  set likes_cnt = likes_cnt + are
  from counted
  where id = $1 and are > 0`);

/** A reply has become the first post of a thread. Call it before the thread is settled. */
export const becomeFirst = async (
  tx: Runner,
  postId: number,
  threadId: number,
  subject: string,
): Promise<void> => {
  await likesToThread(tx, [postId, threadId]);
  await indexFirst(tx, postId, subject);
};
/** The first post of a thread has become a reply of another. */
export const becomeReply = async (tx: Runner, postId: number, threadId: number): Promise<void> => {
  await likesToPost(tx, [postId, threadId]);
  await indexFirst(tx, postId);
};

const setTail = statement<{ repliesCnt: number }>(`
  update thread
  set
    replies_cnt = counted.shown,
    last_floor = greatest(last_floor, counted.floors),
    last_post_id = newest.id,
    last_user_id = newest.user_id,
    last_reply_at = newest.created_at,
    hot = ${heatSqlText('thread.created_at', 'counted.shown', 'likes_cnt')}
  from (
    select
      count(*) filter (where floor > 0 and state = 'normal' and checked)::int as shown,
      coalesce(max(floor), 0)::int as floors
    from post
    where thread_id = $1
  ) counted,
    (
      select id, user_id, created_at
      from post
      where thread_id = $1 and (floor = 0 or (state = 'normal' and checked))
      order by floor desc
      limit 1
    ) newest
  where thread.id = $1
  returning replies_cnt as "repliesCnt"`);

/**
 * Counts a thread's replies anew after posts came or went, and books the difference into its forum.
 */
export async function settle(
  tx: Runner,
  ledger: Ledger,
  thread: LockedThread,
): Promise<LockedThread> {
  const [now] = await setTail(tx, [thread.id]);
  const repliesCnt = now?.repliesCnt ?? 0;
  if (isShown(thread)) ledger.forum(thread.forumId, { posts: repliesCnt - thread.repliesCnt });
  return { ...thread, repliesCnt };
}

const textOf = statement<{ html: string }>(`select html from post where id = $1`);
const index = statement<unknown>(`update post set search = $2::text::tsvector where id = $1`);

/** Lets a post be found by the subject too, once it is a first post; or not any more. */
async function indexFirst(tx: Runner, postId: number, subject = ''): Promise<void> {
  const [post] = await textOf(tx, [postId]);
  if (post) await index(tx, [postId, vectorOf(plainText(post.html), subject)]);
}
