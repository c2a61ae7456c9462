import type { Order } from '#contracts/list-orders.ts';
import { cacheTag } from '#publish/cache-tags.ts';

/** What moves threads within a list, into it or out of it. */
export type ListMove = 'activity' | 'creation' | 'popularity' | 'digest' | 'pin';

interface OrderSql {
  /** The column of `thread` by which it sorts, from the greatest; then by id. */
  column: string;
  /** It lists digests only. */
  onlyDigests?: true;
  /** What changes it: its first page is rendered again then. */
  movedBy: ListMove;
}

/** Of contracts/list-orders.ts. Each combination with a filter needs an index (db/schema/thread.ts). */
export const ORDER_SQL: Readonly<Record<Order, OrderSql>> = {
  latest: { column: 'last_reply_at', movedBy: 'activity' },
  newest: { column: 'created_at', movedBy: 'creation' },
  hot: { column: 'hot', movedBy: 'popularity' },
  digest: { column: 'created_at', onlyDigests: true, movedBy: 'digest' },
};

const ORDER_ENTRIES = Object.entries(ORDER_SQL) as [Order, OrderSql][];

/** The lists that such a move changes, by the name that their tags have. */
export const getMovedLists = (move: ListMove): (Order | 'pinned')[] =>
  move === 'pin'
    ? ['pinned']
    : ORDER_ENTRIES.filter(([, { movedBy }]) => movedBy === move).map(([order]) => order);

const ALL_MOVES: readonly ListMove[] = ['activity', 'creation', 'popularity', 'digest', 'pin'];

/** Tags of the lists of these forums, 0 for that of all, that such moves change; of all by default. */
export const getListTags = (
  forumIds: readonly number[],
  moves: readonly ListMove[] = ALL_MOVES,
): string[] =>
  moves
    .flatMap(getMovedLists)
    .flatMap((list) => forumIds.map((forumId) => cacheTag.threadList(forumId, list)));
