import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';

/*
 * Rendering and taking down must not overtake each other, in one process or in many:
 * - who renders a page holds its lock, so that an older rendering can't replace a newer one;
 * - who renders anything holds the common lock shared; a takedown, once its write is committed,
 *   takes it alone: renderings that may have read the old state have then written their files, and
 *   those are removed.
 * Whoever holds a lock records on its connection what it is about to write: a connection that was
 * ended meanwhile, and with it the lock, lets nothing be written.
 */
const COMMON = 7_420_002;
const PER_PATH = 7_420_003;

/** Milliseconds that a rendering waits for its turn. */
const RENDER_LOCK_MS = 30_000;

async function holding<T>(
  db: Db,
  waitMs: number,
  acquire: string,
  values: unknown[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  let broken = false;
  try {
    await client.query(`set lock_timeout = ${waitMs}`);
    await client.query({ text: acquire, values });
    return await work(client as unknown as Runner);
  } finally {
    await client.query('reset lock_timeout; select pg_advisory_unlock_all()').catch(() => {
      broken = true; // its end lets go of the locks
    });
    client.release(broken);
  }
}

/**
 * Runs `work` while nobody else renders or takes down these pages. Throws when their turn doesn't
 * come.
 */
export const whileRendering = <T>(
  db: Db,
  paths: readonly string[],
  work: (lock: Runner) => Promise<T>,
): Promise<T> =>
  holding(
    db,
    RENDER_LOCK_MS,
    `
      with common as materialized (
        select pg_advisory_lock_shared(${COMMON})
      )
      select pg_advisory_lock(${PER_PATH}, h)
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
 * Runs `work` while nobody renders anything. Throws when somebody goes on rendering for longer than
 * `waitMs`.
 */
export const whileNobodyRenders = <T>(
  db: Db,
  waitMs: number,
  work: (lock: Runner) => Promise<T>,
): Promise<T> => holding(db, waitMs, `select pg_advisory_lock(${COMMON})`, [], work);

/** PostgreSQL's code for a lock that didn't come in time. */
const LOCK_NOT_AVAILABLE = '55P03';
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE;

/**
 * Ends the connections of those who render: one of them hangs. What they were about to write isn't
 * written any more.
 */
export async function endRenderings(db: Db): Promise<number> {
  const { rowCount } = await db.$client.query(`
    select pg_terminate_backend(pid)
    from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0
      and objid = ${COMMON}
      and mode = 'ShareLock'
      and granted`);
  return rowCount ?? 0;
}
