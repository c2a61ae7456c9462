import { setTimeout as delay } from 'node:timers/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';
import { createBackoff } from '#platform/backoff.ts';
import { ConfigError } from '#platform/env.ts';
import { MIGRATION_LOCK_MS, MIGRATION_WAIT_MS } from '#platform/limits.ts';
import { getErrorCode } from '#platform/unavailable.ts';
import { MIGRATION_LOCK_ID } from './advisory-lock-ids.ts';
import type { Db } from './client.ts';
import {
  applyMigration,
  createJournal,
  type Migration,
  readMigrationStatements,
} from './migration-files.ts';
import {
  isOlderThanBaseline,
  MIGRATIONS_FOLDER,
  readNewestMigrationMs,
  TOO_OLD,
} from './migration-journal.ts';
import { compareSchema, type SchemaVersions, schemaVersionsSql } from './schema-version.ts';
import { LOCK_NOT_AVAILABLE } from './violations.ts';

/** lock_timeout and deadlock_detected */
const LOCK_ERRORS: ReadonlySet<string> = new Set([LOCK_NOT_AVAILABLE, '40P01']);

/**
 * Runs `work` under the lock of migration, seeding, restore and first publishing. Waits for it,
 * after calling `onWait` if another process holds it.
 */
export async function withMigrationLock<T>(
  db: Db,
  work: () => Promise<T>,
  onWait = () => {},
): Promise<T> {
  const client = await db.$client.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK_ID,
    ]);
    if (rows[0]?.locked !== true) {
      onWait();
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID]);
    }
    const result = await work();
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_ID]);
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken); // the end of a connection releases its locks
  }
}

export interface MigrateOptions {
  /** Another process migrates, seeds, restores or publishes first. */
  onWait?: () => void;
  /** Gets a sentence if a migration waits for a lock. */
  say?: (line: string) => void;
  onApplied?: (migration: Migration, milliseconds: number) => void;
  /** Folder of the migrations. */
  folder?: string;
}

/**
 * Migrates the database, unless it is newer and allows this version. Refuses tables of another
 * program, and schemas that are too new or too old.
 */
export const migrateDatabase = (
  db: Db,
  url: string,
  { onWait, ...options }: MigrateOptions = {},
): Promise<void> => withMigrationLock(db, () => migrateLocked(db, url, options), onWait);

/** As migrateDatabase, for a caller that holds the lock of withMigrationLock. */
export async function migrateLocked(
  db: Db,
  url: string,
  { say = () => {}, onApplied, folder }: Omit<MigrateOptions, 'onWait'> = {},
): Promise<void> {
  const pending = await readPendingMigrations(db, folder);
  if (!pending) return;
  if (pending.length > 0) await withFreeLocks(db, 'The journal of migrations', createJournal, say);
  for (const migration of pending) {
    const startedMs = performance.now();
    const apply = (client: pg.PoolClient) => applyMigration(client, migration);
    await withFreeLocks(db, `Migration ${migration.tag}`, apply, say);
    onApplied?.(migration, performance.now() - startedMs);
  }
  await migrateJobs({ connectionString: url });
}

/**
 * Migrations that the database lacks; undefined if it is newer and allows this version.
 * Throws ConfigError for a database that this version can't migrate.
 */
export async function readPendingMigrations(
  db: Db,
  folder = MIGRATIONS_FOLDER,
): Promise<Migration[] | undefined> {
  const migrations = readMigrationStatements(folder);
  const {
    rows: [schema],
  } = await db.$client.query(`
    select
      to_regclass('drizzle.__drizzle_migrations') is not null as ours,
      (
        select count(*)::int
        from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
      ) as tables`);
  if (!schema?.ours) {
    if (Number(schema?.tables) > 0)
      throw new ConfigError(
        'The database holds tables of another program. Point DATABASE_URL at an empty database.',
      );
    return migrations;
  }
  const {
    rows: [versions],
  } = await db.$client.query<SchemaVersions>(schemaVersionsSql);
  const { migrated, needed } = versions as SchemaVersions;
  if (migrated === null) return migrations;
  const age = compareSchema({ migrated, needed }, readNewestMigrationMs(folder));
  if (age === 'tooNew')
    throw new ConfigError(
      'The database was made by a newer version of the forum. Start that version, or restore a backup made by this one.',
    );
  if (isOlderThanBaseline(migrated)) throw new ConfigError(`${TOO_OLD.problem} ${TOO_OLD.advice}`);
  return age === 'newer' ? undefined : migrations.filter(({ when }) => when > migrated);
}

/** The oldest transaction of others, which probably holds the lock. */
async function describeOldestTransaction(db: Db): Promise<string> {
  const { rows } = await db.$client.query<{ pid: number; name: string; seconds: number }>(`
    select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start
    limit 1`);
  return rows
    .map(
      ({ pid, name, seconds }) =>
        ` The oldest transaction is ${seconds} s old: "${name}", process ${pid}.`,
    )
    .join('');
}

/**
 * Runs `work` in a transaction. Everybody who needs a table queues behind a waiting ALTER TABLE, so
 * it waits only briefly for a lock, and is repeated after a pause.
 */
async function withFreeLocks(
  db: Db,
  subject: string,
  work: (client: pg.PoolClient) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const backoff = createBackoff({ firstMs: 500, lastMs: 10_000 });
  const endMs = performance.now() + MIGRATION_WAIT_MS;
  while (!(await tryWithLocks(db, work))) {
    const oldest = await describeOldestTransaction(db);
    if (performance.now() > endMs)
      throw new ConfigError(`${subject} found its tables locked by others for too long.${oldest}`);
    if (backoff.failures === 0) say(`${subject} waits for others’ locks.${oldest}`);
    await delay(backoff.nextPauseMs());
  }
}

/** Commits `work`. Returns false if a lock isn't free. */
async function tryWithLocks(
  db: Db,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<boolean> {
  const client = await db.$client.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${MIGRATION_LOCK_MS}`);
    await work(client);
    await client.query('commit');
    isBroken = false;
    return true;
  } catch (error) {
    if (!LOCK_ERRORS.has(getErrorCode(error))) throw error;
    return false;
  } finally {
    client.release(isBroken); // the end of a connection rolls back
  }
}
