import type pg from 'pg';

/* Tables with regenerated or short-lived content. Backups omit unlogged tables, too. */
const EXCLUDED_TABLES = [
  'published_page',
  'page_write',
  'publish_failure',
  'cdn_purge',
  'invalidation',
  'login_attempt',
];

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export interface Sequence {
  name: string;
  value: string;
  /** Whether `value` was already returned. */
  called: boolean;
}

/** The last migration of a database. */
export interface SchemaVersion {
  tag: string;
  /** drizzle's number of the migration: its time in milliseconds. */
  when: number;
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = (table: Table): string => table.columns.map(quoteIdentifier).join(', ');

export async function readTables(
  client: pg.ClientBase,
  { schema = 'public', excluded = EXCLUDED_TABLES } = {},
): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
      select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = $2
      join pg_attribute a
        on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relpersistence = 'p' and not c.relname = any($1)
      group by c.relname
      order by c.relname`,
    [excluded, schema],
  );
  return rows;
}

/** The sequences of a schema in the search path; their names are unqualified. */
export async function readSequences(client: pg.ClientBase, schema = 'public'): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = $1 order by 1',
    [schema],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const {
      rows: [state],
    } = await client.query(
      `select last_value::text as value, is_called as called from ${quoteIdentifier(name)}`,
    );
    sequences.push({ name, value: state.value, called: state.called });
  }
  return sequences;
}

export async function setSequences(
  client: pg.ClientBase,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, value, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [
      quoteIdentifier(name),
      value,
      called,
    ]);
}

export async function countRows(client: pg.ClientBase, table: Table): Promise<number> {
  const {
    rows: [row],
  } = await client.query(`select count(*)::int as count from ${quoteIdentifier(table.name)}`);
  return row.count;
}

/** When the database was migrated last; undefined without our schema. */
export async function readLastMigration(client: pg.ClientBase): Promise<number | undefined> {
  const {
    rows: [found],
  } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as ours`);
  if (!found.ours) return undefined;
  const {
    rows: [last],
  } = await client.query('select max(created_at)::float8 as at from drizzle.__drizzle_migrations');
  return last.at ?? undefined;
}
