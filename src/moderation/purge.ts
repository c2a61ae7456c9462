import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { lockPosts } from '#domain/content/post/counts.ts';
import { type LockedThread, lockThreads } from '#domain/content/thread/counts.ts';
import { createJob } from '#domain/jobs/create.ts';
import type { JobHandler } from '#domain/jobs/run.ts';
import { readReplyPageTags } from '#domain/shared/page-tags.ts';
import { isShownSql } from '#domain/shared/visibility.ts';
import { findUploadHashes, releaseUploads } from '#domain/uploads/release.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';
import type { Moderator } from './moderator.ts';

/*
 * Purges (R23) the rows of deleted content and everything that refers to them. The action log
 * retains no text. Deleted content is on no page and in few counters.
 */

/**
 * Locks users whose counters change, in the order of CounterDeltas.apply: authors of the posts and,
 * if the thread is purged too, its author and those with it as a favourite.
 */
const lockAffectedUsers = statement<unknown, { ids: readonly number[]; threadId: number | null }>(`
  select
  from "user"
  where id in (
      select user_id
      from post
      where id = any(:ids::int[])
      union
      select user_id
      from thread_favourite
      where thread_id = :threadId::int
      union
      select user_id
      from thread
      where id = :threadId::int
    )
  order by id
  for no key update`);
const uncountLikes = statement<unknown, { ids: readonly number[]; threadId: number | null }>(`
  update "user" u
  set likes_cnt = greatest(0, u.likes_cnt - liked.n)
  from (
    select user_id, sum(n)::int as n
    from (
      select user_id, likes_cnt as n
      from post
      where id = any(:ids::int[]) and floor > 0
      union all
      select user_id, likes_cnt
      from thread
      where id = :threadId::int
    ) own
    group by user_id
  ) liked
  where u.id = liked.user_id and liked.n <> 0`);
const uncountFavourites = statement<unknown, { threadId: number }>(
  `
    update "user" u
    set favourites_cnt = greatest(0, u.favourites_cnt - 1)
    from thread_favourite f
    where f.thread_id = :threadId and u.id = f.user_id`,
);

/** Posts of one thread. Cascades delete the rest: revisions, likes, held rows, drafts. */
const deletePosts = statement<unknown, { postIds: readonly number[]; threadId: number }>(`
  with reported as (
    delete from report
    where post_id = any(:postIds::int[])
  ),
  warned as (
    update warning
    set post_id = null
    where post_id = any(:postIds::int[])
  ),
  removed_comments as (
    delete from comment
    where post_id = any(:postIds::int[])
  ),
  quoting as (
    update post
    set quote_post_id = null, quote_user_id = null
    where thread_id = :threadId
      and quote_post_id = any(:postIds::int[])
      and id <> all(:postIds::int[])
  )
  delete from post
  where id = any(:postIds::int[]) and thread_id = :threadId`);
const deleteThreadRow = statement<unknown, { threadId: number }>(`
  with warned as (
    update warning
    set thread_id = null
    where thread_id = :threadId
  ),
  reported as (
    delete from report
    where thread_id = :threadId
  ),
  removed_comments as (
    delete from comment
    where thread_id = :threadId
  )
  delete from thread
  where id = :threadId`);

const countShownRepliesByAuthor = statement<
  { userId: number; posts: number; featured: number },
  { threadId: number }
>(`
  select
    user_id as "userId",
    count(*)::int as posts,
    (count(*) filter (where featured))::int as featured
  from post
  where thread_id = :threadId and floor > 0 and ${isShownSql('post')}
  group by user_id`);
const lockPostsOfThread = statement<{ id: number }, { threadId: number }>(
  `select id from post where thread_id = :threadId order by id for update`,
);

const requireDeleted = ({ id, state }: { id: number; state: string }): void => {
  if (state !== 'deleted') throw new AppError('conflict', { payload: [id] });
};

async function purgeThreadInTransaction(
  transaction: ModerationTransaction,
  thread: LockedThread,
): Promise<void> {
  const { tx, deltas } = transaction;
  requireDeleted(thread);
  if (thread.mergedInto !== null) throw new AppError('conflict', { payload: [thread.id] });
  const ids = (await lockPostsOfThread(tx, { threadId: thread.id })).map((row) => row.id);
  // Replies of a deleted thread still count for their authors.
  for (const { userId, posts, featured } of await countShownRepliesByAuthor(tx, {
    threadId: thread.id,
  }))
    deltas.addUser(userId, { posts: -posts, featured: -featured });
  await lockAffectedUsers(tx, { ids, threadId: thread.id });
  await uncountLikes(tx, { ids, threadId: thread.id });
  await uncountFavourites(tx, { threadId: thread.id });
  const uploads = await findUploadHashes(tx, ids);
  await deletePosts(tx, { postIds: ids, threadId: thread.id });
  await deleteThreadRow(tx, { threadId: thread.id });
  await releaseUploads(tx, uploads);
  transaction.log({
    action: 'thread.purge',
    target: { thread: thread.id },
    forumId: thread.forumId,
    detail: { author: thread.userId, replies: Math.max(0, ids.length - 1) },
  });
  transaction.addChanged(thread.id);
}

/** Purges a deleted thread with its replies. Throws notFound, conflict (not deleted, merged). */
export const purgeThread = (context: ActionContext, id: number): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const thread = (await lockThreads(transaction.tx, [id])).get(id);
    if (!thread) throw new AppError('notFound');
    await purgeThreadInTransaction(transaction, thread);
  });

/** Purges a deleted reply; its floor stays empty. Throws notFound (a first post), conflict. */
export const purgeReply = (context: ActionContext, id: number): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { tx } = transaction;
    const reply = (await lockPosts(tx, [id])).posts.get(id);
    if (!reply || reply.floor === 0) throw new AppError('notFound');
    requireDeleted(reply);
    const pageTags = await readReplyPageTags(tx, [reply]);
    await lockAffectedUsers(tx, { ids: [id], threadId: null });
    await uncountLikes(tx, { ids: [id], threadId: null });
    const uploads = await findUploadHashes(tx, [id]);
    await deletePosts(tx, { postIds: [id], threadId: reply.threadId });
    await releaseUploads(tx, uploads);
    transaction.log({
      action: 'post.purge',
      target: { post: id },
      forumId: reply.forumId,
      detail: { thread: reply.threadId, floor: reply.floor, author: reply.userId },
    });
    transaction.invalidate([
      ...toInvalidations(urgency.moderation, ...pageTags),
      ...toInvalidations(urgency.counts, cacheTag.userPage(reply.userId)),
    ]);
    transaction.addChanged(id);
  });

export interface PurgeItem {
  kind: 'thread' | 'reply';
  id: number;
}

/** Starts a job that purges threads and replies; it skips those that aren't deleted by then. */
export const startPurge = (
  db: Db,
  actorId: number,
  items: readonly PurgeItem[],
  note: string,
): Promise<number> =>
  inTransaction(db, (tx) =>
    createJob(tx, { kind: 'purge', params: { items, note }, actorId, total: items.length }),
  );

const selectGroupOfUser = statement<{ groupId: number }, { userId: number }>(
  `select group_id as "groupId" from "user" where id = :userId`,
);

function getRefusal(error: unknown): { why: string } {
  if (error instanceof AppError && (error.code === 'notFound' || error.code === 'conflict'))
    return { why: error.code };
  throw error;
}

/** The job: one transaction per item; those purged before a restart are reported as missing. */
export const runPurgeJob =
  (context: Pick<ActionContext, 'db' | 'timeZone'>): JobHandler =>
  async (job) => {
    const { items, note } = job.params as unknown as { items: PurgeItem[]; note: string };
    const userId = job.actorId ?? 0;
    const [actor] = await selectGroupOfUser(context.db, { userId });
    const moderator: Moderator = {
      userId,
      groupId: actor?.groupId ?? 0,
      rights: { read: true },
      isLoginFresh: false,
      isGlobal: true,
      forums: [],
      mayModerate: () => true,
    };
    const action = { ...context, moderator, reason: { note, notify: false } };
    for (let done = job.cursor; done < items.length; done++) {
      const { kind, id } = items[done] as PurgeItem;
      const refusal = await (kind === 'thread' ? purgeThread : purgeReply)(action, id).then(
        () => undefined,
        getRefusal,
      );
      await job.saveProgress({
        done: done + 1,
        cursor: done + 1,
        items: [{ purged: kind, id, ...refusal }],
      });
    }
  };
