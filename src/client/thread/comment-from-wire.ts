import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { CommentItem } from '#contracts/page-model.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';

export interface LoadedComment extends CommentItem {
  /** Whether the reader likes it. */
  liked: boolean;
  /** Whether others see it. */
  checked: boolean;
  /** Why it waits for review, if it was just written. */
  holdReason?: AuthorHoldReason | undefined;
}

/** A comment as published pages know it; a deleted one has no text. */
export const toComment = (comment: CommentWire): LoadedComment => ({
  id: comment.id,
  author: comment.user,
  html: comment.deleted_at ? null : comment.message,
  createdAt: new Date(comment.created_at),
  editedAt: comment.edited_at ? new Date(comment.edited_at) : null,
  likesCnt: comment.like_cnt,
  liked: comment.is_up,
  checked: comment.checked !== 0,
});
