import type { SQL } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

export const selectRows =
  (db: Db) =>
  async <T>(query: SQL): Promise<T[]> =>
    (await db.execute(query)).rows as T[];

/** The only row of a query. */
export const selectRow =
  (db: Db) =>
  async <T>(query: SQL): Promise<T> =>
    (await db.execute(query)).rows[0] as T;
