import type { Db } from '#db/client.ts';

/*
 * Rendering and taking down must not overtake each other, in one process or in many:
 * - who renders a page holds its lock, so that an older rendering can't replace a newer one;
 * - who renders anything holds the common lock shared; a takedown, once its write is committed, takes it alone: renderings
 *   that may have read the old state have then written their files, and those are removed.
 */
const COMMON = 7_420_002;
const PER_PATH = 7_420_003;

async function holding<T>(db: Db, acquire: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    await client.query({ text: acquire, values });
    return await work();
  } finally {
    const failed = await client.query('select pg_advisory_unlock_all()').then(
      () => false,
      () => true,
    );
    client.release(failed);
  }
}

export const whileRendering = <T>(db: Db, paths: readonly string[], work: () => Promise<T>): Promise<T> =>
  holding(
    db,
    `
    with common as materialized (select pg_advisory_lock_shared(${COMMON}))
    select pg_advisory_lock(${PER_PATH}, h) from common, (select distinct hashtext(path) h from unnest($1::text[]) path order by 1) paths`,
    [paths],
    work,
  );

export const whileNobodyRenders = <T>(db: Db, work: () => Promise<T>): Promise<T> => holding(db, `select pg_advisory_lock(${COMMON})`, [], work);
