import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { saveFolderId } from '#publish/files/pages-folder.ts';
import { temporaryFolder } from './test-site.ts';

/** Fills a migrated database minimally: `npm start` treats it as filled and published. */
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
 * A DATA_DIR with a database that `npm start` treats as prepared, with one user and one page marked
 * as published. For tests of processes, which need no content.
 */
export async function prepareDataDir(name: string): Promise<string> {
  const dataDir = join(temporaryFolder(name), 'data');
  const embedded = await startEmbeddedPostgres(dataDir);
  const db = createDb({ url: embedded.url, kind: 'maintenance' });
  try {
    await migrateDatabase(db, embedded.url);
    await fillAsPrepared(db);
    await saveFolderId(db, join(dataDir, 'site'));
  } finally {
    await db.$client.end();
    await embedded.stop();
  }
  return dataDir;
}
