import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { lockPosts } from '#domain/post/counts.ts';
import { pagesShowing } from '#domain/post/edit.ts';
import { type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import { releaseUploads, uploadsOf } from '#domain/upload/release.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
import { type Acted, type Acting, act, type Because, type Place } from './act.ts';
import type { Moderator } from './moderator.ts';

/*
 * Removal for good (R23): the rows of what was deleted before, with everything that hangs on them.
 * The log keeps who did it, and to what, but nothing of the text. What was deleted is on no page
 * and in few counters already.
 */

/**
 * People whose counters change, locked as ledger.ts does, and what they had of what goes. $1 posts
 * $2 thread or null
 */
const lockPeople = statement<unknown>(`
  select
  from "user"
  where id in (
      select user_id
      from post
      where id = any($1::int[])
      union
      select user_id
      from thread_favourite
      where thread_id = $2::int
      union
      select user_id
      from thread
      where id = $2::int
    )
  order by id
  for no key update`);
const uncountLikes = statement<unknown>(`
  update "user" u
  set likes_cnt = greatest(0, u.likes_cnt - liked.n)
  from (
    select user_id, sum(n)::int as n
    from (
      select user_id, likes_cnt as n
      from post
      where id = any($1::int[]) and floor > 0
      union all
      select user_id, likes_cnt
      from thread
      where id = $2::int
    ) own
    group by user_id
  ) liked
  where u.id = liked.user_id and liked.n <> 0`);
const uncountFavourites = statement<unknown>(
  `
    update "user" u
    set favourites_cnt = greatest(0, u.favourites_cnt - 1)
    from thread_favourite f
    where f.thread_id = $1 and u.id = f.user_id`,
);

/**
 * $1 posts $2 their thread. What isn't named here goes with them by itself: revisions, likes, what
 * is held, drafts.
 */
const removePosts = statement<unknown>(`
  with reported as (
    delete from report
    where post_id = any($1::int[])
  ),
  warned as (
    update warning
    set post_id = null
    where post_id = any($1::int[])
  ),
  said as (
    delete from comment
    where post_id = any($1::int[])
  ),
  quoting as (
    update post
    set quote_post_id = null, quote_user_id = null
    where thread_id = $2 and quote_post_id = any($1::int[]) and id <> all($1::int[])
  )
  delete from post
  where id = any($1::int[]) and thread_id = $2`);
const removeThread = statement<unknown>(`
  with warned as (
    update warning
    set thread_id = null
    where thread_id = $1
  ),
  reported as (
    delete from report
    where thread_id = $1
  ),
  said as (
    delete from comment
    where thread_id = $1
  )
  delete from thread
  where id = $1`);

const shownReplies = statement<{ userId: number; posts: number; featured: number }>(`
  select
    user_id as "userId",
    count(*)::int as posts,
    (count(*) filter (where featured))::int as featured
  from post
  where thread_id = $1 and floor > 0 and state = 'normal' and checked
  group by user_id`);
const postsOf = statement<{ id: number }>(
  `select id from post where thread_id = $1 order by id for update`,
);

const requireDeleted = ({ id, state }: { id: number; state: string }): void => {
  if (state !== 'deleted') throw new AppError('conflict', { payload: [id] });
};

async function removeWholeThread(acting: Acting, thread: LockedThread): Promise<void> {
  const { tx, ledger } = acting;
  requireDeleted(thread);
  if (thread.mergedInto !== null) throw new AppError('conflict', { payload: [thread.id] });
  const ids = (await postsOf(tx, [thread.id])).map((row) => row.id);
  // A thread's replies count for who wrote them even while the thread is deleted.
  for (const { userId, posts, featured } of await shownReplies(tx, [thread.id]))
    ledger.user(userId, { posts: -posts, featured: -featured });
  await lockPeople(tx, [ids, thread.id]);
  await uncountLikes(tx, [ids, thread.id]);
  await uncountFavourites(tx, [thread.id]);
  const uploads = await uploadsOf(tx, ids);
  await removePosts(tx, [ids, thread.id]);
  await removeThread(tx, [thread.id]);
  await releaseUploads(tx, uploads);
  acting.log({
    action: 'thread.purge',
    target: { thread: thread.id },
    forumId: thread.forumId,
    detail: { author: thread.userId, replies: Math.max(0, ids.length - 1) },
  });
  acting.changed(thread.id);
}

/**
 * Removes a deleted thread with its replies for good. Throws notFound, conflict (it isn't deleted,
 * or was merged into another).
 */
export const purgeThread = (
  place: Place,
  moderator: Moderator,
  because: Because,
  id: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const thread = (await lockThreads(acting.tx, [id])).get(id);
    if (!thread) throw new AppError('notFound');
    await removeWholeThread(acting, thread);
  });

/**
 * Removes a deleted reply with its comments for good; its floor stays empty. Throws notFound (a
 * first post too), conflict.
 */
export const purgeReply = (
  place: Place,
  moderator: Moderator,
  because: Because,
  id: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { tx } = acting;
    const reply = (await lockPosts(tx, [id])).posts.get(id);
    if (!reply || reply.floor === 0) throw new AppError('notFound');
    requireDeleted(reply);
    const showing = await pagesShowing(tx, reply);
    await lockPeople(tx, [[id], null]);
    await uncountLikes(tx, [[id], null]);
    const uploads = await uploadsOf(tx, [id]);
    await removePosts(tx, [[id], reply.threadId]);
    await releaseUploads(tx, uploads);
    acting.log({
      action: 'post.purge',
      target: { post: id },
      forumId: reply.forumId,
      detail: { thread: reply.threadId, floor: reply.floor, author: reply.userId },
    });
    acting.touch([
      ...touches(urgency.moderation, ...showing),
      ...touches(urgency.counts, tag.userPage(reply.userId)),
    ]);
    acting.changed(id);
  });
