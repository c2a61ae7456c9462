import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/* The table of what stands as a file. */

export interface PageRecord {
  path: string;
  tags: readonly string[];
  hash: string;
  build: string;
  keepFor?: number | undefined;
}

const upsert = statement<unknown>(`
  with mended as (delete from publish_failure where path = any($1::text[]))
  insert into published_page (path, tags, hash, build, rendered_at, expires_at)
  select path, string_to_array(tags, E'\\n'), hash, $4, now(), case when keep > 0 then now() + keep * interval '1 second' end
  from unnest($1::text[], $2::text[], $3::text[], $5::float8[]) as made(path, tags, hash, keep)
  on conflict (path) do update set tags = excluded.tags, hash = excluded.hash, build = excluded.build, rendered_at = excluded.rendered_at, expires_at = excluded.expires_at`);
const failed = statement<unknown>(`
  insert into publish_failure (path, message) values ($1, $2)
  on conflict (path) do update set message = excluded.message, times = publish_failure.times + 1, last_at = now()`);
const known = statement<{ path: string; hash: string }>(`select path, hash from published_page where path = any($1::text[])`);
const withTags = statement<{ path: string }>(`select path from published_page where tags && $1::text[]`);
const forget = statement<unknown>(`with mended as (delete from publish_failure where path = any($1::text[])) delete from published_page where path = any($1::text[])`);
const void_ = statement<unknown>(`update published_page set hash = '' where path = any($1::text[])`);
const outdated = statement<{ path: string }>(`select path from published_page where build <> $1 order by rendered_at desc limit $2`);
const expired = statement<{ path: string }>(`select path from published_page where expires_at < now() order by expires_at limit 500`);

export async function recordPages(db: Db, pages: readonly PageRecord[], build: string): Promise<void> {
  if (pages.length === 0) return;
  await upsert(db, [pages.map((page) => page.path), pages.map((page) => [...new Set(page.tags)].join('\n')), pages.map((page) => page.hash), build, pages.map((page) => page.keepFor ?? 0)]);
}

/** Notes that a page could not be rendered, for administrators. */
export const recordFailure = async (db: Db, path: string, message: string): Promise<void> => void (await failed(db, [path, message.slice(0, 500)]));

export async function knownHashes(db: Db, paths: readonly string[]): Promise<Map<string, string>> {
  return new Map((await known(db, [paths])).map((row) => [row.path, row.hash]));
}

export const pathsWithTags = async (db: Db, tags: readonly string[]): Promise<string[]> => (tags.length === 0 ? [] : (await withTags(db, [tags])).map((row) => row.path));
export const forgetPages = async (db: Db, paths: readonly string[]): Promise<void> => void (paths.length > 0 && (await forget(db, [paths])));
/** Their files are gone: whatever is rendered next is written, even if it is the same as before. */
export const voidPages = async (db: Db, paths: readonly string[]): Promise<void> => void (paths.length > 0 && (await void_(db, [paths])));
export const outdatedPaths = async (db: Db, build: string, limit: number): Promise<string[]> => (await outdated(db, [build, limit])).map((row) => row.path);
export const expiredPaths = async (db: Db): Promise<string[]> => (await expired(db, [])).map((row) => row.path);
