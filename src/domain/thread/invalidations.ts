import { getListOrder, type ListMove, ORDERS, type Order } from '#contracts/list-orders.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { type Invalidation, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';

/** The lists that such a move changes, by the name that their tags have. */
export const getMovedLists = (move: ListMove): (Order | 'pinned')[] =>
  move === 'pin' ? ['pinned'] : ORDERS.filter((order) => getListOrder(order).movedBy === move);

const ALL_MOVES: readonly ListMove[] = ['activity', 'creation', 'popularity', 'digest', 'pin'];

/**
 * Tags of the lists of these forums, 0 for that of all, that such moves change; of all by default.
 */
export const getListTags = (
  forumIds: readonly number[],
  moves: readonly ListMove[] = ALL_MOVES,
): string[] =>
  moves
    .flatMap(getMovedLists)
    .flatMap((list) => forumIds.map((forumId) => cacheTag.threadList(forumId, list)));

/** The ids that the tags of a thread are made of. */
export interface ThreadLocation {
  threadId: number;
  forumId: number;
}

/** The lists that a new post moves its thread up in, and the numbers beside them. */
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

/** Of a new thread. */
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

/** Of a change to what a thread's pages and rows say of it. */
export const getThreadEditInvalidations = ({ threadId }: { threadId: number }): Invalidation[] =>
  toInvalidations(urgency.post, cacheTag.thread(threadId), cacheTag.threadRow(threadId));

/** Of a thread that everybody may see again. */
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

/** Tags of all pages that show a thread or speak of it. */
export const threadTags = ({ threadId }: { threadId: number }): string[] => [
  cacheTag.thread(threadId),
  cacheTag.threadRow(threadId),
  cacheTag.threadMention(threadId),
  cacheTag.sitemapPart(threadId),
];

/** Of a thread that was removed: its pages at once, then the lists it was in, then the numbers. */
export const getThreadRemovalInvalidations = (
  location: ThreadLocation & { userId: number },
): Invalidation[] => [
  ...toInvalidations(urgency.takedown, ...threadTags(location)),
  ...toInvalidations(urgency.moderation, ...getListTags([0, location.forumId])),
  ...toInvalidations(urgency.counts, cacheTag.today(), cacheTag.userPage(location.userId)),
];
