import type { CommentWire } from '#contracts/wire/thread.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../client/api.ts';
import { Failure, isSentBefore } from '../client/failure.ts';
import { retryUntilApiUp } from '../client/retry-until-api-up.ts';
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

/** The comment that an earlier attempt without an answer stored, if `failure` tells of it. */
async function findEarlierAttempt(
  postId: number,
  failure: unknown,
): Promise<CommentWire | undefined> {
  if (!(failure instanceof Failure) || !isSentBefore(failure)) return undefined;
  await loadComments(postId);
  const { id } = failure.payload as { id: number };
  return commentChangesOf(postId).all?.find((one) => one.id === id);
}

export interface SentComment {
  postId: number;
  draft: CommentDraft;
  /** Of all attempts to send it: the server writes it once. */
  key: string;
}

/**
 * Posts a comment and shows it; waits and tries again while the API is down, of which `onOutage` is
 * told once. Asks for a captcha where the server wants one (R32). Throws Failure, CaptchaClosed, or
 * the reason of the signal.
 */
export async function sendComment(
  { postId, draft, key }: SentComment,
  signal: AbortSignal,
  onOutage?: () => void,
): Promise<CommentWire> {
  const body = commentBody(postId, draft);
  return retryUntilApiUp(
    async () => {
      try {
        const { data } = await withCaptcha('popup', (captcha) =>
          call('POST /v1/post/comment', { body, idempotencyKey: key, captcha }),
        );
        updateComments(postId, { written: [...commentChangesOf(postId).written, data] });
        return data;
      } catch (error) {
        const earlier = await findEarlierAttempt(postId, error);
        if (earlier) return earlier;
        throw error;
      }
    },
    signal,
    onOutage,
  );
}
