import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { CommentItem } from '#contracts/page-model.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';

export interface LoadedComment extends CommentItem {
  /** By the reader. */
  liked: boolean;
  /** Visible to everybody. */
  checked: boolean;
  /** Why it is pending review, if just posted. */
  holdReason?: AuthorHoldReason | undefined;
}

/** As published pages have it; a deleted comment has no text. */
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
