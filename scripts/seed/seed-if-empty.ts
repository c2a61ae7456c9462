import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { withMigrationLock } from '#db/migrate.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { showProgress } from '../cli/progress.ts';

/** Why the demo community wasn't seeded. */
export type SeedRefusal = 'people' | 'startedEmpty';

async function findRefusal(db: Db): Promise<SeedRefusal | undefined> {
  const {
    rows: [found],
  } = await db.execute(sql`
    select
      exists (select from "user") as people,
      exists (select from site_state where name = ${EMPTY_START_STATE}) as empty`);
  if (found?.empty === true) return 'startedEmpty';
  return found?.people === true ? 'people' : undefined;
}

/**
 * Seeds the demo community into a migrated database without users, unless it was started empty.
 * Atomic; of concurrent processes one seeds. Returns the reason if it didn't. `db` needs two
 * connections.
 */
export async function seedIfEmpty(
  db: Db,
  env: Env,
  onWait?: () => void,
): Promise<SeedRefusal | undefined> {
  const seed = async () => {
    const refusal = await findRefusal(db);
    if (refusal) return refusal;
    const step = showProgress('Filling the database with the demo community');
    const { loadCommunity } = await import('./load-community.ts');
    const seeded = await loadCommunity(db, env);
    step.done(`${seeded.people} people, ${seeded.threads} threads, ${seeded.posts} posts`);
    return undefined;
  };
  return withMigrationLock(db, seed, onWait);
}

/** Prepares an empty forum; idempotent. Throws ConfigError if the database has users. */
export async function startEmpty(db: Db, onWait?: () => void): Promise<void> {
  const start = async () => {
    const refusal = await findRefusal(db);
    if (refusal === 'people')
      throw new ConfigError(
        'The database already has members; --empty needs a new one. Start without it, or set another DATA_DIR or DATABASE_URL.',
      );
    if (refusal) return;
    const { loadNothing } = await import('./load-nothing.ts');
    await loadNothing(db);
  };
  await withMigrationLock(db, start, onWait);
}
