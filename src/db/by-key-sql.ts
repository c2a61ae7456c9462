/*
 * Joins of few rows with a large table by its key. As plain joins they are planned by statistics,
 * which are older than the rows: when those that were there had early ids, a merge that walks the
 * index from its beginning looks cheap, and goes through all of the table as soon as a late one is
 * among them. A limit or an offset keeps PostgreSQL from joining in any other way than
 * row by row (decisions/database.md).
 */

/** SQL: the row of `table` with that id, as `alias`; no row without it. `id` is an expression. */
export const joinByKeySql = (table: string, alias: string, id: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} limit 1) ${alias}`;

/**
 * SQL: all rows of `table` for which the condition holds, as `alias`, looked up for each row before
 * it. The condition names the table's own columns without an alias.
 */
export const joinRowsSql = (table: string, alias: string, condition: string): string =>
  `cross join lateral (select * from ${table} where ${condition} offset 0) ${alias}`;

/**
 * SQL: the one row of `table` for which the condition holds, as `alias`; its columns are null where
 * there is none. The condition names the table's own columns without an alias.
 */
export const leftJoinRowSql = (table: string, alias: string, condition: string): string =>
  `left join lateral (select * from ${table} where ${condition} limit 1) ${alias} on true`;

/** The same by its id. */
export const leftJoinByKeySql = (table: string, alias: string, id: string): string =>
  leftJoinRowSql(table, alias, `id = ${id}`);
