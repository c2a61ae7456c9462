import type { InferSelectModel } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/*
 * Statements are SQL, but which columns a table has, and of which type, is said by its schema
 * alone: lists of columns and the types of rows follow from it.
 */

/** Some columns of a table, as statements select them and as they come back. */
export interface PickedColumns<Row extends object> {
  readonly names: readonly (keyof Row & string)[];
  /** SQL: the columns of the table with this alias, each named by its property after `prefix`. */
  sql(alias: string, prefix?: string): string;
  /** The columns of one table out of a row that has those of others, too. */
  take(row: object, prefix: string): Row;
}

/** The type of the rows that a statement with these columns gives. */
export type RowOf<Columns> = Columns extends PickedColumns<infer Row> ? Row : never;

/** Picks columns of a table by their properties in its schema. */
export function pickColumns<
  Table extends PgTable,
  const Name extends keyof InferSelectModel<Table> & string,
>(table: Table, names: readonly Name[]): PickedColumns<Pick<InferSelectModel<Table>, Name>> {
  type Row = Pick<InferSelectModel<Table>, Name>;
  const known = new Set(getTableConfig(table).columns.map((column) => column.name));
  for (const name of names)
    if (!known.has(name)) throw new Error(`${getTableConfig(table).name} has no column ${name}`);
  return {
    names,
    sql: (alias, prefix = '') =>
      names
        .map((name) => {
          const column = toSnakeCase(name);
          const property = prefix + name;
          return `${alias}.${column}${column === property ? '' : ` as "${property}"`}`;
        })
        .join(',\n  '),
    take: (row, prefix) => {
      const taken: Record<string, unknown> = {};
      for (const name of names) taken[name] = (row as Record<string, unknown>)[prefix + name];
      return taken as Row;
    },
  };
}
