import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { PageStore } from './page-store.ts';

/* Records of published pages, except failures (publish-failures.ts). */

export interface PageRecord {
  path: string;
  tags: readonly string[];
  hash: string;
  keepForSeconds?: number | undefined;
}

export interface PageState {
  path: string;
  /** Hash of its file; empty if unknown, null if the page has no record. */
  hash: string | null;
  /** It failed, and its next attempt isn't due. */
  isBackingOff: boolean | null;
  /** It ended the renderer's thread. */
  fatal: boolean | null;
}
/** Seconds after which an unfinished file counts as abandoned. */
export const WRITE_TIMEOUT_SECONDS = 60;

const upsertPages = statement<
  unknown,
  {
    paths: readonly string[];
    tags: readonly string[];
    hashes: readonly string[];
    build: string;
    seen: string;
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
    on conflict (path) do update
      set begun_at = now(), written_at = null, withdrawn = false
  )
  insert into published_page (
    path,
    tags,
    hash,
    build,
    rendered_at,
    seen,
    expires_at
  )
  select
    path,
    string_to_array(tags, E'\\n'),
    hash,
    :build,
    now(),
    :seen::pg_snapshot,
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
      seen = excluded.seen,
      expires_at = excluded.expires_at,
      set_aside_at = null`);
/** SQL: whether the file of a page is being replaced. */
export const isBeingWrittenSql = (path: string): string =>
  `exists (select from page_write w where w.path = ${path} and w.written_at is null)`;

const updatePageWrites = statement<unknown, { paths: readonly string[] }>(
  `update page_write set written_at = now() where path = any(:paths::text[])`,
);
const deletePageWrites = statement<unknown, { paths: readonly string[] }>(
  `delete from page_write where path = any(:paths::text[])`,
);
const updateTornPages = statement<unknown, { paths: readonly string[] }>(`
  update page_write
  set written_at = null, begun_at = now() - interval '${WRITE_TIMEOUT_SECONDS} seconds'
  where path = any(:paths::text[])`);
const selectPageStates = statement<PageState, { paths: readonly string[] }>(`
  select
    wanted.path,
    case when ${isBeingWrittenSql('p.path')} then '' else p.hash end as hash,
    f.next_at > now() as "isBackingOff",
    f.fatal
  from unnest(:paths::text[]) wanted(path)
  left join published_page p on p.path = wanted.path
  left join publish_failure f on f.path = wanted.path
  where p.path is not null
    or f.path is not null
    or ${isBeingWrittenSql('wanted.path')}`);
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
    or ${isBeingWrittenSql('wanted.path')}
  order by n`);
const selectSnapshot = statement<{ seen: string }>('select pg_current_snapshot()::text as seen');
// A snapshot ahead of this server is from another server: the rows were copied.
const selectPathsToRender = statement<
  { path: string },
  { tags: readonly string[]; transactions: readonly string[]; withdrawn: boolean }
>(`
  select distinct p.path
  from (
    select tag, array_agg(transaction_id) as transactions
    from unnest(:tags::text[], :transactions::xid8[]) as pending(tag, transaction_id)
    group by tag
  ) invalidated,
    lateral (
      select path, hash, seen
      from published_page
      where tags @> array[invalidated.tag] and set_aside_at is null
    ) p
  where (
      p.seen is null
      or p.hash = ''
      or pg_snapshot_xmax(p.seen) > pg_snapshot_xmax(pg_current_snapshot())
      or exists (
        select
        from unnest(invalidated.transactions) as one(id)
        where not pg_visible_in_snapshot(one.id, p.seen)
      )
      or ${isBeingWrittenSql('p.path')}
    )
    and (
      :withdrawn::bool
      or not exists (select from page_write w where w.path = p.path and w.withdrawn)
    )`);
const insertWithdrawn = statement<unknown, { paths: readonly string[] }>(`
  insert into page_write (path, withdrawn)
  select path, true
  from unnest(:paths::text[]) path
  on conflict (path) do update set written_at = null, withdrawn = true`);
const selectWithdrawn = statement<{ path: string }, { limit: number }>(`
  select path
  from page_write w
  where withdrawn
    and not exists (select from publish_failure f where f.path = w.path)
  order by begun_at
  limit :limit`);
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
  with deleted as (
    delete from published_page
    where path = any(:paths::text[]) and set_aside_at is not null
  )
  update published_page
  set hash = '', rendered_at = now(), seen = null
  where path = any(:paths::text[]) and set_aside_at is null`);

/**
 * Records pages as rendered, and `changedPaths` as being replaced. `seen`: the snapshot from
 * before.
 */
export async function recordPages(
  on: Db | Runner,
  pages: readonly PageRecord[],
  build: string,
  seen: string,
  changedPaths: readonly string[],
): Promise<void> {
  if (pages.length === 0) return;
  await upsertPages(on, {
    paths: pages.map((page) => page.path),
    tags: pages.map((page) => [...new Set(page.tags)].join('\n')),
    hashes: pages.map((page) => page.hash),
    build,
    seen,
    keepFor: pages.map((page) => page.keepForSeconds ?? 0),
    written: changedPaths,
  });
}

/** Records that these pages have no file until there is time to render them. */
export const recordWithdrawn = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (await insertWithdrawn(on, { paths }));

/** Withdrawn pages to render again, the longest withdrawn first. */
export const findWithdrawn = async (db: Db, limit: number): Promise<string[]> =>
  (await selectWithdrawn(db, { limit })).map(toPath);

/** Records that these pages are written; in a folder, not yet compressed. */
export const recordWritten = async (
  on: Db | Runner,
  paths: readonly string[],
  { folder }: Pick<PageStore, 'folder'>,
): Promise<void> => {
  if (paths.length === 0) return;
  await (folder === undefined ? deletePageWrites : updatePageWrites)(on, { paths });
};

/** Records that these pages' files are damaged: maintenance re-renders them. */
export const recordTorn = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await updateTornPages(on, { paths })));

export async function readPageStates(
  on: Db | Runner,
  paths: readonly string[],
): Promise<Map<string, PageState>> {
  return new Map((await selectPageStates(on, { paths })).map((row) => [row.path, row]));
}

export const toPath = (row: { path: string }): string => row.path;

/** A snapshot of visible transactions: any later rendering sees at least these. */
export const readSnapshot = async (on: Db | Runner): Promise<string> =>
  ((await selectSnapshot(on))[0] as { seen: string }).seen;

export interface InvalidatedTag {
  tag: string;
  transactionId: string;
}

/**
 * Pages with one of these tags, rendered before its invalidation and not set aside. One rendering
 * covers all tags that a write invalidated. `withdrawn`: whether to include withdrawn pages.
 */
export const findPathsToRender = async (
  on: Db | Runner,
  invalidated: readonly InvalidatedTag[],
  { withdrawn }: { withdrawn: boolean },
): Promise<string[]> =>
  invalidated.length === 0
    ? []
    : (
        await selectPathsToRender(on, {
          tags: invalidated.map(({ tag }) => tag),
          transactions: invalidated.map(({ transactionId }) => transactionId),
          withdrawn,
        })
      ).map(toPath);
/** All pages with a file, set aside or not. */
export const findPathsByTags = async (
  on: Db | Runner,
  tags: readonly string[],
): Promise<string[]> =>
  tags.length === 0 ? [] : (await selectPathsByTags(on, { tags })).map(toPath);
export const deletePageRecords = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await deletePages(on, { paths })));
/** Marks files as missing: the next rendering is written even if unchanged. */
export const markMissing = async (on: Db | Runner, paths: readonly string[]): Promise<void> =>
  void (paths.length > 0 && (await markPagesMissing(on, { paths })));

/** Those of these pages that this build hasn't published yet. */
export const findMissingPaths = async (
  db: Db,
  paths: readonly string[],
  build: string,
): Promise<string[]> => (await selectMissingPaths(db, { paths, build })).map(toPath);
