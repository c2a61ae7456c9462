import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS_FOLDER = join(process.cwd(), 'src/db/migrations');

/** The migrations of this version, the oldest first. `when`: see `readNewestMigrationMs`. */
export const readMigrations = (folder = MIGRATIONS_FOLDER): { when: number; tag: string }[] =>
  (
    JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
      entries: { when: number; tag: string }[];
    }
  ).entries;

/** Creation time of this version's newest migration (ms), as the database stores applied ones. */
export const readNewestMigrationMs = (folder = MIGRATIONS_FOLDER): number =>
  Math.max(...readMigrations(folder).map(({ when }) => when));

/**
 * Whether no migration leads from a database, by its newest migration, to this version's schema.
 */
export const isOlderThanBaseline = (newestMs: number): boolean =>
  newestMs < Math.min(...readMigrations().map(({ when }) => when));

/** The last version that migrates databases and restores backups older than the baseline. */
export const LAST_VERSION_BEFORE_BASELINE =
  'the last version with the migration 0041_thread_pace (src/decisions/migrations.md)';

/** Error and remedy for a database older than the baseline. */
export const TOO_OLD = {
  problem: 'This version can’t update the database directly: it is too old.',
  advice: `Update to ${LAST_VERSION_BEFORE_BASELINE} and start it once, then update to this version.`,
} as const;
