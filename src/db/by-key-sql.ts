/*
 * Joins of few rows with a large table by its key. Statistics that lag behind the rows can make
 * PostgreSQL merge through the whole table. A limit or offset forces row-by-row lookups
 * (decisions/database.md).
 */

/** SQL: the row of `table` with the id expression, as `alias`; no row if there is none. */
export const joinByKeySql = (table: string, alias: string, id: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} limit 1) ${alias}`;

/** SQL: the rows of `table`, as `alias`, that match a condition on its unaliased columns. */
export const joinRowsSql = (table: string, alias: string, condition: string): string =>
  `cross join lateral (select * from ${table} where ${condition} offset 0) ${alias}`;

/** SQL: as joinRowsSql for one row; null columns if no row matches. */
export const leftJoinRowSql = (table: string, alias: string, condition: string): string =>
  `left join lateral (select * from ${table} where ${condition} limit 1) ${alias} on true`;

/** As leftJoinRowSql, by the id. */
export const leftJoinByKeySql = (table: string, alias: string, id: string): string =>
  leftJoinRowSql(table, alias, `id = ${id}`);
