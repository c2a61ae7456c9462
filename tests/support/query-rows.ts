import type { SQL } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/* What a test reads from the database by SQL of its own. */

/** Reads the rows of a query. */
export const selectRows =
  (db: Db) =>
  async <T>(query: SQL): Promise<T[]> =>
    (await db.execute(query)).rows as T[];

/** Reads the first row of a query, of which there is to be one. */
export const selectRow =
  (db: Db) =>
  async <T>(query: SQL): Promise<T> =>
    (await db.execute(query)).rows[0] as T;
