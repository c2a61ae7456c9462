/*
 * Orders of thread lists. A new order is an entry here and its text (list.order) in both
 * dictionaries; addresses, tabs, API parameters, SQL, indexes and cache tags follow. The migration
 * with its indexes is generated (decisions/migrations.md).
 */

/** Orders of replies: by floor, by floor descending, by likes. */
export const REPLY_ORDERS = ['asc', 'desc', 'likes'] as const;
export type ReplyOrder = (typeof REPLY_ORDERS)[number];

/** Reasons for which threads move within a list, into it or out of it. */
export type ListMove = 'activity' | 'creation' | 'popularity' | 'digest' | 'pin';

interface ListOrder {
  /** Sort column of the table `thread`, descending; then by id. */
  column: string;
  /** Suffix of its two indexes, for all forums and for one. */
  index: string;
  onlyDigests?: true;
  /** Re-renders the list's first page. */
  movedBy: ListMove;
  /** Its name in /v1/thread/index; without one the API doesn't offer it. */
  wireName?: string;
  /** Its name in /v1/forum/id, if different. */
  forumWireName?: string;
}

/** By name in addresses, in the tabs' order; the first is the default. */
export const LIST_ORDERS = {
  latest: {
    column: 'last_reply_at',
    index: 'by_reply',
    movedBy: 'activity',
    wireName: 'updated_at',
    forumWireName: 'last_date',
  },
  newest: { column: 'created_at', index: 'by_age', movedBy: 'creation', wireName: 'created_at' },
  hot: { column: 'hot', index: 'by_heat', movedBy: 'popularity', wireName: 'hot_value' },
  /** The API has digests as a filter, `where=is_digest`. */
  digest: { column: 'created_at', index: 'digest', movedBy: 'digest', onlyDigests: true },
} as const satisfies Record<string, ListOrder>;

export type Order = keyof typeof LIST_ORDERS;
export const ORDERS = Object.keys(LIST_ORDERS) as Order[];
export const DEFAULT_ORDER: Order = 'latest';

/** The entry under its general type. */
export const getListOrder = (order: Order): ListOrder => LIST_ORDERS[order];

type Entries = typeof LIST_ORDERS;
export type ApiOrder = {
  [Name in Order]: Entries[Name] extends { wireName: string } ? Name : never;
}[Order];

const toOrderByName = (
  nameOf: (order: ListOrder) => string | undefined,
): ReadonlyMap<string, ApiOrder> =>
  new Map(
    ORDERS.flatMap((order) => {
      const name = nameOf(getListOrder(order));
      return name ? [[name, order as ApiOrder] as const] : [];
    }),
  );

/** By name in /v1/thread/index. */
export const INDEX_ORDERS = toOrderByName(({ wireName }) => wireName);
/** By name in /v1/forum/id. */
export const FORUM_ORDERS = toOrderByName(
  ({ wireName, forumWireName }) => forumWireName ?? wireName,
);
