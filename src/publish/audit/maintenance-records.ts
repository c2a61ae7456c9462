import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { toPath, WRITE_TIMEOUT_SECONDS } from '../files/page-records.ts';

/* What maintenance reads and writes of the records of pages. */

/**
 * Hours for which a page is kept that went out of date, for the time when no newer one can be made.
 */
const KEEP_ASIDE_HOURS = 24;

// By ranges of the index: once all pages are of this build, finding none of another must not read
// them all.
const selectOutdatedPaths = statement<{ path: string }, { build: string; limit: number }>(`
  select path
  from (
    select path, rendered_at, set_aside_at
    from published_page
    where build < :build
    union all
    select path, rendered_at, set_aside_at
    from published_page
    where build > :build
  ) older
  where set_aside_at is null
    and not exists (select from publish_failure f where f.path = older.path)
  order by rendered_at desc
  limit :limit`);

const selectUnfinishedPaths = statement<{ path: string }, { limit: number }>(`
  select path
  from page_write w
  where begun_at < now() - interval '${WRITE_TIMEOUT_SECONDS} seconds'
    and not exists (select from publish_failure f where f.path = w.path)
  order by begun_at
  limit :limit`);

const selectExpiredPaths = statement<{ path: string }>(
  `select path from published_page where expires_at < now() order by expires_at limit 500`,
);

const updatePagesSetAside = statement<unknown, { paths: readonly string[] }>(
  `
    update published_page
    set set_aside_at = now(), expires_at = null, hash = '', seen = null
    where path = any(:paths::text[])`,
);

const selectOldAsidePaths = statement<{ path: string }>(
  `
    select path
    from published_page
    where set_aside_at < now() - interval '${KEEP_ASIDE_HOURS} hours'
    order by set_aside_at
    limit 500`,
);

export const recordSetAside = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await updatePagesSetAside(on, { paths })));

export const findOutdatedPaths = async (db: Db, build: string, limit: number): Promise<string[]> =>
  (await selectOutdatedPaths(db, { build, limit })).map(toPath);

/** Pages whose file was never finished: their writer was killed, or the disk was full. */
export const findUnfinishedPaths = async (db: Db, limit: number): Promise<string[]> =>
  (await selectUnfinishedPaths(db, { limit })).map(toPath);

export const findExpiredPaths = async (db: Db): Promise<string[]> =>
  (await selectExpiredPaths(db)).map(toPath);

export const findOldAsidePaths = async (db: Db): Promise<string[]> =>
  (await selectOldAsidePaths(db)).map(toPath);
