import pg from 'pg';
import { ConfigError } from '#platform/env.ts';
import { FORUM_LOCK_ID, USE_LOCK_ID } from '../advisory-lock-ids.ts';
import { LOCK_NOT_AVAILABLE } from '../violations.ts';

/*
 * Locks that show which processes use a folder's database; they end with their process. The running
 * forum holds FORUM_LOCK_ID. All connected processes share USE_LOCK_ID: a process that gets it
 * exclusively is the last one and may stop the database.
 */

export interface DatabaseLock {
  release(): Promise<void>;
  /** Resolves when the connection has ended, by release() or because the database stopped. */
  ended: Promise<void>;
}

/** A connection that holds locks until it ends. Rejects if the locks aren't available. */
async function openLockConnection(url: string, lockSql: string): Promise<DatabaseLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'forum claim',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    // PostgreSQL takes a moment to notice a killed process
    await client.query(`set lock_timeout = '2s'`);
    await client.query(lockSql);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    ended,
    async release() {
      await client.query('select pg_advisory_unlock_all()').catch(() => {});
      await client.end().catch(() => {});
    },
  };
}

/** Registers this process as a user of the database, so that no other process stops it. */
export const acquireUseLock = (url: string): Promise<DatabaseLock> =>
  openLockConnection(url, `select pg_advisory_lock_shared(${USE_LOCK_ID})`);

/** Claims a folder's database for this forum. Throws ConfigError if another forum has it. */
export async function acquireForumLock(url: string, dataDir: string): Promise<DatabaseLock> {
  try {
    return await openLockConnection(url, `select pg_advisory_lock(${FORUM_LOCK_ID})`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ConfigError(
      `A forum runs on ${dataDir} already. Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
}

/** Whether another process uses the database. If none does, none can until the client ends. */
async function isUsed(client: pg.Client): Promise<boolean> {
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(${USE_LOCK_ID}) and pg_try_advisory_lock(${FORUM_LOCK_ID}) as free`,
    );
    return rows[0]?.free === false;
  } catch {
    return false; // no answer: nobody uses it
  }
}

/** Runs `work` while no other process can start to use the database; skips it if one uses it. */
export async function runIfUnused(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    if (!(await isUsed(client))) await work();
  } finally {
    await client.end().catch(() => {}); // an open connection keeps this process alive
  }
}
