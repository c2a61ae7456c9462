import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobs } from 'graphile-worker';
import { ConfigError } from '#platform/env.ts';
import { MIGRATION_LOCK_ID } from './advisory-lock-ids.ts';
import type { Db } from './client.ts';
import {
  isOlderThanBaseline,
  MIGRATIONS_FOLDER,
  readNewestMigrationMs,
  TOO_OLD,
} from './migration-journal.ts';

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

/** Migrates the database. Refuses tables of another program, and newer or too old schemas. */
export const migrateDatabase = (db: Db, url: string, onWait?: () => void): Promise<void> =>
  withMigrationLock(db, () => migrateLocked(db, url), onWait);

/** As migrateDatabase, for a caller that holds the lock of withMigrationLock. */
export async function migrateLocked(db: Db, url: string): Promise<void> {
  await rejectForeignDatabase(db.$client);
  await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER });
  await migrateJobs({ connectionString: url });
}

async function rejectForeignDatabase(client: {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}): Promise<void> {
  const {
    rows: [schema],
  } = await client.query(`
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
    return;
  }
  const {
    rows: [last],
  } = await client.query('select max(created_at)::float8 as at from drizzle.__drizzle_migrations');
  if (Number(last?.at) > readNewestMigrationMs())
    throw new ConfigError(
      'The database was made by a newer version of the forum. Start that version, or restore a backup made by this one.',
    );
  if (last?.at !== null && isOlderThanBaseline(Number(last?.at)))
    throw new ConfigError(`${TOO_OLD.problem} ${TOO_OLD.advice}`);
}
