import { RENDER_COMMON_LOCK_ID, RENDER_PATH_LOCK_SPACE } from '#db/advisory-lock-ids.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { LOCK_NOT_AVAILABLE } from '#db/violations.ts';

/*
 * Rendering and taking down must not overtake each other, in one process or in many:
 * - who renders a page holds its lock, so that an older rendering can't replace a newer one;
 * - who renders anything holds the common lock shared; a takedown, once its write is committed,
 *   takes it alone: renderings that may have read the old state have then written their files, and
 *   those are removed.
 * Whoever holds a lock records on its connection what it is about to write: a connection that was
 * ended meanwhile, and with it the lock, lets nothing be written.
 */

/** Milliseconds that a rendering waits for its locks. */
const RENDER_LOCK_TIMEOUT_MS = 30_000;

async function withLocks<T>(
  db: Db,
  timeoutMs: number,
  acquireSql: string,
  values: unknown[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  let isBroken = false;
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`);
    await client.query({ text: acquireSql, values });
    return await work(client as unknown as Runner);
  } finally {
    await client.query('reset lock_timeout; select pg_advisory_unlock_all()').catch(() => {
      isBroken = true; // its end releases the locks
    });
    client.release(isBroken);
  }
}

/**
 * Runs `work` while nobody else renders or takes down these pages. Throws when the locks can't be
 * had in time.
 */
export const withRenderLock = <T>(
  db: Db,
  paths: readonly string[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> =>
  withLocks(
    db,
    RENDER_LOCK_TIMEOUT_MS,
    `
      with common as materialized (
        select pg_advisory_lock_shared(${RENDER_COMMON_LOCK_ID})
      )
      select pg_advisory_lock(${RENDER_PATH_LOCK_SPACE}, h)
      from common,
        (
          select distinct hashtext(path) h
          from unnest($1::text[]) path
          order by 1
        ) paths`,
    [paths],
    work,
  );

/**
 * Runs `work` while nobody renders anything. Throws when a rendering takes longer than `timeoutMs`.
 */
export const withTakedownLock = <T>(
  db: Db,
  timeoutMs: number,
  work: (lock: Runner) => Promise<T>,
): Promise<T> =>
  withLocks(db, timeoutMs, `select pg_advisory_lock(${RENDER_COMMON_LOCK_ID})`, [], work);

export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE;

const terminateLockHolders = statement<unknown>(`
  select pg_terminate_backend(pid)
  from pg_locks
  where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
    and classid = 0
    and objid = ${RENDER_COMMON_LOCK_ID}
    and mode = 'ShareLock'
    and granted`);

/**
 * Ends the connections of renderers, one of which hangs. Their renderings aren't written any more.
 */
export const terminateRenderers = async (db: Db): Promise<number> =>
  (await terminateLockHolders(db)).length;
