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

/** Runs `work` while `acquire` holds its locks on a connection of their own. */
async function withLocks<T>(
  db: Db,
  acquire: (lock: Runner) => Promise<unknown>,
  work: (lock: Runner) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  const lock = client as unknown as Runner;
  let isBroken = false;
  try {
    await acquire(lock);
    return await work(lock);
  } finally {
    await client.query('reset lock_timeout; select pg_advisory_unlock_all()').catch(() => {
      isBroken = true; // its end releases the locks
    });
    client.release(isBroken);
  }
}

// The time is set before the locks are waited for: `from` a materialized query is read first.
const lockPaths = statement<unknown, { paths: readonly string[] }>(`
  with patience as materialized (
    select set_config('lock_timeout', '${RENDER_LOCK_TIMEOUT_MS}', false)
  ),
  common as materialized (
    select pg_advisory_lock_shared(${RENDER_COMMON_LOCK_ID})
    from patience
  )
  select pg_advisory_lock(${RENDER_PATH_LOCK_SPACE}, h)
  from common,
    (
      select distinct hashtext(path) h
      from unnest(:paths::text[]) path
      order by 1
    ) paths`);

const lockAll = statement<unknown, { timeoutMs: number }>(`
  with patience as materialized (
    select set_config('lock_timeout', :timeoutMs::text, false)
  )
  select pg_advisory_lock(${RENDER_COMMON_LOCK_ID})
  from patience`);

/**
 * Runs `work` while nobody else renders or takes down these pages. Throws when the locks can't be
 * had in time.
 */
export const withRenderLock = <T>(
  db: Db,
  paths: readonly string[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> => withLocks(db, (lock) => lockPaths(lock, { paths }), work);

/**
 * Runs `work` while nobody renders anything. Throws when a rendering takes longer than `timeoutMs`.
 */
export const withTakedownLock = <T>(
  db: Db,
  timeoutMs: number,
  work: (lock: Runner) => Promise<T>,
): Promise<T> => withLocks(db, (lock) => lockAll(lock, { timeoutMs }), work);

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
