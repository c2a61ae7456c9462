import type { Lang, ThreadLanguage } from '#contracts/language.ts';
import type { Feed, FeedItem } from '#contracts/page-model.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag, THREADS_PER_SITEMAP } from '#outbox/cache-tags.ts';
import { listedTextSql } from '../shared/bounded-text.ts';
import type { PageData } from '../shared/page-data.ts';
import { isAuthorShownSql, isPublicThreadSql } from '../shared/visibility.ts';

/** Bytes of texts; escaped as XML they are several times as many. */
const MAX_FEED_TEXTS_BYTES = 1024 * 1024;

// All conditions are inside the limit: else forty new private threads would empty a public feed.
const selectNewestWhere = (condition: string) =>
  statement<FeedItem, { forumId: number }>(`
    select
      t.id,
      t.user_id as "authorId",
      t.subject,
      t.language,
      ${listedTextSql('p.html', 'p.id', { budget: MAX_FEED_TEXTS_BYTES, otherwise: "'…'" })} as html,
      u.nickname as author,
      f.name as forum,
      f.name_en as "forumEn",
      t.created_at as "createdAt",
      coalesce(p.edited_at, t.created_at) as "updatedAt"
    from (
      select t.*
      from thread t
      ${joinByKeySql('"user"', 'u', 't.user_id')}
      where ${isPublicThreadSql('t')}
        and ${condition}
        and ${isAuthorShownSql('u')}
      order by t.created_at desc, t.id desc
      limit 30
    ) t
    ${joinByKeySql('post', 'p', 't.first_post_id')}
    ${joinByKeySql('"user"', 'u', 't.user_id')}
    join forum f on f.id = t.forum_id
    order by t.created_at desc, t.id desc`);
const selectNewest = selectNewestWhere(':forumId = 0');
const selectNewestOfForum = selectNewestWhere('t.forum_id = :forumId');
const selectForumName = statement<{ name: string; nameEn: string }, { forumId: number }>(
  `select name, name_en as "nameEn" from forum where id = :forumId and access = 'public'`,
);

/** The newest threads of a forum, or of all for 0. Undefined for an unknown forum. */
export async function readFeed(
  db: Db,
  forumId: number,
  lang: Lang,
): Promise<PageData<Feed> | undefined> {
  const [forum] = forumId ? await selectForumName(db, { forumId }) : [];
  if (forumId && !forum) return undefined;
  const items = await (forumId ? selectNewestOfForum : selectNewest)(db, { forumId });
  return {
    data: {
      items,
      ...(forum ? { forum: { id: forumId, name: lang === 'en' ? forum.nameEn : forum.name } } : {}),
    },
    tags: [
      cacheTag.threadList(forumId, 'newest'),
      ...items.flatMap(({ id, authorId }) => [cacheTag.threadRow(id), cacheTag.user(authorId)]),
    ],
  };
}

const selectSitemapChunks = statement<{ chunk: number; changed: Date }>(`
  select t.id / ${THREADS_PER_SITEMAP} as chunk, max(t.last_reply_at) as changed
  from thread t
  where ${isPublicThreadSql('t')}
  group by 1
  order by 1`);
const selectThreadsOfChunk = statement<
  { id: number; language: ThreadLanguage; changed: Date },
  { from: number; below: number }
>(`
  select t.id, t.language, t.last_reply_at as changed
  from thread t
  where t.id >= :from and t.id < :below and ${isPublicThreadSql('t')}
  order by t.id`);

export const readSitemapChunks = (db: Db) => selectSitemapChunks(db);
export const readSitemapChunk = async (db: Db, chunk: number) => ({
  data: await selectThreadsOfChunk(db, {
    from: chunk * THREADS_PER_SITEMAP,
    below: (chunk + 1) * THREADS_PER_SITEMAP,
  }),
  tags: [cacheTag.sitemapPart(chunk * THREADS_PER_SITEMAP)],
});
