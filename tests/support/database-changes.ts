import type { Db } from '#db/client.ts';

/* Whether and where the database changed. Nothing else may write to it meanwhile. */

/** The id of the next writing transaction: it is unchanged if nothing was written. */
export const nextTransactionId = async (db: Db): Promise<number> =>
  Number(
    (
      await db.$client.query({
        name: 'writes',
        text: 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next',
        values: [],
      })
    ).rows[0].next,
  );

/** The product's tables, as SQL names them; partitions count as their parents. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p')
      and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Adds triggers that record the table of each inserted, deleted or changed row, in the same
 * transaction: a rollback removes the record. Resolves with a function that returns the tables that
 * changed since its last call.
 */
export async function watchTables(db: Db): Promise<() => Promise<string[]>> {
  const tables = await listTables(db);
  const triggers = tables.map(
    (name) => `
      create trigger zz_watched
      after insert or update or delete on ${name}
      for each row execute function watch.note('${name}');
      create trigger zz_watched_truncate
      after truncate on ${name}
      for each statement execute function watch.note('${name}');`,
  );
  await db.$client.query(`
    create schema watch;
    create unlogged table watch.change (name text not null);
    create function watch.note() returns trigger language plpgsql as $$
      begin
        insert into watch.change values (tg_argv[0]);
        return null;
      end
    $$;
    ${triggers.join('')}`);
  return async () => {
    const { rows } = await db.$client.query<{ name: string }>({
      name: 'changes',
      text: 'with gone as (delete from watch.change returning name) select distinct name from gone',
      values: [],
    });
    return rows.map(({ name }) => name);
  };
}
