import { atom } from 'nanostores';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';
import type { SolvedCaptcha } from '../client/request.ts';
import { retryUntilApiUp } from '../client/retry-until-api-up.ts';
import type { QuotedReply, SentDraft } from '../drafts/reply-draft.ts';
import { loadReply } from './edit-post.ts';
import { initReaction } from './reactions.ts';

export interface NewReply {
  threadId: number;
  forumId: number;
  html: string;
  quote?: QuotedReply | undefined;
  /** The version of its draft that the server has, which it deletes with the same call. */
  draft?: SentDraft | undefined;
}

/** Ids of the users whom a message mentions. */
const mentionedUserIds = (html: string): number[] => [
  ...new Set([...html.matchAll(/\sdata-user-id="(\d+)"/g)].map((match) => Number(match[1]))),
];

/** A posted reply and its position. */
export interface PostedReply {
  id: number;
  floor: number;
  /** The page of the thread, from 1. */
  page: number;
  /** Whether everybody sees the reply; otherwise only its author, until it is reviewed. */
  checked: boolean;
  /** As it is shown; undefined when it has to be loaded. */
  post?: PostWire | undefined;
}

export interface UnpublishedReply {
  post: PostWire;
  quote: QuotedReply | undefined;
}

/** The reader's replies that the published page doesn't have yet. */
export const $unpublishedReplies = atom<readonly UnpublishedReply[]>([]);

async function postReply(
  { threadId, forumId, html, quote, draft }: NewReply,
  captcha: SolvedCaptcha | undefined,
): Promise<PostedReply> {
  const { data } = await call('POST /v1/post', {
    query: { page_size: REPLIES_PER_PAGE, with_post: 1 },
    body: {
      thread_id: threadId,
      forum_id: forumId,
      message: html,
      user_ids: mentionedUserIds(html),
      quote_user_id: quote?.userId ?? 0,
      ...(quote ? { quote_post_id: quote.postId } : {}),
      validate: '',
      draft: draft ?? null,
    },
    errorPagePlace: 'composer',
    captcha,
  });
  return {
    id: data.id,
    floor: data.storey,
    page: data.offset + 1,
    checked: data.checked !== 0,
    post: data.post ?? undefined,
  };
}

/**
 * The reply that an earlier attempt without an answer stored, if `failure` proves it: a repetition
 * in this thread of what was written after the attempts began.
 */
function findEarlierAttempt(
  { threadId }: NewReply,
  failure: Failure,
  beganAt: number,
): PostedReply | undefined {
  if (failure.code !== 'repeat' || !failure.payload) return undefined;
  const { id, thread_id, storey, checked, age } = failure.payload as RepeatedPostWire;
  return thread_id === threadId && age * 1_000 <= Date.now() - beganAt
    ? { id, floor: storey, page: pageOfFloor(storey), checked: checked !== 0 }
    : undefined;
}

/**
 * Posts a reply; waits and tries again while the API is down. An attempt without an answer may have
 * worked: then the API refuses the next one as a repetition of that reply. Asks for a captcha where
 * the server wants one (R32). Throws Failure, CaptchaClosed, or the reason of the signal.
 */
export function sendReply(reply: NewReply, signal: AbortSignal): Promise<PostedReply> {
  const beganAt = Date.now();
  return retryUntilApiUp(async (unanswered) => {
    try {
      return await withCaptcha('popup', (captcha) => postReply(reply, captcha));
    } catch (error) {
      const earlierAttempt =
        unanswered && error instanceof Failure
          ? findEarlierAttempt(reply, error, beganAt)
          : undefined;
      if (earlierAttempt) return earlierAttempt;
      throw error;
    }
  }, signal);
}

/**
 * Shows a posted reply on this page; false when it can't be. One whose own answer was lost is
 * loaded first. Throws Failure.
 */
export async function showPostedReply(
  { threadId, quote }: NewReply,
  { id, floor, post }: PostedReply,
): Promise<boolean> {
  const shownPost = post ?? (await loadReply(threadId, { postId: id, floor }));
  if (shownPost) {
    initReaction('like-post', id, shownPost.like_cnt);
    $unpublishedReplies.set([...$unpublishedReplies.get(), { post: shownPost, quote }]);
  }
  return shownPost !== undefined;
}
