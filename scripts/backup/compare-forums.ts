import type pg from 'pg';
import { columnList, quoteIdentifier, readTables, type Table } from './catalog.ts';

/* Compares a restored forum with the running one. */

/** Rows written this shortly before a backup may have been committed after it. */
const COMMIT_MS = 60_000;

/** Tables with a sequential id and a creation time. */
async function readDatedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_attribute i on i.attrelid = c.oid and i.attname = 'id'
    join pg_attribute d on d.attrelid = c.oid and d.attname = 'created_at'
    where
      c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and c.relpersistence = 'p'
      and i.atttypid in ('int4'::regtype, 'int8'::regtype)
      and d.atttypid = 'timestamptz'::regtype
    order by 1`);
  const backedUp = new Set((await readTables(client)).map(({ name }) => name));
  return rows.map(({ name }) => name).filter((name) => backedUp.has(name));
}

export interface Comparison {
  tables: number;
  /** Rows that the running forum has in addition, written since. */
  since: number;
  problems: string[];
}

/**
 * Finds rows that the running forum had before the backup and that the backup lacks. A row counts
 * as older by both time and id: a split thread, for example, has the time of its first post. Rows
 * that only the backup has were deleted since.
 */
export async function compareWithRunning(
  restored: pg.Client,
  running: pg.Client,
  madeAt: string,
): Promise<Comparison> {
  const before = new Date(Date.parse(madeAt) - COMMIT_MS);
  const compared: Comparison = { tables: 0, since: 0, problems: [] };
  const here = new Set(await readDatedTables(running));
  for (const name of await readDatedTables(restored)) {
    if (!here.has(name)) continue;
    const table = quoteIdentifier(name);
    const {
      rows: [saved],
    } = await restored.query<{ rows: number; old: number; last: string | null }>(
      `
        select
          count(*)::float8 as rows,
          (count(*) filter (where created_at < $1))::float8 as old,
          max(id)::text as last
        from ${table}`,
      [before],
    );
    const {
      rows: [now],
    } = await running.query<{ rows: number; old: number }>(
      `
        select
          count(*)::float8 as rows,
          (count(*) filter (where created_at < $1 and id <= $2::bigint))::float8 as old
        from ${table}`,
      [before, saved?.last ?? 0],
    );
    if (!saved || !now) continue;
    compared.tables++;
    compared.since += Math.max(0, now.rows - saved.rows);
    const lacking = now.old - saved.old;
    if (lacking > 0)
      compared.problems.push(
        `"${name}" lacks ${lacking} ${lacking === 1 ? 'row' : 'rows'} that the forum had at the time of the backup.`,
      );
  }
  return compared;
}

interface Digest {
  rows: string;
  digest: string;
}

/** Row count and an order-independent digest of a table. */
async function digestRows(client: pg.ClientBase, table: Table): Promise<Digest> {
  const { rows } = await client.query<Digest>(`
    select
      count(*)::text as rows,
      coalesce(
        sum(('x' || left(md5(row(${columnList(table)})::text), 15))::bit(60)::bigint),
        0
      )::text as digest
    from ${quoteIdentifier(table.name)}`);
  return rows[0] as Digest;
}

/** Sentences about tables that differ between two idle databases. */
export async function findUnequal(
  one: pg.ClientBase,
  other: pg.ClientBase,
  tables: readonly Table[],
): Promise<string[]> {
  const problems: string[] = [];
  // Session settings affect how values are printed.
  for (const client of [one, other]) {
    await client.query(`set timezone = 'UTC'`);
    await client.query(`set datestyle = 'ISO, YMD'`);
  }
  for (const table of tables) {
    const [left, right] = await Promise.all([digestRows(one, table), digestRows(other, table)]);
    if (left.rows !== right.rows)
      problems.push(`"${table.name}" has ${right.rows} rows instead of ${left.rows}.`);
    else if (left.digest !== right.digest)
      problems.push(`"${table.name}" has the same number of rows, but different ones.`);
  }
  return problems;
}
