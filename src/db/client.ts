import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema/index.ts';

// Ids and counts are far below 2^53, and count(*) is an int8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** Inside `db.transaction(async (tx) => …)`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Reads that may run inside or outside a transaction. */
export type Reader = Db | Tx;

export interface ClientOptions {
  url: string;
  /** Connections at most. */
  pool?: number;
  name?: string;
}

/** Opens a pool. Errors of idle connections are dropped: the next query reconnects or reports. */
export function createDb({ url, pool = 16, name = 'forum' }: ClientOptions): Db {
  const client = new pg.Pool({ connectionString: url, max: pool, application_name: name, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 60_000, keepAlive: true });
  client.on('error', () => {});
  client.on('connect', (one) => one.on('error', () => {}));
  return drizzle({ client, schema, casing: 'snake_case' }) as Db;
}

export { schema };
