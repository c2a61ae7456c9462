import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { waitPatiently } from './publishing-site.ts';

/** Resolves when all pages that stand have their smaller forms. */
export const waitUntilCompressed = (db: Db): Promise<void> =>
  waitPatiently(async () => {
    const { rows } = await db.execute(sql`select path from page_write`);
    if (rows.length > 0) throw new Error(`${rows.length} pages wait for their smaller forms`);
  });
