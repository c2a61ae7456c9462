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

/** The same of the first one: a database whose newest is older was never released. */
export const readFirstMigrationMs = (): number => Math.min(...readMigrationTimes());
