import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { temporaryFolder } from './test-site.ts';

/** Puts next to nothing into a migrated database: `npm start` finds it filled and published. */
export async function fillAsPrepared(db: Db): Promise<void> {
  await db.execute(sql`insert into "group" (id, name, name_en) values (10, 'Members', 'Members')`);
  await db.execute(
    sql`insert into level (id, name, name_en, min_credits) values (1, 'New', 'New', 0)`,
  );
  await db.execute(
    sql`
      insert into "user" (id, username, nickname, group_id)
      values (10000, 'somebody', 'Somebody', 10)`,
  );
  await db.execute(
    sql`
      insert into published_page (path, tags, hash, build, rendered_at)
      values ('/robots.txt', '{}', 'x', 'x', now())`,
  );
}

/**
 * A DATA_DIR that `npm start` finds prepared, with a database of its own, and with next to nothing
 * in it: one person, and a page that is said to be published. For tests of processes, which need no
 * content.
 */
export async function prepareDataDir(name: string): Promise<string> {
  const dataDir = join(temporaryFolder(name), 'data');
  const embedded = await startEmbeddedPostgres(dataDir);
  const db = createDb({ url: embedded.url, kind: 'maintenance' });
  try {
    await migrateDatabase(db, embedded.url);
    await fillAsPrepared(db);
  } finally {
    await db.$client.end();
    await embedded.stop();
  }
  return dataDir;
}
