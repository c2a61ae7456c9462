import { BoundedPool } from '#db/bounded-pool.ts';
import { ConfigError } from '#platform/env.ts';
import { withTimeout } from '#platform/timeout.ts';

/*
 * Refuses poolers such as PgBouncer that don't give each connection a session of its own: locks,
 * notifications and limits belong to sessions.
 */

const ANSWER_MS = 5_000;
const REFUSED_SETTINGS = /unsupported startup parameter/i;
const NO_TRANSACTIONS = /statement pooling/i;

/** Whether a setting of one connection is still there while another has a transaction. */
async function keepsSession(url: string): Promise<boolean> {
  // not createDb: the schema would take 100 MB of this process, which runs as long as the forum
  const pool = new BoundedPool({ url, kind: 'requests', maxConnections: 2, name: 'forum start' });
  try {
    const first = await pool.connect();
    const second = await pool.connect();
    await first.query(`select set_config('forum.session', 'first', false)`);
    // a pooler that shares connections gives it the one that has just become free
    await second.query('begin');
    const reading = first.query<{ session: string | null }>(
      `select current_setting('forum.session', true) as session`,
    );
    // a pooler with a single connection never answers
    return await withTimeout(ANSWER_MS, reading).then(
      ({ rows }) => rows[0]?.session === 'first',
      () => false,
    );
  } finally {
    pool.destroyConnections();
  }
}

/**
 * Throws ConfigError if the address of this variable leads to a pooler that can't be used. A
 * database that doesn't answer is reported later.
 */
export async function requireSessions(variable: string, url: string): Promise<void> {
  let isKept: boolean;
  try {
    isKept = await keepsSession(url);
  } catch (error) {
    const { message } = error as Error;
    if (REFUSED_SETTINGS.test(message))
      throw new ConfigError(
        `${variable}: the pooler there refuses the forum’s connection settings (${message}). Name PostgreSQL itself: the forum has pools of its own. Or set ignore_startup_parameters in PgBouncer; the doctor then names the limits that are lost.`,
      );
    if (!NO_TRANSACTIONS.test(message)) return;
    isKept = false;
  }
  if (!isKept)
    throw new ConfigError(
      `${variable}: the pooler there shares sessions, as PgBouncer does with pool_mode = transaction. The forum needs sessions for its locks and notifications. Name PostgreSQL itself, or set pool_mode = session.`,
    );
}
