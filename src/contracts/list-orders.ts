/*
 * The registry of orders of thread lists. A new order is an entry here, its columns in
 * domain/thread/list-order-sql.ts, and its text (list.order) in both dictionaries; addresses, tabs,
 * the API's parameters, cache tags and SQL follow. It needs an index of its own in
 * db/schema/thread.ts unless it sorts by a column that has one.
 */

interface ListOrder {
  /** Its name in /v1/thread/index; an order without one isn't offered by the API. */
  wireName?: string;
  /** Its name in /v1/forum/id, where that is another. */
  forumWireName?: string;
}

/** By their names in addresses, in the order of the tabs; the first is the default. */
export const LIST_ORDERS = {
  latest: { wireName: 'updated_at', forumWireName: 'last_date' },
  newest: { wireName: 'created_at' },
  hot: { wireName: 'hot_value' },
  /** The API has digests as a filter, `where=is_digest`. */
  digest: {},
} as const satisfies Record<string, ListOrder>;

export type Order = keyof typeof LIST_ORDERS;
export const ORDERS = Object.keys(LIST_ORDERS) as Order[];
export const DEFAULT_ORDER: Order = 'latest';

type Entries = typeof LIST_ORDERS;
/** Orders that the API offers. */
export type ApiOrder = {
  [Name in Order]: Entries[Name] extends { wireName: string } ? Name : never;
}[Order];

const toOrderByName = (
  nameOf: (order: ListOrder) => string | undefined,
): Record<string, ApiOrder> =>
  Object.fromEntries(
    ORDERS.flatMap((order) => {
      const name = nameOf(LIST_ORDERS[order]);
      return name ? [[name, order as ApiOrder]] : [];
    }),
  );

/** Orders by their name in /v1/thread/index. */
export const INDEX_ORDERS = toOrderByName(({ wireName }) => wireName);
/** Orders by their name in /v1/forum/id. */
export const FORUM_ORDERS = toOrderByName(
  ({ wireName, forumWireName }) => forumWireName ?? wireName,
);
