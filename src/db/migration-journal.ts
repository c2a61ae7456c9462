import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the migrations stand: beside the sources, or where the build was started from. */
export const MIGRATIONS_FOLDER = join(process.cwd(), 'src/db/migrations');

/** The migrations of this version, the oldest first. `when`: see `readNewestMigrationMs`. */
export const readMigrations = (): { when: number; tag: string }[] =>
  (
    JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
      entries: { when: number; tag: string }[];
    }
  ).entries;

const readMigrationTimes = (): number[] => readMigrations().map((entry) => entry.when);

/**
 * When the newest migration of this version was written, in milliseconds: as the database keeps it
 * of those it has.
 */
export const readNewestMigrationMs = (): number => Math.max(...readMigrationTimes());

/**
 * Whether a database, by the time of its newest migration, is older than the first migration of
 * this version. Nothing leads from there to this version's schema (decisions/migrations.md).
 */
export const isOlderThanBaseline = (newestMs: number): boolean =>
  newestMs < Math.min(...readMigrationTimes());

/** The last version that updates databases and restores backups older than the baseline. */
export const LAST_VERSION_BEFORE_BASELINE =
  'the last version with the migration 0041_thread_pace (src/decisions/migrations.md)';

/** What is wrong with a database that is older than the baseline, and what to do. */
export const TOO_OLD = {
  problem: 'This version can’t update the database directly: it is too old.',
  advice: `Update to ${LAST_VERSION_BEFORE_BASELINE} and start it once, then update to this version.`,
} as const;
