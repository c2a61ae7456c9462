import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import { call } from '../core/api.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { replyDraft } from '../drafts/reply-draft.ts';
import { pageTitle, sendOnce } from '../outbox/send-once.ts';
import { loadReply } from './edit-post.ts';
import { initReaction } from './reactions.ts';
import { $unpublishedReplies, type NewReply, type PostedReply } from './unpublished-replies.ts';

const mentionedUserIds = (html: string): number[] => [
  ...new Set([...html.matchAll(/\sdata-user-id="(\d+)"/g)].map((match) => Number(match[1]))),
];

const replyBody = ({ threadId, forumId, html, quote, draft }: NewReply) => ({
  thread_id: threadId,
  forum_id: forumId,
  message: html,
  user_ids: mentionedUserIds(html),
  quote_user_id: quote?.userId ?? 0,
  ...(quote ? { quote_post_id: quote.postId } : {}),
  validate: '',
  draft: draft ?? null,
});

async function postReply(
  reply: NewReply,
  captcha: SolvedCaptcha | undefined,
): Promise<PostedReply> {
  const { data } = await call('POST /v1/post', {
    query: { page_size: REPLIES_PER_PAGE, with_post: 1 },
    body: replyBody(reply),
    errorPageTarget: 'composer',
    idempotencyKey: reply.key,
    captcha,
  });
  return {
    id: data.id,
    floor: data.storey,
    page: data.offset + 1,
    checked: data.checked !== 0,
    holdReason: data.hold_reason ?? undefined,
    post: data.post ?? undefined,
  };
}

/** The reply that an unanswered attempt stored. */
const toEarlierReply = ({
  id,
  storey,
  checked,
}: Partial<RepeatedPostWire>): PostedReply | undefined =>
  id !== undefined && storey !== undefined
    ? { id, floor: storey, page: pageOfFloor(storey), checked: checked !== 0 }
    : undefined;

/** See sendOnce. */
export const sendReply = (
  reply: NewReply,
  userId: number,
  signal: AbortSignal,
): Promise<PostedReply> =>
  sendOnce(
    {
      key: reply.key,
      send: (captcha) => postReply(reply, captcha),
      findEarlier: toEarlierReply,
      toWrite: () => ({
        userId,
        kind: 'reply',
        path: `/v1/post?page_size=${REPLIES_PER_PAGE}`,
        body: replyBody(reply),
        threadId: reply.threadId,
        title: pageTitle(),
        draft: replyDraft.hold(reply.key),
      }),
    },
    signal,
  );

/** Shows a reply, loading it if its answer was lost; false if it can't be shown. Throws Failure. */
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
