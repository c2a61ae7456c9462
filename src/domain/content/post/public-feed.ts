import type { PublicPostWire } from '#contracts/wire/post.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isAuthorShownSql, isPublicThreadSql, isShownSql } from '../../shared/visibility.ts';
import { type PublicPostRow, publicPostColumns, toPublicPostWire } from './present.ts';

/*
 * Posts that everybody may read. PostgreSQL scans from the newest post and memoizes threads and
 * users: 3 µs per skipped row. Ids come first, so that only the page's posts are fetched.
 */
const fromPublicPosts = (posts: string): string => `
  from ${posts} p
  ${joinByKeySql('thread', 't', 'p.thread_id')}
  ${joinByKeySql('"user"', 'u', 'p.user_id')}
  where ${isShownSql('p')}
    and ${isPublicThreadSql('t')}
    and ${isAuthorShownSql('u')}`;
// OFFSET prevents a plan that starts with the threads.
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
  siteUrl: string;
  /** Only this post, if it is public. */
  id?: number | undefined;
  /** Rows to skip. */
  offset: number;
  limit: number;
}

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
