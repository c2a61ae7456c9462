import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';

/* The tables of what stands as a file, and of what couldn't be made. */

export interface PageRecord {
  path: string;
  tags: readonly string[];
  /** Names what stands in the file. */
  hash: string;
  keepForSeconds?: number | undefined;
}

/** What is known of a page before it is rendered. */
export interface PageState {
  path: string;
  /** Of its file; empty when that isn't known, null when there is no record of the page. */
  hash: string | null;
  /** It failed, and its time to be tried again hasn't come. */
  waits: boolean | null;
  /** It ended the thread that rendered it. */
  fatal: boolean | null;
}

/**
 * Seconds after which a page that failed is tried again; twice as long each time, up to the last.
 */
const MIN_RETRY_SECONDS = 1;
/** The same for a page that ended the renderer's thread: each try costs everybody a restart. */
const MIN_FATAL_RETRY_SECONDS = 15;
const MAX_RETRY_SECONDS = 3_600;
/** Seconds after which a file that is still being written is taken for left behind. */
const WRITE_TIMEOUT_SECONDS = 60;
/**
 * Hours for which a page is kept that went out of date, for the time when no newer one can be made.
 */
const KEEP_ASIDE_HOURS = 24;

const upsertPages = statement<
  unknown,
  {
    paths: readonly string[];
    tags: readonly string[];
    hashes: readonly string[];
    build: string;
    keepFor: readonly number[];
    written: readonly string[];
  }
>(`
  with mended as (
    delete from publish_failure
    where path = any(:paths::text[])
  ),
  begun as (
    insert into page_write (path)
    select unnest(:written::text[])
    on conflict (path) do update set begun_at = now()
  )
  insert into published_page (
    path,
    tags,
    hash,
    build,
    rendered_at,
    expires_at
  )
  select
    path,
    string_to_array(tags, E'\\n'),
    hash,
    :build,
    now(),
    case when keep > 0 then now() + keep * interval '1 second' end
  from unnest(
    :paths::text[],
    :tags::text[],
    :hashes::text[],
    :keepFor::float8[]
  ) as made(path, tags, hash, keep)
  on conflict (path) do update
    set
      tags = excluded.tags,
      hash = excluded.hash,
      build = excluded.build,
      rendered_at = excluded.rendered_at,
      expires_at = excluded.expires_at,
      set_aside_at = null`);
const deletePageWrites = statement<unknown, { paths: readonly string[] }>(
  `delete from page_write where path = any(:paths::text[])`,
);
const upsertFailures = statement<
  unknown,
  { paths: readonly string[]; messages: readonly string[]; fatal: boolean }
>(`
  insert into publish_failure (path, message, fatal, next_at)
  select
    path,
    message,
    :fatal,
    now() + case
      when :fatal then ${MIN_FATAL_RETRY_SECONDS}
      else ${MIN_RETRY_SECONDS}
    end * interval '1 second'
  from unnest(:paths::text[], :messages::text[]) as one(path, message)
  on conflict (path) do update
    set
      message = excluded.message,
      times = publish_failure.times + 1,
      last_at = now(),
      fatal = publish_failure.fatal or excluded.fatal,
      next_at = now() + least(
        ${MAX_RETRY_SECONDS},
        case
          when publish_failure.fatal or excluded.fatal then ${MIN_FATAL_RETRY_SECONDS}
          else ${MIN_RETRY_SECONDS}
        end * power(2, least(publish_failure.times, 20))
      ) * interval '1 second'
  where publish_failure.next_at <= now() or excluded.fatal`);
const selectDueFailures = statement<{ path: string }, { limit: number }>(
  `select path from publish_failure where next_at <= now() order by next_at limit :limit`,
);
const selectPageStates = statement<PageState, { paths: readonly string[] }>(`
  select
    wanted.path,
    case when w.path is null then p.hash else '' end as hash,
    f.next_at > now() as waits,
    f.fatal
  from unnest(:paths::text[]) wanted(path)
  left join published_page p on p.path = wanted.path
  left join publish_failure f on f.path = wanted.path
  left join page_write w on w.path = wanted.path
  where p.path is not null or f.path is not null`);
const selectMissingPaths = statement<
  { path: string },
  { paths: readonly string[]; build: string }
>(`
  select wanted.path
  from unnest(:paths::text[]) with ordinality wanted(path, n)
  where not exists (
      select
      from published_page p
      where p.path = wanted.path and p.build = :build and p.hash <> ''
    )
    or exists (select from page_write w where w.path = wanted.path)
  order by n`);
const selectCurrentPathsByTags = statement<{ path: string }, { tags: readonly string[] }>(
  `select path from published_page where tags && :tags::text[] and set_aside_at is null`,
);
const selectPathsByTags = statement<{ path: string }, { tags: readonly string[] }>(
  `select path from published_page where tags && :tags::text[]`,
);
const deletePages = statement<unknown, { paths: readonly string[] }>(`
  with mended as (
    delete from publish_failure
    where path = any(:paths::text[])
  ),
  ended as (
    delete from page_write
    where path = any(:paths::text[])
  )
  delete from published_page
  where path = any(:paths::text[])`);
const markPagesMissing = statement<unknown, { paths: readonly string[] }>(`
  with gone as (
    delete from published_page
    where path = any(:paths::text[]) and set_aside_at is not null
  )
  update published_page
  set hash = '', rendered_at = now()
  where path = any(:paths::text[]) and set_aside_at is null`);
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
    set set_aside_at = now(), expires_at = null, hash = ''
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

/**
 * Records these pages, that they fail no more, and that the files of those in `written` are about
 * to be replaced.
 */
export async function recordPages(
  on: Db | Runner,
  pages: readonly PageRecord[],
  build: string,
  changedPaths: readonly string[],
): Promise<void> {
  if (pages.length === 0) return;
  await upsertPages(on, {
    paths: pages.map((page) => page.path),
    tags: pages.map((page) => [...new Set(page.tags)].join('\n')),
    hashes: pages.map((page) => page.hash),
    build,
    keepFor: pages.map((page) => page.keepForSeconds ?? 0),
    written: changedPaths,
  });
}

/** Notes that the files of these pages stand as they were recorded. */
export const recordWritten = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await deletePageWrites(on, { paths })));

export interface PageFailure {
  path: string;
  message: string;
}

/**
 * Orders pages that couldn't be rendered to be tried again, later each time; administrators see
 * them.
 */
export async function recordFailures(
  on: Db | Runner,
  failures: readonly PageFailure[],
  fatal = false,
): Promise<void> {
  if (failures.length === 0) return;
  const uniqueFailures = [...new Map(failures.map((one) => [one.path, one])).values()];
  await upsertFailures(on, {
    paths: uniqueFailures.map((one) => one.path),
    messages: uniqueFailures.map((one) => one.message.replaceAll('\0', '').slice(0, 500)),
    fatal,
  });
}

export async function readPageStates(
  on: Db | Runner,
  paths: readonly string[],
): Promise<Map<string, PageState>> {
  return new Map((await selectPageStates(on, { paths })).map((row) => [row.path, row]));
}

const toPath = (row: { path: string }): string => row.path;

/** Pages that are kept as their tags are; those that were set aside aren't. */
export const findCurrentPathsByTags = async (
  on: Db | Runner,
  tags: readonly string[],
): Promise<string[]> =>
  tags.length === 0 ? [] : (await selectCurrentPathsByTags(on, { tags })).map(toPath);
/** All pages of which something stands, set aside or not. */
export const findPathsByTags = async (
  on: Db | Runner,
  tags: readonly string[],
): Promise<string[]> =>
  tags.length === 0 ? [] : (await selectPathsByTags(on, { tags })).map(toPath);
export const deletePageRecords = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await deletePages(on, { paths })));
/** Their files are gone: whatever is rendered next is written, even if it is the same as before. */
export const markMissing = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await markPagesMissing(on, { paths })));
export const recordSetAside = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await updatePagesSetAside(on, { paths })));

/** Those of these pages that this build hasn't published yet. */
export const findMissingPaths = async (
  db: Db,
  paths: readonly string[],
  build: string,
): Promise<string[]> => (await selectMissingPaths(db, { paths, build })).map(toPath);
export const findOutdatedPaths = async (db: Db, build: string, limit: number): Promise<string[]> =>
  (await selectOutdatedPaths(db, { build, limit })).map(toPath);
/** Pages whose file was never finished: their writer was killed, or the disk was full. */
export const findUnfinishedPaths = async (db: Db, limit: number): Promise<string[]> =>
  (await selectUnfinishedPaths(db, { limit })).map(toPath);
export const findExpiredPaths = async (db: Db): Promise<string[]> =>
  (await selectExpiredPaths(db)).map(toPath);
export const findOldAsidePaths = async (db: Db): Promise<string[]> =>
  (await selectOldAsidePaths(db)).map(toPath);
/** Pages that failed and whose time to be tried again has come. */
export const findDueFailures = async (db: Db, limit: number): Promise<string[]> =>
  (await selectDueFailures(db, { limit })).map(toPath);
