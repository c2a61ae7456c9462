import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { type LockedPost, lockPosts, recountReplies } from '#domain/content/post/counts.ts';
import { applyReplyState } from '#domain/content/post/state.ts';
import type { LockedThread } from '#domain/content/thread/counts.ts';
import type { ContentState } from '#domain/content/thread/state.ts';
import { readReplyPageTags } from '#domain/shared/page-tags.ts';
import { getListTags } from '#domain/shared/thread-invalidations.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  requireFound,
  requireModerates,
  runModerationAction,
} from './moderation-action.ts';

const describeReply = ({ id, threadId, floor, userId }: LockedPost) => ({
  target: { post: id },
  detail: { thread: threadId, floor },
  author: { userId, threadId, postId: id },
});

export async function changeReplyStates(
  transaction: ModerationTransaction,
  replies: readonly LockedPost[],
  threads: ReadonlyMap<number, LockedThread>,
  state: ContentState,
): Promise<void> {
  const changed = transaction.selectChanged(replies, (reply) => reply.state !== state);
  await applyReplyState(transaction, changed, threads, state, transaction.moderator.userId);
  transaction.recordStates('reply', changed, state, describeReply);
}

/** Replies only: a first post belongs to its thread. Throws notFound, forbidden. */
export async function lockReplies(
  transaction: ModerationTransaction,
  ids: readonly number[],
): Promise<{ replies: LockedPost[]; threads: Map<number, LockedThread> }> {
  const { posts, threads } = await lockPosts(transaction.tx, ids);
  const replies = requireFound(ids, posts.values());
  const firstPostIds = replies.filter((reply) => reply.floor === 0).map((reply) => reply.id);
  if (firstPostIds.length > 0) throw new AppError('notFound', { payload: firstPostIds });
  requireModerates(transaction.moderator, replies);
  return { replies, threads };
}

/** Hides, deletes or restores replies (R24); their floors stay. Throws notFound, forbidden. */
export const setReplyStates = (
  context: ActionContext,
  ids: readonly number[],
  state: ContentState,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { replies, threads } = await lockReplies(transaction, ids);
    await changeReplyStates(transaction, replies, threads, state);
  });

const updateFeatured = statement<unknown, { ids: readonly number[]; featured: boolean }>(
  `update post set featured = :featured, updated_at = now() where id = any(:ids::int[])`,
);

/** Features replies: the thread's first page shows them too. Throws notFound, forbidden. */
export const featureReplies = (
  context: ActionContext,
  ids: readonly number[],
  featured: boolean,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { replies, threads } = await lockReplies(transaction, ids);
    const changed = transaction.selectChanged(replies, (reply) => reply.featured !== featured);
    await updateFeatured(transaction.tx, { ids: changed.map((reply) => reply.id), featured });
    await recountReplies(
      transaction,
      changed.map((before) => ({ before, after: { ...before, featured } })),
      threads,
    );
    const action = featured ? 'post.feature' : 'post.unfeature';
    for (const reply of changed)
      transaction.record({ action, forumId: reply.forumId, ...describeReply(reply) });
    if (changed.length === 0) return;
    transaction.invalidate([
      ...toInvalidations(
        urgency.moderation,
        ...(await readReplyPageTags(transaction.tx, changed)),
        ...changed.map((reply) => cacheTag.threadPage(reply.threadId, 1)),
      ),
      ...toInvalidations(
        urgency.counts,
        ...changed.map((reply) => cacheTag.userPage(reply.userId)),
        ...getListTags([0], ['activity']),
      ),
    ]);
    transaction.addUndo({
      action: featured ? 'unfeature' : 'feature',
      kind: 'reply',
      ids: changed.map((reply) => reply.id),
    });
  });
