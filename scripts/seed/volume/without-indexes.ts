import type pg from 'pg';

/* Drops indexes and foreign keys while loading, which is several times as fast. */

const VOLUME_TABLES = [
  'user',
  'thread',
  'post',
  'post_search',
  'comment',
  'post_like',
  'thread_like',
  'thread_favourite',
] as const;

/** Indexes without a constraint; primary keys remain, because ids are loaded in order. */
const LIST_INDEXES_SQL = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  where i.indrelid = any($1::regclass[])
    and not exists (
      select
      from pg_constraint c
      where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    )
  order by i.indexrelid`;
const LIST_FOREIGN_KEYS_SQL = `
  select
    c.conrelid::regclass::text as on,
    quote_ident(c.conname) as name,
    pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  where c.contype = 'f' and c.conrelid = any($1::regclass[])
  order by c.oid`;
const DESCRIBE_SCHEMA_SQL = `
  select 'index' as kind, indexname as name, indexdef as definition
  from pg_indexes
  where schemaname = 'public'
  union all
  select
    'constraint',
    conrelid::regclass || '.' || conname,
    pg_get_constraintdef(oid) || ' ' || convalidated
  from pg_constraint
  where connamespace = 'public'::regnamespace
  order by 1, 2, 3`;

export interface DroppedIndexes {
  /** Recreates what was dropped. Throws if the schema differs afterwards. */
  restore(report: (what: string) => void): Promise<void>;
}

/** Drops secondary indexes and foreign keys of the loaded tables, in the client's transaction. */
export async function dropIndexes(client: pg.ClientBase): Promise<DroppedIndexes> {
  const tables = VOLUME_TABLES.map((table) => `public."${table}"`);
  const before = JSON.stringify((await client.query(DESCRIBE_SCHEMA_SQL)).rows);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    LIST_INDEXES_SQL,
    [tables],
  );
  const { rows: keys } = await client.query<{ on: string; name: string; definition: string }>(
    LIST_FOREIGN_KEYS_SQL,
    [tables],
  );
  for (const key of keys) await client.query(`alter table ${key.on} drop constraint ${key.name}`);
  if (indexes.length > 0)
    await client.query(`drop index ${indexes.map((index) => index.name).join(', ')}`);
  return {
    async restore(report) {
      for (const [done, index] of indexes.entries()) {
        report(`index ${done + 1} of ${indexes.length}`);
        await client.query(index.definition);
      }
      for (const [done, key] of keys.entries()) {
        report(`foreign key ${done + 1} of ${keys.length}`);
        await client.query(`alter table ${key.on} add constraint ${key.name} ${key.definition}`);
      }
      const after = JSON.stringify((await client.query(DESCRIBE_SCHEMA_SQL)).rows);
      if (after !== before)
        throw new Error('The schema would not be what it was before: nothing was loaded.');
    },
  };
}
