import type { PublicPostWire } from '#contracts/wire/post.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isAuthorShownSql, isPublicThreadSql, isShownSql } from '../visibility.ts';
import { type PublicPostRow, publicPostColumns, toPublicPostWire } from './present.ts';

/*
 * What everybody may read, whoever asks. PostgreSQL walks the posts from the newest and remembers
 * the threads and people that it has looked at, so that rows far down cost 3 µs each; ids first, so
 * that only the posts of the page are fetched.
 */
const FROM_PUBLIC_POSTS = `
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  join "user" u on u.id = p.user_id
  where ${isShownSql('p')}
    and ${isPublicThreadSql('t', 'f')}
    and ${isAuthorShownSql('u')}`;
const selectPublicPost = statement<PublicPostRow, { id: number }>(
  `select ${publicPostColumns} ${FROM_PUBLIC_POSTS} and p.id = :id`,
);
const selectNewestPosts = statement<PublicPostRow, { limit: number; offset: number }>(`
  select ${publicPostColumns}
  from (
    select p.id ${FROM_PUBLIC_POSTS}
    order by p.id desc
    limit (select :limit::int) offset (select :offset::int)
  ) page
  join post p on p.id = page.id
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
