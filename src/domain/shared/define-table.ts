import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Runner, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';

interface TableDefinition<Row, Filter extends object> {
  /** The table and its alias, as SQL. */
  table: string;
  alias: string;
  /** Column of the primary key, the tie-breaker of each order. */
  key: string;
  /** Each order has an index that ends with the key in the same direction; otherwise it ascends. */
  keyFollowsOrder?: boolean;
  columns: string;
  joins?: string;
  /** SQL expressions of the orders by their names in a request. */
  orders: Readonly<Record<string, string>>;
  /**
   * SQL conditions of filters, such as `state = :state`. Filters without one are only parameters.
   */
  filters?: {
    [Name in keyof Filter]?: string | ((value: NonNullable<Filter[Name]>, all: Filter) => string);
  };
  /** Further parameters, computed from the filter. */
  params?(filter: Filter): Params;
  /** The table has so few rows that all are counted. */
  isSmall?: boolean;
  present?(row: Row): Row;
}

export interface PageOfTable {
  /** A name in `orders`, with a leading minus for the other direction. */
  sort: string;
  offset: number;
  limit: number;
}

export interface Table<Row, Filter extends object> {
  orders: readonly [string, ...string[]];
  /** A page and the number of matching rows; `more`: the count is a lower bound. */
  readPage(
    on: Db | Runner,
    filter: Filter,
    page: PageOfTable,
  ): Promise<{ rows: Row[]; total: number; more?: boolean }>;
  /** All rows of the filter, for an export. */
  streamAll(db: Db, filter: Filter, sort: string): AsyncGenerator<Row[]>;
}

/**
 * A table of the admin area. Each filter combination has its own plan; deep pages read only keys.
 */
export function defineTable<Row, Filter extends object>({
  table,
  alias,
  key,
  keyFollowsOrder = false,
  columns,
  joins = '',
  orders,
  filters = {},
  params: toParams = () => ({}),
  isSmall = false,
  present,
}: TableDefinition<Row, Filter>): Table<Row, Filter> {
  const title = (name: string) => `table of ${table.replaceAll('"', '')}: ${name}`;
  const from = `from ${table} ${alias}`;
  const orderSql = new Map(Object.entries(orders));

  function toQuery(filter: Filter, sort: string) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const conditions = given.flatMap(([name, value]) => {
      const condition = filters[name as keyof Filter];
      if (condition === undefined) return [];
      return `(${typeof condition === 'string' ? condition : condition(value, filter)})`;
    });
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    const order = orderSql.get(sort.replace('-', ''));
    if (!order) throw new Error(`no order ${sort}`);
    const keyDirection = keyFollowsOrder ? direction : 'asc';
    return {
      where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
      orderBy: `order by ${order} ${direction}, ${alias}.${key} ${keyDirection}`,
      params: { ...Object.fromEntries(given), ...toParams(filter) },
    };
  }

  return {
    orders: Object.keys(orders) as [string, ...string[]],

    async readPage(on, filter, { sort, offset, limit }) {
      const { where, orderBy, params } = toQuery(filter, sort);
      const select = unpreparedStatement<Row, Params>(
        `
          select ${columns}
          from (
            select ${alias}.${key} ${from} ${where} ${orderBy} offset :offset::int limit :limit::int
          ) page
          join ${table} ${alias} on ${alias}.${key} = page.${key}
          ${joins}
          ${orderBy}`,
        title('page'),
      );
      const count = unpreparedStatement<{ total: number }, Params>(
        `
          select count(*)::int as total
          from (select ${from} ${where} ${isSmall ? '' : `limit ${MAX_COUNTED_ROWS + 1}`}) counted`,
        title('count'),
      );
      const selectPage = () => select(on, { ...params, offset, limit });
      const [rows, [counted]] =
        '$client' in on
          ? await Promise.all([selectPage(), count(on, params)])
          : [await selectPage(), await count(on, params)];
      const total = counted?.total ?? 0;
      return {
        rows: present ? rows.map(present) : rows,
        ...(isSmall
          ? { total }
          : { total: Math.min(total, MAX_COUNTED_ROWS), more: total > MAX_COUNTED_ROWS }),
      };
    },

    async *streamAll(db, filter, sort) {
      const { where, orderBy, params } = toQuery(filter, sort);
      const sql = `select ${columns} ${from} ${joins} ${where} ${orderBy}`;
      for await (const rows of streamRows<Row>(db, sql, params))
        yield present ? rows.map(present) : rows;
    },
  };
}
