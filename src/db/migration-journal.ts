import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the migrations stand: beside the sources, or where the build was started from. */
export const MIGRATIONS_FOLDER = join(process.cwd(), 'src/db/migrations');

/**
 * When the newest migration of this version was written, in milliseconds: as the database keeps it
 * of those it has.
 */
export function readNewestMigrationMs(): number {
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { when: number }[] };
  return Math.max(...journal.entries.map((entry) => entry.when));
}
