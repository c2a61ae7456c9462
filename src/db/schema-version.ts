import { readNewestMigrationMs } from './migration-journal.ts';

/*
 * Whether a version can work with a database. A newer database says itself which versions can
 * (decisions/migrations.md): its journal has the migration that each migration needs a server to
 * know.
 */

/** Newest migration of a database, and the one that a server must know; null without migrations. */
export interface SchemaVersions {
  migrated: number | null;
  needed: number | null;
}

/** Selects SchemaVersions. A journal of an older version has no column `needs`. */
export const schemaVersionsSql = `
  select
    max(created_at)::float8 as migrated,
    max(coalesce((to_jsonb(journal) ->> 'needs')::int8, created_at))::float8 as needed
  from drizzle.__drizzle_migrations as journal`;

/**
 * A database compared with this version: it lacks migrations, is equal, is newer but allows this
 * version, or is too new for it.
 */
export type SchemaAge = 'older' | 'equal' | 'newer' | 'tooNew';

export function compareSchema(
  { migrated, needed }: SchemaVersions,
  newestMs = readNewestMigrationMs(),
): SchemaAge {
  if (Number(migrated) < newestMs) return 'older';
  if (migrated === newestMs) return 'equal';
  return Number(needed) <= newestMs ? 'newer' : 'tooNew';
}
