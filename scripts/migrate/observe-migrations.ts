import type pg from 'pg';
import type { Migration } from '#db/migration-files.ts';

/*
 * Runs the statements of migrations on an empty copy of the schema. PostgreSQL reports their locks
 * and their work on existing tables, which is more exact than reading SQL.
 */

/** pg_locks' modes of tables, the weakest first. */
const LOCK_MODES = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const;
type LockMode = (typeof LOCK_MODES)[number];

export interface TableEffect {
  /** Its name before the migrations. */
  table: string;
  lock: LockMode;
  isRewritten: boolean;
  isRead: boolean;
  /** It may change as many rows as the table has. */
  changesRows: boolean;
  builtIndexes: number;
}

export interface ObservedStatement {
  text: string;
  effects: TableEffect[];
}

export interface ObservedMigration {
  migration: Migration;
  statements: ObservedStatement[];
}

interface TableState {
  /** Changes when PostgreSQL rewrites the table. */
  file: string;
  scans: number;
  /** Files of its indexes. */
  indexes: string[];
}

async function readNames(client: pg.ClientBase): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(`
    select oid::int8 as id, relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

async function readStates(client: pg.ClientBase): Promise<Map<number, TableState>> {
  const { rows } = await client.query<TableState & { id: number }>(`
    select
      c.oid::int8 as id,
      coalesce(pg_relation_filenode(c.oid), 0)::text as file,
      (coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0))::int as scans,
      array(
        select pg_relation_filenode(i.indexrelid)::text
        from pg_index i
        where i.indrelid = c.oid
      ) as indexes
    from pg_class c
    left join pg_stat_xact_all_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')`);
  return new Map(rows.map(({ id, ...state }) => [Number(id), state]));
}

/** The strongest lock of this transaction on each relation. */
async function readLocks(client: pg.ClientBase): Promise<Map<number, LockMode>> {
  const { rows } = await client.query<{ id: number; modes: LockMode[] }>(`
    select relation::int8 as id, array_agg(mode) as modes
    from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation' and granted
    group by relation`);
  return new Map(
    rows.map(({ id, modes }) => [
      Number(id),
      LOCK_MODES[Math.max(...modes.map((mode) => LOCK_MODES.indexOf(mode)))] as LockMode,
    ]),
  );
}

async function observeStatement(
  client: pg.ClientBase,
  text: string,
  names: ReadonlyMap<number, string>,
): Promise<ObservedStatement> {
  // a transaction for each, so that the locks are the statement's own
  await client.query('begin');
  const before = await readStates(client);
  await client.query(text);
  const [locks, after] = [await readLocks(client), await readStates(client)];
  await client.query('commit');
  const effects = [...locks].flatMap(([id, lock]): TableEffect[] => {
    const [table, old, now] = [names.get(id), before.get(id), after.get(id)];
    if (table === undefined || !old) return [];
    const isRead = now !== undefined && now.scans > old.scans;
    return [
      {
        table,
        lock,
        isRewritten: now !== undefined && now.file !== old.file,
        isRead,
        changesRows: lock === 'RowExclusiveLock' && isRead,
        builtIndexes: now?.indexes.filter((file) => !old.indexes.includes(file)).length ?? 0,
      },
    ];
  });
  return { text: text.replace(/^(?:\s*--.*\n)+/, '').trim(), effects };
}

/** Runs migrations on an empty copy of the schema that they change. */
export async function observeMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<ObservedMigration[]> {
  const names = await readNames(client);
  const observed: ObservedMigration[] = [];
  for (const migration of migrations) {
    const statements: ObservedStatement[] = [];
    for (const text of migration.statements)
      statements.push(await observeStatement(client, text, names));
    observed.push({ migration, statements });
  }
  return observed;
}
