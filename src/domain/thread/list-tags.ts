import { getListOrder, type ListMove, ORDERS, type Order } from '#contracts/list-orders.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';

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
