import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS_FOLDER = join(process.cwd(), 'src/db/migrations');

/** The migrations of this version, the oldest first. `when`: see `readNewestMigrationMs`. */
export const readMigrations = (): { when: number; tag: string }[] =>
  (
    JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
      entries: { when: number; tag: string }[];
    }
  ).entries;

const readMigrationTimes = (): number[] => readMigrations().map((entry) => entry.when);

/** Creation time of this version's newest migration (ms), as the database stores applied ones. */
export const readNewestMigrationMs = (): number => Math.max(...readMigrationTimes());

/**
 * Whether no migration leads from a database, by its newest migration, to this version's schema.
 */
export const isOlderThanBaseline = (newestMs: number): boolean =>
  newestMs < Math.min(...readMigrationTimes());

/** The last version that migrates databases and restores backups older than the baseline. */
export const LAST_VERSION_BEFORE_BASELINE =
  'the last version with the migration 0041_thread_pace (src/decisions/migrations.md)';

/** Error and remedy for a database older than the baseline. */
export const TOO_OLD = {
  problem: 'This version can’t update the database directly: it is too old.',
  advice: `Update to ${LAST_VERSION_BEFORE_BASELINE} and start it once, then update to this version.`,
} as const;
