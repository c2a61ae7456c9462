import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { MIGRATIONS_FOLDER } from '#db/migration-journal.ts';
import { readLastMigration, type SchemaVersion } from './catalog.ts';

/** Migrates an empty database to the backup's schema, in the restore's transaction. */
export async function migrateToVersion(
  client: pg.ClientBase,
  version: SchemaVersion,
): Promise<void> {
  const applied = (await readLastMigration(client)) ?? 0;
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({
    migrationsFolder: MIGRATIONS_FOLDER,
  })) {
    if (folderMillis <= applied || folderMillis > version.when) continue;
    for (const statement of statements) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  }
}
