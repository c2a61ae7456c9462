import type { InferSelectModel } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/*
 * Statements are SQL, but which columns a table has, and of which type, is said by its schema
 * alone: lists of columns and the types of rows follow from it. SQL is built when modules load.
 */

/** Some columns of a table, as statements select them and as they come back. */
export interface PickedColumns<Row extends object> {
  /** SQL: the columns of the table with this alias, each named by its property after `prefix`. */
  sql(alias: string, prefix?: string): string;
  /** Takes these columns out of a row that has others, too. */
  take<const Prefix extends string>(row: Prefixed<Prefix, Row>, prefix: Prefix): Row;
}

type Prefixed<Prefix extends string, Row> = {
  [Name in keyof Row & string as `${Prefix}${Name}`]: Row[Name];
};

/** What a statement with these columns gives. */
export type RowOf<Columns, Prefix extends string = ''> =
  Columns extends PickedColumns<infer Row> ? Prefixed<Prefix, Row> : never;

/** What a statement gives of a table that is joined if it has a row. */
export type OptionalRowOf<Columns, Prefix extends string> = {
  [Name in keyof RowOf<Columns, Prefix>]: RowOf<Columns, Prefix>[Name] | null;
};

/** Picks columns of a table by their properties in its schema. Throws when it has no such. */
export function pickColumns<
  Table extends PgTable,
  const Name extends keyof InferSelectModel<Table> & string,
>(table: Table, names: readonly Name[]): PickedColumns<Pick<InferSelectModel<Table>, Name>> {
  const { name: tableName, columns } = getTableConfig(table);
  const unknown = names.find((name) => !columns.some((column) => column.name === name));
  if (unknown) throw new Error(`${tableName} has no column ${unknown}`);
  const selectSql = (alias: string, name: Name, prefix: string): string => {
    const column = toSnakeCase(name);
    const property = prefix + name;
    return `${alias}.${column}${column === property ? '' : ` as "${property}"`}`;
  };
  return {
    sql: (alias, prefix = '') => names.map((name) => selectSql(alias, name, prefix)).join(',\n  '),
    take: (row, prefix) => {
      const taken: Record<string, unknown> = {};
      for (const name of names) taken[name] = (row as Record<string, unknown>)[prefix + name];
      return taken as Pick<InferSelectModel<Table>, Name>;
    },
  };
}
