import { AppError } from '#contracts/errors.ts';
import { CREDITS_PER_REPLY, CREDITS_PER_THREAD } from '#contracts/limits.ts';
import { toNotificationKind } from '#contracts/notifications.ts';
import { statement } from '#db/statement.ts';
import { applyCommentState, type LockedComment } from '#domain/content/comment/state.ts';
import { type LockedPost, lockPosts, recountReplies } from '#domain/content/post/counts.ts';
import { getUsersToNotify } from '#domain/content/post/notify.ts';
import { type LockedThread, lockThreads, recountThread } from '#domain/content/thread/counts.ts';
import { recountQueueNotices } from '#domain/delivery/notification/notify-moderators.ts';
import { type AnnouncedPost, announcePosts } from '#domain/delivery/watch/announce.ts';
import { readReplyPageTags } from '#domain/shared/page-tags.ts';
import {
  getMovedListInvalidations,
  getThreadReturnInvalidations,
} from '#domain/shared/thread-invalidations.ts';
import { isShown } from '#domain/shared/visibility.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { lockModeratedComments } from './comment-states.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  requireFound,
  requireModerates,
  runModerationAction,
} from './moderation-action.ts';
import { changeReplyStates } from './reply-states.ts';
import { changeThreadStates } from './thread-states.ts';

/* Approves or rejects content that is pending review (checked is false). */

export const REVIEW_KINDS = ['thread', 'reply', 'comment'] as const;
export interface ReviewItem {
  kind: (typeof REVIEW_KINDS)[number];
  id: number;
}

interface HeldNotifications {
  /** Of the post or comment. */
  id: number;
  unseen: boolean;
  receiverIds: number[];
  receiverKinds: string[];
}

const deleteHeldSql = (column: 'post_id' | 'comment_id'): string => `
  delete from held
  where ${column} = any(:ids::int[])
  returning ${column} as id, unseen, receivers as "receiverIds", kinds as "receiverKinds"`;
const deleteHeldOfPosts = statement<HeldNotifications, { ids: readonly number[] }>(
  deleteHeldSql('post_id'),
);
const deleteHeldOfComments = statement<HeldNotifications, { ids: readonly number[] }>(
  deleteHeldSql('comment_id'),
);
const updatePostsChecked = statement<unknown, { ids: readonly number[] }>(
  `update post set checked = true where id = any(:ids::int[])`,
);
const updateThreadsChecked = statement<unknown, { ids: readonly number[] }>(`
  update thread
  set checked = true, moderations_cnt = moderations_cnt + 1
  where id = any(:ids::int[])`);

const takeHeld = async (
  { tx }: ModerationTransaction,
  deleteHeld: typeof deleteHeldOfPosts,
  ids: readonly number[],
): Promise<Map<number, HeldNotifications>> =>
  new Map((await deleteHeld(tx, { ids })).map((held) => [held.id, held]));

const notifyHeld = (
  transaction: ModerationTransaction,
  actorId: number,
  location: { threadId: number; postId?: number; commentId?: number },
  { receiverIds, receiverKinds }: Pick<HeldNotifications, 'receiverIds' | 'receiverKinds'>,
): void =>
  transaction.addNotifications(
    receiverIds.map((userId, index) => ({
      userId,
      kind: toNotificationKind(receiverKinds[index]),
      actorId,
      ...location,
    })),
  );

const NOBODY = { receiverIds: [], receiverKinds: [] };

async function approveThreads(
  transaction: ModerationTransaction,
  timeZone: string,
  threads: readonly LockedThread[],
): Promise<void> {
  const { tx, deltas } = transaction;
  const postIds = threads.map((thread) => thread.firstPostId);
  const held = await takeHeld(transaction, deleteHeldOfPosts, postIds);
  await updateThreadsChecked(tx, { ids: threads.map((thread) => thread.id) });
  await updatePostsChecked(tx, { ids: postIds });
  const announced: AnnouncedPost[] = [];
  for (const thread of threads) {
    const { id, forumId, userId, firstPostId } = thread;
    recountThread(deltas, thread, { ...thread, checked: true });
    const { unseen, ...people } = held.get(firstPostId) ?? { unseen: true, ...NOBODY };
    if (unseen) {
      deltas.addToday(timeZone, forumId, { threads: 1 });
      deltas.addUser(userId, { credits: CREDITS_PER_THREAD });
      notifyHeld(transaction, userId, { threadId: id }, people);
      announced.push({ postId: firstPostId, notified: people.receiverIds });
    }
    transaction.invalidate(getThreadReturnInvalidations(thread));
    logDecision(transaction, 'thread.approve', { ...thread, threadId: id });
  }
  await announcePosts(tx, announced);
}

async function approveReplies(
  transaction: ModerationTransaction,
  timeZone: string,
  replies: readonly LockedPost[],
  threads: ReadonlyMap<number, LockedThread>,
): Promise<void> {
  const { tx, deltas } = transaction;
  const ids = replies.map((reply) => reply.id);
  const held = await takeHeld(transaction, deleteHeldOfPosts, ids);
  await updatePostsChecked(tx, { ids });
  const changes = replies.map((before) => ({ before, after: { ...before, checked: true } }));
  await recountReplies(transaction, changes, threads);
  const announced: AnnouncedPost[] = [];
  for (const { id, userId, forumId, threadId, quoteUserId } of replies) {
    const threadAuthor = threads.get(threadId)?.userId as number;
    const { unseen, ...people } = held.get(id) ?? {
      unseen: true,
      ...getUsersToNotify(userId, { quoteAuthor: quoteUserId, threadAuthor }, []),
    };
    if (!unseen) continue;
    deltas.addToday(timeZone, forumId, { replies: 1 });
    deltas.addUser(userId, { credits: CREDITS_PER_REPLY });
    notifyHeld(transaction, userId, { threadId, postId: id }, people);
    announced.push({ postId: id, notified: people.receiverIds });
  }
  await announcePosts(tx, announced);
  transaction.invalidate([
    ...toInvalidations(urgency.post, ...(await readReplyPageTags(tx, replies))),
    ...replies.flatMap(getMovedListInvalidations),
    ...toInvalidations(urgency.counts, ...replies.map(({ userId }) => cacheTag.userPage(userId))),
  ]);
  for (const reply of replies)
    logDecision(transaction, 'post.approve', { ...reply, postId: reply.id });
}

async function approveComments(
  transaction: ModerationTransaction,
  comments: readonly LockedComment[],
): Promise<void> {
  const ids = comments.map((comment) => comment.id);
  const held = await takeHeld(transaction, deleteHeldOfComments, ids);
  const to = { state: 'normal', checked: true } as const;
  await applyCommentState(transaction, comments, to, transaction.moderator.userId);
  for (const { id, userId, threadId, postId, forumId } of comments) {
    const location = { threadId, postId, commentId: id };
    const people = held.get(id);
    if (people?.unseen) notifyHeld(transaction, userId, location, people);
    logDecision(transaction, 'comment.approve', { forumId, userId, ...location });
  }
}

const logDecision = (
  transaction: ModerationTransaction,
  action: string,
  { forumId, userId, threadId, postId, commentId }: LogLocation,
): void => {
  const ofPost = postId === undefined ? { thread: threadId } : { post: postId };
  const target = commentId === undefined ? ofPost : { comment: commentId };
  transaction.log({ action, target, forumId, detail: { thread: threadId } });
  transaction.notify({ userId, act: action, threadId, postId, commentId });
};
interface LogLocation {
  forumId: number;
  userId: number;
  threadId: number;
  postId?: number;
  commentId?: number;
}

async function rejectComments(
  transaction: ModerationTransaction,
  comments: readonly LockedComment[],
): Promise<void> {
  const { userId } = transaction.moderator;
  await applyCommentState(transaction, comments, { state: 'deleted' }, userId);
  for (const comment of comments) {
    logDecision(transaction, 'comment.reject', { ...comment, commentId: comment.id });
    transaction.addChanged(comment.id);
  }
}

/**
 * Approving publishes content as of now: counters, credits, delayed notifications. Rejecting
 * deletes it. Throws notFound, forbidden, conflict (no longer pending).
 */
export const decideReview = (
  context: ActionContext,
  waiting: readonly ReviewItem[],
  approve: boolean,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const [threadIds, replyIds, commentIds] = REVIEW_KINDS.map((kind) =>
      waiting.filter((item) => item.kind === kind).map(({ id }) => id),
    ) as [number[], number[], number[]];
    const threads = requireFound(
      threadIds,
      (await lockThreads(transaction.tx, threadIds)).values(),
    );
    const { posts, threads: threadsOfReplies } = await lockPosts(transaction.tx, replyIds);
    const replies = requireFound(replyIds, posts.values());
    if (replies.some((reply) => reply.floor === 0)) throw new AppError('notFound');
    const comments =
      commentIds.length > 0 ? await lockModeratedComments(transaction, commentIds) : [];
    const targets = [...threads, ...replies, ...comments];
    requireModerates(context.moderator, targets);
    const decided = targets.filter((target) => target.checked || target.state !== 'normal');
    if (decided.length > 0)
      throw new AppError('conflict', { payload: decided.map((target) => target.id) });
    await recountQueueNotices(transaction.tx, {
      kind: 'reviewQueue',
      forumIds: targets.map(({ forumId }) => forumId),
    });
    if (!approve) {
      await changeThreadStates(transaction, threads, 'deleted');
      await changeReplyStates(transaction, replies, threadsOfReplies, 'deleted');
      await rejectComments(transaction, comments);
      return;
    }
    if (threads.length > 0) await approveThreads(transaction, context.timeZone, threads);
    // A thread that the same call approves counts its replies by its new state.
    for (const { id } of threads) {
      const thread = threadsOfReplies.get(id);
      if (thread) threadsOfReplies.set(id, { ...thread, checked: true });
    }
    if (replies.length > 0)
      await approveReplies(transaction, context.timeZone, replies, threadsOfReplies);
    if (comments.length > 0) await approveComments(transaction, comments);
    for (const one of waiting) transaction.addChanged(one.id);
    const shownThreads = threads
      .filter((thread) => isShown({ ...thread, checked: true }))
      .map((thread) => thread.id);
    if (shownThreads.length > 0)
      transaction.addUndo({ action: 'hide', kind: 'thread', ids: shownThreads });
    if (replyIds.length > 0) transaction.addUndo({ action: 'hide', kind: 'reply', ids: replyIds });
    if (commentIds.length > 0)
      transaction.addUndo({ action: 'hide', kind: 'comment', ids: commentIds });
  });
