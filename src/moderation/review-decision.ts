import { AppError } from '#contracts/errors.ts';
import { CREDITS_PER_REPLY, CREDITS_PER_THREAD } from '#contracts/limits.ts';
import { toNotificationKind } from '#contracts/notifications.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import { statement } from '#db/statement.ts';
import { recountQueueNotices } from '#domain/notification/notify-moderators.ts';
import { notifyUsers } from '#domain/notification/notify-users.ts';
import { type LockedPost, lockPosts, recountReplies } from '#domain/post/counts.ts';
import { getUsersToNotify } from '#domain/post/notify.ts';
import { getReplyPageTags } from '#domain/post/page-tags.ts';
import { type LockedThread, lockThreads, recountThread } from '#domain/thread/counts.ts';
import {
  getMovedListInvalidations,
  getThreadReturnInvalidations,
} from '#domain/thread/invalidations.ts';
import { isShown } from '#domain/visibility.ts';
import { announcePost } from '#domain/watch/announce.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { changeCommentState, lockComments } from './comment-states.ts';
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
  unseen: boolean;
  receiverIds: number[];
  receiverKinds: string[];
}

const HELD_COLUMNS = 'unseen, receivers as "receiverIds", kinds as "receiverKinds"';
const deleteHeldOfPost = statement<HeldNotifications, { firstPostId: number }>(
  `delete from held where post_id = :firstPostId returning ${HELD_COLUMNS}`,
);
const deleteHeldOfComment = statement<HeldNotifications, { commentId: number }>(
  `delete from held where comment_id = :commentId returning ${HELD_COLUMNS}`,
);
const updatePostChecked = statement<unknown, { firstPostId: number }>(
  `update post set checked = true where id = :firstPostId`,
);
const updateThreadChecked = statement<unknown, { id: number }>(
  `update thread set checked = true, moderations_cnt = moderations_cnt + 1 where id = :id`,
);
const selectQuoteAuthor = statement<{ userId: number }, { quotePostId: number }>(
  `select user_id as "userId" from post where id = :quotePostId`,
);

const notifyHeld = (
  transaction: ModerationTransaction,
  actorId: number,
  location: { threadId: number; postId?: number; commentId?: number },
  { receiverIds, receiverKinds }: Omit<HeldNotifications, 'unseen'>,
) =>
  notifyUsers(
    transaction.tx,
    receiverIds.map((userId, index) => ({
      userId,
      kind: toNotificationKind(receiverKinds[index]),
      actorId,
      ...location,
    })),
  );

async function approveThread(
  transaction: ModerationTransaction,
  timeZone: string,
  thread: LockedThread,
): Promise<void> {
  const [held] = await deleteHeldOfPost(transaction.tx, { firstPostId: thread.firstPostId });
  await updateThreadChecked(transaction.tx, { id: thread.id });
  await updatePostChecked(transaction.tx, { firstPostId: thread.firstPostId });
  recountThread(transaction.deltas, thread, { ...thread, checked: true });
  if (held?.unseen ?? true) {
    transaction.deltas.addToday(timeZone, thread.forumId, { threads: 1 });
    transaction.deltas.addUser(thread.userId, { credits: CREDITS_PER_THREAD });
    if (held) await notifyHeld(transaction, thread.userId, { threadId: thread.id }, held);
    await announcePost(transaction.tx, {
      postId: thread.firstPostId,
      notified: held?.receiverIds ?? [],
    });
  }
  if (thread.state === 'normal') transaction.invalidate(getThreadReturnInvalidations(thread));
}

async function approveReply(
  transaction: ModerationTransaction,
  timeZone: string,
  before: LockedPost,
  thread: LockedThread,
): Promise<void> {
  const [held] = await deleteHeldOfPost(transaction.tx, { firstPostId: before.id });
  await updatePostChecked(transaction.tx, { firstPostId: before.id });
  await recountReplies(
    transaction,
    [{ before, after: { ...before, checked: true } }],
    new Map([[thread.id, thread]]),
  );
  if (held?.unseen ?? true) {
    transaction.deltas.addToday(timeZone, before.forumId, { replies: 1 });
    transaction.deltas.addUser(before.userId, { credits: CREDITS_PER_REPLY });
    const [quoted] =
      before.quotePostId === null
        ? []
        : await selectQuoteAuthor(transaction.tx, { quotePostId: before.quotePostId });
    const people =
      held ??
      getUsersToNotify(
        before.userId,
        { quoteAuthor: quoted?.userId ?? null, threadAuthor: thread.userId },
        [],
      );
    await notifyHeld(
      transaction,
      before.userId,
      { threadId: thread.id, postId: before.id },
      people,
    );
    await announcePost(transaction.tx, { postId: before.id, notified: people.receiverIds });
  }
  transaction.invalidate([
    ...toInvalidations(
      urgency.post,
      ...(await getReplyPageTags(transaction.tx, before)),
      cacheTag.threadPage(before.threadId, pageOfFloor(before.floor)),
    ),
    ...getMovedListInvalidations(before),
    ...toInvalidations(urgency.counts, cacheTag.userPage(before.userId)),
  ]);
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
    const comments = commentIds.length > 0 ? await lockComments(transaction, commentIds) : [];
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
      for (const comment of comments) {
        await changeCommentState(transaction, comment, { state: 'deleted', checked: false });
        logDecision(transaction, 'comment.reject', { ...comment, commentId: comment.id });
        transaction.addChanged(comment.id);
      }
      return;
    }
    for (const thread of threads) {
      await approveThread(transaction, context.timeZone, thread);
      logDecision(transaction, 'thread.approve', { ...thread, threadId: thread.id });
    }
    for (const reply of replies) {
      // A thread that the same call approves counts its replies by its new state.
      const thread = threadsOfReplies.get(reply.threadId) as LockedThread;
      await approveReply(
        transaction,
        context.timeZone,
        reply,
        threadIds.includes(thread.id) ? { ...thread, checked: true } : thread,
      );
      logDecision(transaction, 'post.approve', { ...reply, postId: reply.id });
    }
    for (const comment of comments) {
      const [held] = await deleteHeldOfComment(transaction.tx, { commentId: comment.id });
      await changeCommentState(transaction, comment, { state: comment.state, checked: true });
      if (held?.unseen)
        await notifyHeld(
          transaction,
          comment.userId,
          { threadId: comment.threadId, postId: comment.postId, commentId: comment.id },
          held,
        );
      logDecision(transaction, 'comment.approve', { ...comment, commentId: comment.id });
    }
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
