import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { waitPatiently } from './publishing-site.ts';

/** Resolves when all published pages have their compressed files. */
export const waitUntilCompressed = (db: Db): Promise<void> =>
  waitPatiently(async () => {
    const { rows } = await db.execute(sql`select path from page_write`);
    if (rows.length > 0) throw new Error(`${rows.length} pages wait for their smaller forms`);
  });
