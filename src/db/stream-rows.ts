import pg from 'pg';
import { DATABASE_POOLS } from '#db/pools.ts';
import { EXPORT_IDLE_MS, MAX_CONCURRENT_EXPORTS } from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import { PoolExhausted } from '#platform/unavailable.ts';
import type { Db } from './client.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { bindParameters, type Params } from './named-parameters.ts';

const ROWS_PER_FETCH = 500;

/** Running exports by database. */
const runningExports = new Map<string, number>();
measureSlot('exports', () => ({
  running: [...runningExports.values()].reduce((sum, count) => sum + count, 0),
  waiting: 0, // further ones are refused
}));

/**
 * Streams all rows of a query as of one moment, in bounded memory. Each stream has its own
 * connection, so that slow readers take none from requests. Idle readers are ended; a reader that
 * stops early ends the query. Throws PoolExhausted.
 */
export async function* streamRows<Row>(
  db: Db,
  namedSql: string,
  params: Params = {},
): AsyncGenerator<Row[]> {
  const { text, values } = bindParameters(namedSql, params);
  const connectionString = db.$client.options.connectionString ?? '';
  const count = runningExports.get(connectionString) ?? 0;
  if (count >= MAX_CONCURRENT_EXPORTS) throw new PoolExhausted('too many exports at once');
  runningExports.set(connectionString, count + 1);
  const client = new pg.Client({
    connectionString,
    application_name: 'forum export',
    connectionTimeoutMillis: DATABASE_POOLS.requests.acquireMs,
    lock_timeout: DATABASE_POOLS.requests.lockMs,
    idle_in_transaction_session_timeout: EXPORT_IDLE_MS,
    ...KEEP_ALIVE,
  });
  client.on('error', () => {}); // the next fetch throws it
  try {
    await client.connect();
    await client.query('begin read only');
    await client.query({ text: `declare rows no scroll cursor for ${text}`, values });
    for (;;) {
      const { rows } = await client.query(`fetch ${ROWS_PER_FETCH} from rows`);
      if (rows.length === 0) break;
      yield rows as Row[];
    }
  } finally {
    runningExports.set(connectionString, (runningExports.get(connectionString) ?? 1) - 1);
    await client.end().catch(() => {});
  }
}
