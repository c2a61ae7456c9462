import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/* Finds changes of the catalog with which the previous version of the forum can't work. */

interface Schema {
  /** Columns by table. */
  tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** A version that runs on this schema needs them. */
  needed: ReadonlySet<string>;
  /** They refuse rows. */
  limits: readonly { table: string; columns: string[]; line: string }[];
}

const COLUMNS = sql`
  select
    c.relname as "table",
    a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired",
    a.atthasdef or a.attidentity <> '' as "hasDefault"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const NEEDED = sql`
  select 'index ' || indexdef as line
  from pg_indexes
  where schemaname = 'public'
  union all
  select 'trigger ' || pg_get_triggerdef(oid)
  from pg_trigger
  where not tgisinternal
  union all
  select 'function ' || oid::regprocedure || ' ' || pg_get_function_result(oid)
  from pg_proc
  where pronamespace = 'public'::regnamespace
  union all
  select 'sequence ' || sequencename
  from pg_sequences
  where schemaname = 'public'`;

const LIMITS = sql`
  select
    k.conrelid::regclass::text as "table",
    'constraint ' || pg_get_constraintdef(k.oid) as line,
    array(
      select attname::text
      from pg_attribute
      where attrelid = k.conrelid and attnum = any(k.conkey)
    ) as columns
  from pg_constraint k
  where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select
    i.indrelid::regclass::text,
    'unique ' || pg_get_indexdef(i.indexrelid),
    array(
      select attname::text
      from pg_attribute
      where attrelid = i.indrelid and attnum = any(i.indkey)
    )
  from pg_index i
  join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
  where i.indisunique`;

export async function readSchema(db: Db): Promise<Schema> {
  const columns = (
    await db.execute<{
      table: string;
      name: string;
      type: string;
      isRequired: boolean;
      hasDefault: boolean;
    }>(COLUMNS)
  ).rows;
  const tables = new Map<string, Set<string>>();
  const needed = new Set((await db.execute<{ line: string }>(NEEDED)).rows.map(({ line }) => line));
  const limits = (await db.execute<{ table: string; columns: string[]; line: string }>(LIMITS))
    .rows;
  for (const { table, name, type, isRequired, hasDefault } of columns) {
    tables.set(table, (tables.get(table) ?? new Set()).add(name));
    needed.add(`column ${table}.${name} ${type}${isRequired ? ' not null' : ''}`);
    if (hasDefault) needed.add(`default of ${table}.${name}`);
    // an old version doesn't name a new column, whatever limits it
    if (isRequired && !hasDefault)
      limits.push({ table, columns: [], line: `required column ${name}` });
  }
  return { tables, needed, limits };
}

/** Needed things that `after` lacks, and its new limits. Empty if `after` is an expansion. */
export function findContractions(before: Schema, after: Schema): string[] {
  const known = new Set(before.limits.map(({ table, line }) => `${table}: ${line}`));
  return [
    ...[...before.needed].filter((line) => !after.needed.has(line)).map((line) => `lacks ${line}`),
    ...after.limits
      .filter(({ table, columns, line }) => {
        const old = before.tables.get(table);
        const isOfNewColumns = columns.length > 0 && columns.every((name) => !old?.has(name));
        return old && !isOfNewColumns && !known.has(`${table}: ${line}`);
      })
      .map(({ table, line }) => `${table} has ${line}`),
  ];
}
