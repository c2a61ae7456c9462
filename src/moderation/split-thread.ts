import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { lockPosts } from '#domain/content/post/counts.ts';
import { countThread, type LockedThread } from '#domain/content/thread/counts.ts';
import { takeDownThread } from '#domain/content/thread/state.ts';
import { normalizeSubject } from '#domain/content/thread/subject.ts';
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
import { findDestination, type MoveDestination } from './move-threads.ts';
import { lockModeratedThreads } from './thread-states.ts';

export interface SplitRequest {
  /** Replies of one thread; the earliest begins the new one. */
  ids: readonly number[];
  subject: string;
  /** Default: the thread's own forum. */
  to?: MoveDestination | undefined;
}

const insertThreadFromPost = statement<
  { id: number },
  { forumId: number; themeId: number; subject: string; language: string; from: number }
>(`
  insert into thread (
    forum_id,
    theme_id,
    user_id,
    subject,
    excerpt,
    language,
    images_cnt,
    first_post_id,
    last_post_id,
    last_user_id,
    last_reply_at,
    created_at
  )
  select
    :forumId,
    :themeId,
    user_id,
    :subject,
    excerpt,
    :language,
    images_cnt,
    id,
    id,
    user_id,
    created_at,
    created_at
  from post
  where id = :from
  returning id`);
const clearFeatured = statement<unknown, { id: number }>(
  `update post set featured = false where id = :id`,
);

/**
 * Splits replies off into a thread (R23); the earliest becomes its first post. Old floors stay
 * empty, old addresses redirect. Throws notFound, forbidden, malformed (several threads, or the
 * earliest is hidden), length.
 */
export const splitReplies = (
  context: ActionContext,
  { ids, subject, to }: SplitRequest,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { tx, deltas } = transaction;
    const title = normalizeSubject(subject);
    const { posts, threads } = await lockPosts(tx, ids);
    const replies = transaction
      .requireTargets(ids, posts.values())
      .sort((a, b) => a.floor - b.floor);
    const [first] = replies;
    const [oldThread] = [...threads.values()];
    if (!first || !oldThread || threads.size !== 1 || first.floor === 0 || !isShown(first))
      throw new AppError('malformed', { values: { field: 'ids' } });
    if (!isShown(oldThread)) throw new AppError('notAcceptable');
    const there = to ? await findDestination(tx, context.moderator, to) : oldThread;
    const [inserted] = await insertThreadFromPost(tx, {
      forumId: there.forumId,
      themeId: there.themeId,
      subject: title,
      language: oldThread.language,
      from: first.id,
    });
    const newThread: LockedThread = {
      ...oldThread,
      ...there,
      id: inserted?.id as number,
      userId: first.userId,
      subject: title,
      digest: false,
      digestForum: false,
      repliesCnt: 0,
      lastFloor: 0,
      firstPostId: first.id,
    };
    await appendPosts(tx, ids, newThread, -1);
    await convertReplyToFirstPost(tx, { postId: first.id, threadId: newThread.id });
    await clearFeatured(tx, { id: first.id });
    deltas.addUser(first.userId, { posts: -1, featured: first.featured ? -1 : 0 });
    countThread(deltas, newThread, 1);
    await recountThreadReplies(tx, deltas, oldThread);
    await recountThreadReplies(tx, deltas, newThread);
    transaction.record({
      action: 'thread.split',
      target: { thread: newThread.id },
      forumId: oldThread.forumId,
      detail: { from: oldThread.id, posts: ids },
      author: { userId: first.userId, threadId: newThread.id, postId: first.id },
    });
    transaction.addRemoval(threadTags({ threadId: oldThread.id }));
    invalidateChangedPages(transaction, { ...oldThread, lastFloor: 1 }, oldThread.lastFloor);
    transaction.invalidate(getThreadReturnInvalidations(newThread));
    transaction.addUndo({ action: 'unsplit', kind: 'thread', ids: [newThread.id] });
  });

const selectOrigins = statement<{ from: number | null; posts: number }, { threadId: number }>(
  `
    select from_thread_id as "from", count(*)::int as posts
    from post
    where thread_id = :threadId
    group by 1`,
);

/** Undoes a split. Throws notFound, forbidden, conflict (other posts, or hidden). */
export const unsplitThread = (context: ActionContext, id: number): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { tx, deltas } = transaction;
    await lockModeratedThreads(transaction, [id]);
    const [origin, ...others] = await selectOrigins(tx, { threadId: id });
    if (!origin || origin.from === null || others.length > 0)
      throw new AppError('conflict', { payload: [id] });
    const [newThread, oldThread] = (await lockModeratedThreads(transaction, [id, origin.from])) as [
      LockedThread,
      LockedThread,
    ];
    if (!isShown(newThread)) throw new AppError('conflict', { payload: [id] });
    countThread(deltas, newThread, -1);
    await returnPosts(tx, id, oldThread);
    if ((await selectOrigins(tx, { threadId: id })).length > 0)
      throw new AppError('conflict', { payload: [id] });
    await convertFirstPostToReply(tx, { postId: newThread.firstPostId, threadId: id });
    deltas.addUser(newThread.userId, { posts: 1 });
    await closeMovedThread(tx, { id, into: oldThread.id, userId: context.moderator.userId });
    await recountThreadReplies(tx, deltas, oldThread);
    transaction.record({
      action: 'thread.unsplit',
      target: { thread: id },
      forumId: newThread.forumId,
      detail: { into: oldThread.id, posts: origin.posts },
      author: { userId: newThread.userId, threadId: oldThread.id },
    });
    takeDownThread(transaction, newThread);
    invalidateChangedPages(transaction, { ...oldThread, lastFloor: 1 }, oldThread.lastFloor);
  });
