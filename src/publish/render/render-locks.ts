import { RENDER_COMMON_LOCK_ID, RENDER_PATH_LOCK_SPACE } from '#db/advisory-lock-ids.ts';
import type { Db } from '#db/client.ts';
import { withBeats } from '#db/silent-connections.ts';
import { type Runner, statement } from '#db/statement.ts';
import { LOCK_NOT_AVAILABLE } from '#db/violations.ts';

/*
 * Renderings and takedowns exclude each other, within and across processes.
 * - A renderer locks each page exclusively, so that an older rendering can't replace a newer one.
 * - It shares the common lock. A takedown takes that exclusively after its commit: older renderings
 *   have then written their files, which it removes.
 * - Writes are recorded on the lock's connection: without the lock, nothing is written.
 */

/** Milliseconds that a rendering waits for its locks. */
const RENDER_LOCK_TIMEOUT_MS = 30_000;

/** Runs `work` while `acquire` holds its locks on a separate connection. */
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
    return await withBeats(lock, work);
  } finally {
    await client.query('reset lock_timeout; select pg_advisory_unlock_all()').catch(() => {
      isBroken = true; // its end releases the locks
    });
    client.release(isBroken);
  }
}

// The timeout is set before the wait: PostgreSQL reads a materialized query in `from` first.
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
    select set_config('lock_timeout', :timeoutMs::int::text, false)
  )
  select pg_advisory_lock(${RENDER_COMMON_LOCK_ID})
  from patience`);

/** Runs `work` while no other process renders or takes down these pages. Throws on a timeout. */
export const withRenderLock = <T>(
  db: Db,
  paths: readonly string[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> => withLocks(db, (lock) => lockPaths(lock, { paths }), work);

/** Runs `work` while nothing is rendered. Throws if a rendering exceeds `timeoutMs`. */
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

/** Ends all renderers' connections if one hangs. Their renderings are not written. */
export const terminateRenderers = async (db: Db): Promise<number> =>
  (await terminateLockHolders(db)).length;
