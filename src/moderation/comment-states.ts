import {
  applyCommentState,
  type LockedComment,
  lockComments,
} from '#domain/content/comment/state.ts';
import type { ContentState } from '#domain/content/thread/state.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';

/** Throws notFound, forbidden. */
export const lockModeratedComments = async (
  transaction: ModerationTransaction,
  ids: readonly number[],
): Promise<LockedComment[]> =>
  transaction.requireTargets(ids, await lockComments(transaction.tx, ids));

/** Hides, deletes or restores locked comments, inside a moderation action. */
export async function changeCommentStates(
  transaction: ModerationTransaction,
  comments: readonly LockedComment[],
  state: ContentState,
): Promise<void> {
  const changed = transaction.selectChanged(comments, (comment) => comment.state !== state);
  await applyCommentState(transaction, changed, { state }, transaction.moderator.userId);
  transaction.recordStates('comment', changed, state, ({ id, threadId, postId, userId }) => ({
    target: { comment: id },
    detail: { thread: threadId, post: postId },
    author: { userId, threadId, postId, commentId: id },
  }));
}

/** Hides, deletes or restores comments. Throws notFound, forbidden. */
export const setCommentStates = (
  context: ActionContext,
  ids: readonly number[],
  state: ContentState,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) =>
    changeCommentStates(transaction, await lockModeratedComments(transaction, ids), state),
  );
