import type pg from 'pg';
import { applyMigration, createJournal, readMigrationStatements } from '#db/migration-files.ts';
import { readLastMigration, type SchemaVersion } from './catalog.ts';

/** Migrates an empty database to a schema of this version or an older one, in a transaction. */
export async function migrateToVersion(
  client: pg.ClientBase,
  version: Pick<SchemaVersion, 'when'>,
): Promise<void> {
  const applied = (await readLastMigration(client)) ?? 0;
  await createJournal(client);
  for (const migration of readMigrationStatements())
    if (migration.when > applied && migration.when <= version.when)
      await applyMigration(client, migration);
}
