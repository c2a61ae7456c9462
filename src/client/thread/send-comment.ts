import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { call } from '../core/api.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { sendOnce } from '../outbox/send-once.ts';
import {
  type CommentDraft,
  commentChangesOf,
  commentHtml,
  loadComments,
  mentionedUsers,
  updateComments,
} from './comments.ts';

/** The path of the call below /api. */
export const COMMENT_PATH = '/v1/post/comment';

/** What the call sends. */
export const commentBody = (postId: number, draft: CommentDraft) => ({
  post_id: postId,
  message: commentHtml(draft),
  user_ids: mentionedUsers(draft).map(({ id }) => id),
});

/** The comment that an earlier attempt without an answer stored. */
async function findEarlierComment(
  postId: number,
  { id }: Partial<RepeatedPostWire>,
): Promise<CommentWire | undefined> {
  await loadComments(postId);
  return commentChangesOf(postId).all?.find((one) => one.id === id);
}

export interface SentComment {
  postId: number;
  draft: CommentDraft;
  /** Of all attempts to send it: the server writes it once. */
  key: string;
}

/** Posts a comment and shows it, as sendOnce does. */
export function sendComment(
  { postId, draft, key }: SentComment,
  signal: AbortSignal,
  onOutage?: () => void,
): Promise<CommentWire> {
  const body = commentBody(postId, draft);
  const send = async (captcha: SolvedCaptcha | undefined) => {
    const { data } = await call('POST /v1/post/comment', { body, idempotencyKey: key, captcha });
    updateComments(postId, { written: [...commentChangesOf(postId).written, data] });
    return data;
  };
  return sendOnce(send, (earlier) => findEarlierComment(postId, earlier), signal, onOutage);
}
