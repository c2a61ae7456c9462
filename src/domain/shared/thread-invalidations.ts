import { getListOrder, type ListMove, ORDERS, type Order } from '#contracts/list-orders.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { type Invalidation, toInvalidations, urgency } from '#outbox/invalidation.ts';

/** Lists that a move changes, by their names in tags. */
export const getMovedLists = (move: ListMove): (Order | 'pinned')[] =>
  move === 'pin' ? ['pinned'] : ORDERS.filter((order) => getListOrder(order).movedBy === move);

const ALL_MOVES: readonly ListMove[] = ['activity', 'creation', 'popularity', 'digest', 'pin'];

/** Tags of the lists that these moves change; forum 0 is the list of all forums. */
export const getListTags = (
  forumIds: readonly number[],
  moves: readonly ListMove[] = ALL_MOVES,
): string[] =>
  moves
    .flatMap(getMovedLists)
    .flatMap((list) => forumIds.map((forumId) => cacheTag.threadList(forumId, list)));

export interface ThreadLocation {
  threadId: number;
  forumId: number;
}

/** The lists in which a new post moves its thread up, and their counts. */
export const getMovedListInvalidations = ({
  threadId,
  forumId,
}: ThreadLocation): Invalidation[] => [
  ...toInvalidations(
    urgency.list,
    cacheTag.threadRow(threadId),
    ...getListTags([0, forumId], ['activity']),
  ),
  ...toInvalidations(
    urgency.counts,
    cacheTag.threadCounts(threadId),
    ...getListTags([0, forumId], ['popularity']),
    cacheTag.today(),
  ),
];

export const getNewThreadInvalidations = (
  location: ThreadLocation & { userId: number },
): Invalidation[] => [
  ...toInvalidations(
    urgency.post,
    cacheTag.threadPage(location.threadId, 1),
    cacheTag.newThreadPage(location.threadId, 1),
  ),
  ...toInvalidations(
    urgency.list,
    ...getListTags([0, location.forumId], ['creation']),
    cacheTag.userPage(location.userId),
  ),
  ...getMovedListInvalidations(location),
];

export const getThreadEditInvalidations = ({ threadId }: { threadId: number }): Invalidation[] =>
  toInvalidations(urgency.post, cacheTag.thread(threadId), cacheTag.threadRow(threadId));

/** For a thread that is public again. */
export const getThreadReturnInvalidations = ({
  id: threadId,
  forumId,
  userId,
}: {
  id: number;
  forumId: number;
  userId: number;
}): Invalidation[] => [
  ...getNewThreadInvalidations({ threadId, forumId, userId }),
  ...getThreadEditInvalidations({ threadId }),
  ...toInvalidations(
    urgency.list,
    ...getListTags([0, forumId], ['digest', 'pin', 'popularity']),
    cacheTag.sitemapPart(threadId),
  ),
];

/** Tags of all pages that show or mention a thread. */
export const threadTags = ({ threadId }: { threadId: number }): string[] => [
  cacheTag.thread(threadId),
  cacheTag.threadRow(threadId),
  cacheTag.threadMention(threadId),
  cacheTag.sitemapPart(threadId),
];

/** For a removed thread: its pages at once, then lists, then counts. */
export const getThreadRemovalInvalidations = (
  location: ThreadLocation & { userId: number },
): Invalidation[] => [
  ...toInvalidations(urgency.takedown, ...threadTags(location)),
  ...toInvalidations(urgency.moderation, ...getListTags([0, location.forumId])),
  ...toInvalidations(urgency.counts, cacheTag.today(), cacheTag.userPage(location.userId)),
];
