import type pg from 'pg';
import { quoteIdentifier } from '../backup/catalog.ts';
import type { ObservedMigration, TableEffect } from './observe-migrations.ts';

/* Durations of statements on the real tables, from their sizes and from a short measurement. */

interface TableSize {
  bytes: number;
  indexes: number;
  pages: number;
}

/** Bytes of a table per second. */
interface Rates {
  read: number;
  write: number;
  index: number;
  /** Of changed rows, with one index. */
  update: number;
}

const PAGE_BYTES = 8_192;
/** A smaller table isn't measured: its statements take less than a second on any disk. */
const MEASURED_PAGES = 1_024;
const READ_PAGES = 4_096;
const CAUTIOUS_RATES: Rates = { read: 50e6, write: 40e6, index: 20e6, update: 10e6 };
/** The measured temporary table needs no write-ahead log and no checkpoint. */
const LOGGED = 2;

const needsWork = (effect: TableEffect): boolean =>
  effect.isRead || effect.isRewritten || effect.builtIndexes > 0;

async function readSizes(client: pg.ClientBase): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { name: string }>(`
    select
      relname as name,
      pg_table_size(oid)::float8 as bytes,
      (pg_relation_size(oid) / ${PAGE_BYTES})::int as pages,
      (select count(*)::int from pg_index where indrelid = c.oid) as indexes
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

async function measure(work: () => Promise<unknown>, pages: number): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (pages * PAGE_BYTES * 1_000) / (performance.now() - startedMs);
}

/** Reads up to 32 MB from the middle of a table, and copies 8 MB into a temporary table. */
async function measureRates(
  client: pg.ClientBase,
  table: string,
  { pages }: TableSize,
): Promise<Rates> {
  const readPages = Math.min(READ_PAGES, pages);
  const first = Math.floor((pages - readPages) / 2);
  const from = (count: number) =>
    `from public.${quoteIdentifier(table)} where ctid >= '(${first},0)' and ctid < '(${first + count},0)'`;
  const { rows } = await client.query<{ column: string }>(
    'select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum limit 1',
    [`public.${quoteIdentifier(table)}`],
  );
  const column = quoteIdentifier(rows[0]?.column ?? '');
  await client.query('begin');
  try {
    return {
      read: await measure(() => client.query(`select count(*) ${from(readPages)}`), readPages),
      write: await measure(
        () =>
          client.query(
            `create temporary table measured on commit drop as select * ${from(MEASURED_PAGES)}`,
          ),
        MEASURED_PAGES,
      ),
      index: await measure(
        () => client.query(`create index on pg_temp.measured (${column})`),
        MEASURED_PAGES,
      ),
      update: await measure(
        () => client.query(`update pg_temp.measured set ${column} = ${column}`),
        MEASURED_PAGES,
      ),
    };
  } finally {
    await client.query('rollback');
  }
}

/** Estimates the seconds of a statement's work on a table. */
export type Estimate = (effect: TableEffect) => number;

/** Measures the largest table that the migrations read or rewrite. */
export async function prepareEstimate(
  client: pg.ClientBase,
  migrations: readonly ObservedMigration[],
): Promise<Estimate> {
  const sizes = await readSizes(client);
  const [largest] = migrations
    .flatMap(({ statements }) => statements.flatMap(({ effects }) => effects))
    .filter(needsWork)
    .map(({ table }) => table)
    .sort((a, b) => (sizes.get(b)?.pages ?? 0) - (sizes.get(a)?.pages ?? 0));
  const size = largest === undefined ? undefined : sizes.get(largest);
  const rates =
    size && largest !== undefined && size.pages >= MEASURED_PAGES
      ? await measureRates(client, largest, size)
      : CAUTIOUS_RATES;
  return ({ table, isRead, isRewritten, changesRows, builtIndexes }) => {
    const { bytes = 0, indexes = 0 } = sizes.get(table) ?? {};
    const built = Math.max(builtIndexes, isRewritten ? indexes : 0);
    return (
      (isRead || isRewritten ? bytes / rates.read : 0) +
      LOGGED *
        ((isRewritten ? bytes / rates.write : 0) +
          (built * bytes) / rates.index +
          (changesRows ? (Math.max(1, indexes) * bytes) / rates.update : 0))
    );
  };
}
