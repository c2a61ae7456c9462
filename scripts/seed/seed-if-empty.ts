import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { withMigrationLock } from '#db/migrate.ts';
import type { Env } from '#platform/env.ts';
import { showProgress } from '../cli/progress.ts';

/**
 * Fills a migrated database with the demo community when nobody is in it; all of it, or nothing. Of
 * several processes that start at once one does it. Returns whether it was empty. `db` needs two
 * connections.
 */
export async function seedIfEmpty(db: Db, env: Env): Promise<boolean> {
  return withMigrationLock(db, async () => {
    const {
      rows: [found],
    } = await db.execute(sql`select exists (select from "user") as people`);
    if (found?.people === true) return false;
    const step = showProgress('Filling the database with the demo community');
    const { loadCommunity } = await import('./load-community.ts');
    const seeded = await loadCommunity(db, env);
    step.done(`${seeded.people} people, ${seeded.threads} threads, ${seeded.posts} posts`);
    return true;
  });
}
