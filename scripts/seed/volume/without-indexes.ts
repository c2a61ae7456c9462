import type pg from 'pg';

/*
 * Loading a million rows into a table with its indexes and foreign keys takes several times as long
 * as loading it bare and making them afterwards. Both are made again from PostgreSQL's own
 * description of them.
 */

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

/** Indexes that no constraint stands on; primary keys stay, ids come in their order. */
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
  /** Makes everything again that was taken away; throws when the schema isn't what it was. */
  restore(report: (what: string) => void): Promise<void>;
}

/**
 * Takes the secondary indexes and foreign keys off the tables that volume goes to, inside the
 * client's transaction.
 */
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
