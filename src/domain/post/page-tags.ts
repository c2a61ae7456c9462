import { pageOfFloor } from '#contracts/paths.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';

const selectQuotingReplies = statement<{ threadId: number; floor: number }, { id: number }>(`
  select q.thread_id as "threadId", q.floor
  from post p
  join post q on q.thread_id = p.thread_id and q.quote_post_id = p.id
  where p.id = :id`);

/** Page tags of a reply: its own, those of replies that quote it, the first if featured. */
export async function getReplyPageTags(
  on: Parameters<typeof selectQuotingReplies>[0],
  post: { id: number; threadId: number; floor: number; featured: boolean },
): Promise<string[]> {
  const quotes = await selectQuotingReplies(on, { id: post.id });
  const floors = [post.floor, ...quotes.map((quote) => quote.floor), ...(post.featured ? [0] : [])];
  return [
    ...new Set(floors.map((floor) => cacheTag.threadPage(post.threadId, pageOfFloor(floor)))),
  ];
}

/** The same with the author's page. */
export const getReplyTags = async (
  on: Parameters<typeof getReplyPageTags>[0],
  post: Parameters<typeof getReplyPageTags>[1] & { userId: number },
): Promise<string[]> => [...(await getReplyPageTags(on, post)), cacheTag.userPage(post.userId)];

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
