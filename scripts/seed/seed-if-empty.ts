import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { withMigrationLock } from '#db/migrate.ts';
import { EMPTY_START_STATE } from '#db/site-state-names.ts';
import { ConfigError, type Env } from '#platform/env.ts';
import { showProgress } from '../cli/progress.ts';

/** Why the demo community can't go into a database. */
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
 * Fills a migrated database with the demo community when nobody is in it and it wasn't started
 * empty; all of it, or nothing. Of several processes that start at once one does it. Returns why
 * not, if it didn't. `db` needs two connections.
 */
export async function seedIfEmpty(db: Db, env: Env): Promise<SeedRefusal | undefined> {
  return withMigrationLock(db, async () => {
    const refusal = await findRefusal(db);
    if (refusal) return refusal;
    const step = showProgress('Filling the database with the demo community');
    const { loadCommunity } = await import('./load-community.ts');
    const seeded = await loadCommunity(db, env);
    step.done(`${seeded.people} people, ${seeded.threads} threads, ${seeded.posts} posts`);
    return undefined;
  });
}

/**
 * Puts into a migrated database what a forum needs that starts without the demo community. Does
 * nothing to one that was started so before; throws ConfigError for one that has people otherwise.
 */
export async function startEmpty(db: Db): Promise<void> {
  await withMigrationLock(db, async () => {
    const refusal = await findRefusal(db);
    if (refusal === 'people')
      throw new ConfigError(
        'The database has people in it already: --empty is for a new one. Start without it, or set another DATA_DIR or DATABASE_URL.',
      );
    if (refusal) return;
    const { loadNothing } = await import('./load-nothing.ts');
    await loadNothing(db);
  });
}
