import type { PublicPostWire } from '#contracts/wire/post.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isAuthorShownSql, isPublicThreadSql, isShownSql } from '../visibility.ts';
import { type PublicPostRow, publicPostColumns, toPublicPostWire } from './present.ts';

/*
 * What everybody may read, whoever asks. PostgreSQL walks the posts from the newest and remembers
 * the threads and people that it has looked at, so that rows far down cost 3 µs each; ids first, so
 * that only the posts of the page are fetched.
 */
const fromPublicPosts = (posts: string): string => `
  from ${posts} p
  ${joinByKeySql('thread', 't', 'p.thread_id')}
  ${joinByKeySql('"user"', 'u', 'p.user_id')}
  where ${isShownSql('p')}
    and ${isPublicThreadSql('t')}
    and ${isAuthorShownSql('u')}`;
// OFFSET keeps PostgreSQL from beginning with the threads.
const NEWEST_FIRST = '(select * from post order by id desc offset 0)';
const selectPublicPost = statement<PublicPostRow, { id: number }>(
  `select ${publicPostColumns} ${fromPublicPosts('post')} and p.id = :id`,
);
const selectNewestPosts = statement<PublicPostRow, { limit: number; offset: number }>(`
  select ${publicPostColumns}
  from (
    select p.id ${fromPublicPosts(NEWEST_FIRST)}
    order by p.id desc
    limit (select :limit::int) offset (select :offset::int)
  ) page
  ${joinByKeySql('post', 'p', 'page.id')}
  order by p.id desc`);

export interface FeedRange {
  /** For the addresses in posts. */
  siteUrl: string;
  /** Only this post, if everybody may read it. */
  id?: number | undefined;
  /** Rows before the first. */
  offset: number;
  limit: number;
}

/** The public feed, newest first. */
export async function readPublicPosts(
  db: Db,
  { siteUrl, id, offset, limit }: FeedRange,
): Promise<PublicPostWire[]> {
  if (id !== undefined && offset > 0) return [];
  const rows = await (id === undefined
    ? selectNewestPosts(db, { limit, offset })
    : selectPublicPost(db, { id }));
  return rows.map((row) => toPublicPostWire(row, siteUrl));
}
