import { pageOfFloor } from '#contracts/paths.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';

const selectQuotingReplies = statement<
  { threadId: number; floor: number },
  { ids: readonly number[] }
>(`
  select q.thread_id as "threadId", q.floor
  from post p
  join post q on q.thread_id = p.thread_id and q.quote_post_id = p.id
  where p.id = any(:ids::int[])`);

/** Page tags of replies: their own, those of replies that quote them, the first if featured. */
export async function readReplyPageTags(
  on: Parameters<typeof selectQuotingReplies>[0],
  replies: readonly { id: number; threadId: number; floor: number; featured: boolean }[],
): Promise<string[]> {
  const quotes = await selectQuotingReplies(on, { ids: replies.map(({ id }) => id) });
  const featured = replies.filter((reply) => reply.featured);
  const places = [...replies, ...quotes, ...featured.map((reply) => ({ ...reply, floor: 0 }))];
  return [
    ...new Set(
      places.map(({ threadId, floor }) => cacheTag.threadPage(threadId, pageOfFloor(floor))),
    ),
  ];
}

/** Page tags of a post's comments: the post's own, and the first if featured. */
export const getCommentPageTags = (post: {
  threadId: number;
  floor: number;
  featured: boolean;
}): string[] => [
  ...new Set(
    [pageOfFloor(post.floor), ...(post.featured ? [1] : [])].map((page) =>
      cacheTag.threadPage(post.threadId, page),
    ),
  ),
];
