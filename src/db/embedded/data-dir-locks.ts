import pg from 'pg';
import { ConfigError } from '#platform/env.ts';
import { FORUM_LOCK_ID, USE_LOCK_ID } from '../advisory-lock-ids.ts';
import { LOCK_NOT_AVAILABLE } from '../violations.ts';

/*
 * Who uses the database of a folder: locks in the database itself, which end with the process that
 * holds them. The forum that runs on the folder holds FORUM_LOCK_ID. Every process that has opened
 * the folder's database shares USE_LOCK_ID: a process that can have it alone is the last one and
 * may stop the database.
 */

export interface DatabaseLock {
  release(): Promise<void>;
  /** Resolves when the connection has ended, by release() or because the database is away. */
  ended: Promise<void>;
}

/** A connection that keeps locks for as long as it lasts. Rejects when they can't be had. */
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
    // PostgreSQL takes a moment to notice that a process was killed
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

/** Says that this process uses the database, so that no other stops it. */
export const acquireUseLock = (url: string): Promise<DatabaseLock> =>
  openLockConnection(url, `select pg_advisory_lock_shared(${USE_LOCK_ID})`);

/**
 * Claims the database of a folder for one forum, until it is released or this process ends.
 * Throws ConfigError when another forum has it: two on one folder would stop each other's database.
 */
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

/** Whether another process uses the database; where none does, none can until the client ends. */
async function isUsed(client: pg.Client): Promise<boolean> {
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(${USE_LOCK_ID}) and pg_try_advisory_lock(${FORUM_LOCK_ID}) as free`,
    );
    return rows[0]?.free === false;
  } catch {
    return false; // it doesn't answer: nobody uses it
  }
}

/**
 * Runs `work` while nobody else can begin to use the database; does nothing when somebody uses it.
 */
export async function runIfUnused(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    if (!(await isUsed(client))) await work();
  } finally {
    await client.end().catch(() => {}); // what is left open keeps this process from ending
  }
}
