import type { InferSelectModel } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/* Column lists and row types of SQL statements, derived from the schema when modules load. */

/** Columns of a table, as SQL and as a row type. */
export interface PickedColumns<Row extends object> {
  /** SQL: the columns of the table with this alias, each named `prefix` plus its property. */
  sql(alias: string, prefix?: string): string;
  /** Extracts these columns from a row that also has others. */
  take<const Prefix extends string>(row: Prefixed<Prefix, Row>, prefix: Prefix): Row;
}

type Prefixed<Prefix extends string, Row> = {
  [Name in keyof Row & string as `${Prefix}${Name}`]: Row[Name];
};

/** The row type of a statement with these columns. */
export type RowOf<Columns, Prefix extends string = ''> =
  Columns extends PickedColumns<infer Row> ? Prefixed<Prefix, Row> : never;

/** The row type of a left-joined table. */
export type OptionalRowOf<Columns, Prefix extends string> = {
  [Name in keyof RowOf<Columns, Prefix>]: RowOf<Columns, Prefix>[Name] | null;
};

type WordsOf<
  Line extends string,
  Known extends string = never,
> = Line extends `${infer Word} ${infer Rest}`
  ? WordsOf<Rest, Known | Word>
  : Exclude<Known | Line, ''>;
/** The words of a text with any number of lines. */
type NamesIn<
  Text extends string,
  Known extends string = never,
> = Text extends `${infer Line}\n${infer Rest}`
  ? NamesIn<Rest, Known | WordsOf<Line>>
  : Known | WordsOf<Text>;
type NameOf<Names> = Names extends readonly (infer Name extends string)[]
  ? Name
  : Names extends string
    ? NamesIn<Names>
    : never;

/** Picks columns by their schema properties, a list or a text. Throws if one is unknown. */
export function pickColumns<
  Table extends PgTable,
  const Names extends string | readonly string[],
  Row extends object = Pick<
    InferSelectModel<Table>,
    NameOf<Names> & keyof InferSelectModel<Table> & string
  >,
>(
  table: Table,
  columnNames: Names & (NameOf<Names> extends keyof InferSelectModel<Table> ? unknown : never),
): PickedColumns<Row> {
  const given: string | readonly string[] = columnNames;
  type Name = keyof Row & string;
  const names = (typeof given === 'string' ? given.trim().split(/\s+/) : given) as readonly Name[];
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
      return taken as Row;
    },
  };
}
