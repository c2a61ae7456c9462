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

/** Opens a pool. Errors of idle connections are dropped: the next query reconnects or reports. */
export function createDb(options: DbOptions): Db {
  const client = new BoundedPool(options);
  client.on('error', () => {});
  client.on('connect', (one) => one.on('error', () => {}));
  rejectUnreplicatedCommits(client);
  sendNotificationsAfterCommit(client);
  return drizzle({ client, schema, casing: 'snake_case' }) as Db;
}

export { schema };
