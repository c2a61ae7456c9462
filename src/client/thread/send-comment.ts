import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { call } from '../core/api.ts';
import { pageThreadId } from '../core/page-info.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { pageTitle, sendOnce } from '../outbox/send-once.ts';
import { type LoadedComment, toComment } from './comment-from-wire.ts';
import { commentHtml, mentionedUsers } from './comment-html.ts';
import {
  type CommentDraft,
  commentChangesOf,
  loadComments,
  savedCommentKey,
  updateComments,
} from './comments.ts';

/** The comment that an unanswered attempt stored. */
async function findEarlierComment(
  postId: number,
  { id }: Partial<RepeatedPostWire>,
): Promise<LoadedComment | undefined> {
  await loadComments(postId);
  return commentChangesOf(postId).all?.find((comment) => comment.id === id);
}

export interface SentComment {
  userId: number;
  postId: number;
  draft: CommentDraft;
  /** The same for all attempts: the server stores one. */
  key: string;
}

/** Posts and shows a comment, see sendOnce. Calls `onOutage` if the API is down. */
export function sendComment(
  { userId, postId, draft, key }: SentComment,
  signal: AbortSignal,
  onOutage: () => void,
): Promise<LoadedComment> {
  const body = {
    post_id: postId,
    message: commentHtml(draft),
    user_ids: mentionedUsers(draft).map(({ id }) => id),
  };
  const send = async (captcha: SolvedCaptcha | undefined) => {
    const { data } = await call('POST /v1/post/comment', { body, idempotencyKey: key, captcha });
    const comment: LoadedComment = {
      ...toComment(data),
      holdReason: data.hold_reason ?? undefined,
    };
    updateComments(postId, { written: [...commentChangesOf(postId).written, comment] });
    return comment;
  };
  const toWrite = () => {
    onOutage();
    return {
      userId,
      kind: 'comment' as const,
      path: '/v1/post/comment',
      body,
      threadId: pageThreadId() ?? 0,
      title: pageTitle(),
      draft: savedCommentKey(userId, postId),
    };
  };
  const findEarlier = (earlier: Partial<RepeatedPostWire>) => findEarlierComment(postId, earlier);
  return sendOnce({ key, send, findEarlier, toWrite }, signal);
}
