import { AppError } from '#contracts/errors.ts';
import type { LogTarget } from '#domain/log/insert-entries.ts';
import { lockPosts } from '#domain/post/counts.ts';
import { changeCommentStates, lockComments } from './comment-states.ts';
import { hideLetter, lockLetters } from './hide-letter.ts';
import type { ModerationTransaction } from './moderation-action.ts';
import { changeReplyStates } from './reply-states.ts';
import { changeThreadStates } from './thread-states.ts';
import type { WarningTarget } from './warnings.ts';

/** What a report is about: a post, a comment under it, or a letter. */
export interface ReportedItem {
  threadId: number | null;
  postId: number | null;
  commentId: number | null;
  letterId: number | null;
}

/** The same, locked, with what is done to it. */
export interface LockedItem {
  authorId: number;
  logTarget: LogTarget;
  /** What its author is warned for. */
  occasion: WarningTarget;
  /** Deletes it; a letter is hidden from its receiver. */
  remove(transaction: ModerationTransaction): Promise<void>;
}

async function lockReportedLetter(
  transaction: ModerationTransaction,
  letterId: number,
): Promise<LockedItem> {
  const [letter] = await lockLetters(transaction, [letterId]);
  if (!letter) throw new AppError('notFound');
  return {
    authorId: letter.senderId,
    logTarget: { user: letter.senderId },
    occasion: { letter },
    remove: (within) => hideLetter(within, letter),
  };
}

async function lockReportedComment(
  transaction: ModerationTransaction,
  commentId: number,
): Promise<LockedItem> {
  const comments = await lockComments(transaction, [commentId]);
  const [comment] = comments;
  if (!comment) throw new AppError('notFound');
  return {
    authorId: comment.userId,
    logTarget: { comment: commentId },
    occasion: { commentId },
    remove: (within) => changeCommentStates(within, comments, 'deleted'),
  };
}

async function lockReportedPost(
  transaction: ModerationTransaction,
  postId: number,
): Promise<LockedItem> {
  const { posts, threads } = await lockPosts(transaction.tx, [postId]);
  const post = posts.get(postId);
  const thread = post && threads.get(post.threadId);
  if (!post || !thread) throw new AppError('notFound');
  return {
    authorId: post.userId,
    logTarget: { post: postId },
    occasion: { postId },
    remove: (within) =>
      post.floor === 0
        ? changeThreadStates(within, [thread], 'deleted')
        : changeReplyStates(within, [post], threads, 'deleted'),
  };
}

/** Locks what a report is about. Throws notFound, forbidden. */
export const lockReportedItem = (
  transaction: ModerationTransaction,
  { postId, commentId, letterId }: Omit<ReportedItem, 'threadId'>,
): Promise<LockedItem> =>
  letterId !== null
    ? lockReportedLetter(transaction, letterId)
    : commentId !== null
      ? lockReportedComment(transaction, commentId)
      : lockReportedPost(transaction, postId ?? 0);
