import type { Db } from '#db/client.ts';

/* Whether something changed in the database, and where. Nobody else may write to it meanwhile. */

/** The number that the next transaction that writes gets: while it stays, nothing was written. */
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

/**
 * A sum of each table's row versions, by its name: any row that comes, goes or changes makes
 * another one.
 */
export async function tableChecksums(
  db: Db,
  tables: readonly string[],
): Promise<Map<string, string>> {
  const text = tables
    .map(
      (name) =>
        `
          select
            '${name}' as name,
            count(*) || ' ' || coalesce(
              sum(hashtextextended(ctid::text || xmin::text, 0)),
              0
            ) as sum
          from ${name}`,
    )
    .join(' union all ');
  const { rows } = await db.$client.query<{ name: string; sum: string }>({
    name: `versions${tables.length}`,
    text,
    values: [],
  });
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

/** The product's tables, as SQL names them, partitions left to their parents. */
export async function listTables(db: Db): Promise<string[]> {
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

export const differingTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] => [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name);
