import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { BoundedPool, type DbOptions } from './bounded-pool.ts';
import { sendNotificationsAfterCommit } from './notify-after-commit.ts';
import { rejectUnreplicatedCommits } from './reject-unreplicated-commits.ts';
import * as schema from './schema/index.ts';

// Ids and counts are far below 2^53, and count(*) is an int8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Db = NodePgDatabase<typeof schema> & { $client: BoundedPool };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Opens a pool. */
export function createDb(options: DbOptions): Db {
  const client = new BoundedPool(options);
  rejectUnreplicatedCommits(client);
  sendNotificationsAfterCommit(client);
  return drizzle({ client, schema, casing: 'snake_case' }) as Db;
}

export { schema };
