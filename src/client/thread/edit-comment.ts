import { call } from '../core/api.ts';
import { parseHtml } from '../core/trusted-types.ts';
import { type LoadedComment, toComment } from './comment-from-wire.ts';
import { commentHtml } from './comment-html.ts';
import {
  type CommentDraft,
  commentChangesOf,
  type MentionedUser,
  updateComments,
} from './comments.ts';

/** The text for a plain field, with the mentioned users. */
export function toCommentDraft(html: string): CommentDraft {
  const body = parseHtml(html);
  const answered = [...body.querySelectorAll<HTMLElement>('.mention')].map(
    ({ dataset, textContent }): MentionedUser => ({
      id: Number(dataset.userId),
      nickname: (textContent ?? '').replace(/^@/, ''),
    }),
  );
  const text = [...body.childNodes].map(({ textContent }) => textContent ?? '').join('\n');
  return { text, answered };
}

/** Saves, shows and returns the reader's own comment. Throws Failure. */
export async function saveEditedComment(
  postId: number,
  id: number,
  draft: CommentDraft,
): Promise<LoadedComment> {
  const { data } = await call('PUT /v1/post/comment', {
    body: { id, message: commentHtml(draft) },
  });
  const others = commentChangesOf(postId).edited.filter((one) => one.id !== id);
  const comment: LoadedComment = { ...toComment(data), holdReason: data.hold_reason ?? undefined };
  updateComments(postId, { edited: [...others, comment] });
  return comment;
}
