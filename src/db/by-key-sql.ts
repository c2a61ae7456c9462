/*
 * Joins of few rows with a large table by its key. As plain joins they are planned by statistics,
 * which are older than the rows: when those that were there had early ids, a merge that walks the
 * index from its beginning looks cheap, and goes through all of the table as soon as a late one is
 * among them. A limit keeps PostgreSQL from joining in any other way than row by row
 * (decisions/plans.md).
 */

/** SQL: the row of `table` with that id, as `alias`; no row without it. `id` is an expression. */
export const joinByKeySql = (table: string, alias: string, id: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} limit 1) ${alias}`;

/** The same where there may be no such row: its columns are null then. */
export const leftJoinByKeySql = (table: string, alias: string, id: string): string =>
  `left join lateral (select * from ${table} where id = ${id} limit 1) ${alias} on true`;
