import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { countServers } from '#outbox/notify-listener.ts';
import type { Env } from '#platform/env.ts';
import { openPages } from '#publish/files/open-pages.ts';
import {
  readExpectedId,
  readFolderId,
  saveFolderId,
  WRONG_FOLDER,
} from '#publish/files/pages-folder.ts';

/**
 * Removes all pages, of any forum; the next start publishes this forum's. A folder gets a new id.
 */
export async function resetPages(db: Db, env: Env): Promise<void> {
  const pages = openPages(env, db);
  await pages.removeAll();
  await db.execute(sql`delete from published_page`);
  if (pages.folder !== undefined) await saveFolderId(db, pages.folder);
}

async function hasPublished(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ pages: boolean }>(
    sql`select exists (select from published_page) as pages`,
  );
  return rows[0]?.pages === true;
}

/**
 * Makes SITE_DIR the folder of this forum's pages, and returns whether it is. Another folder, such
 * as a replaced disk, is emptied; but while other servers run, it is left to the operator. Callers
 * hold the migration lock.
 */
export async function claimFolder(db: Db, env: Env, say: (line: string) => void): Promise<boolean> {
  const { folder } = openPages(env, db);
  if (folder === undefined) return true;
  const id = readFolderId(folder);
  const expectedId = await readExpectedId(db);
  if (expectedId !== undefined && id === expectedId) return true;
  // A forum of an earlier version, whose pages have no id yet. A forum without pages owns none.
  if (expectedId === undefined && (await hasPublished(db))) {
    await saveFolderId(db, folder, id);
    return true;
  }
  if ((await countServers(db)) > 0) {
    say(WRONG_FOLDER);
    return false;
  }
  if (expectedId !== undefined)
    say('SITE_DIR was not the folder of this forum’s pages. All pages are rendered again.');
  await resetPages(db, env);
  return true;
}
