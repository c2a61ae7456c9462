import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql } from '../../message/reader-text.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import type { Receiver } from '../contents.ts';
import { ignoredIdsSql, joinForumWatchSql } from '../watch/muting-sql.ts';
import { watchedThreadsSql } from '../watch/watched-threads-sql.ts';

/** Days that a digest covers. */
const DIGEST_DAYS = 7;
const MAX_THREADS = 10;
/** Latest threads considered per forum, and per watched user. */
const MAX_LOOKED_AT = 200;
const MAX_PEOPLE_LOOKED_AT = 200;
const MAX_THREADS_OF_PERSON = 10;

export interface DigestThread {
  id: number;
  subject: string;
  forumName: string;
  forumNameEn: string;
  author: string;
  likes: number;
  replies: number;
  excerpt: string;
}

// Reads a range of an index by age per forum, as domain/reading/read-news.ts.
const selectThreads = statement<DigestThread, { userId: number; reader: number | null }>(`
  with forums as materialized (
    select f.id, coalesce(w.level, s.level) as level, ${ignoredIdsSql(':userId')} as ignored
    from forum f
    ${joinForumWatchSql(':userId')}
    where ${forumReadableSql('f', ':reader')}
      and coalesce(w.level, s.level, '') <> 'muted'
  )
  select
    t.id,
    t.subject,
    f.name as "forumName",
    f.name_en as "forumNameEn",
    u.nickname as author,
    t.likes_cnt as likes,
    t.replies_cnt as replies,
    coalesce(${readerExcerptSql('p.html', 'p.excerpt')}, '') as excerpt
  from (
    ${watchedThreadsSql({
      since: `now() - interval '${DIGEST_DAYS} days'`,
      unlessWatched: `w.level = 'muted'`,
      perForum: String(MAX_LOOKED_AT),
      people: MAX_PEOPLE_LOOKED_AT,
      perPerson: MAX_THREADS_OF_PERSON,
    })}
  ) found
  ${joinByKeySql('thread', 't', 'found.id')}
  join forum f on f.id = t.forum_id
  ${joinByKeySql('"user"', 'u', 't.user_id')}
  ${leftJoinByKeySql('post', 'p', 't.first_post_id')}
  order by t.likes_cnt * 2 + t.replies_cnt desc, t.id desc
  limit ${MAX_THREADS}`);

/** The best threads of the last week in what the user watches, without opened ones. */
export const readDigest = (db: Db, { userId, viewer }: Receiver): Promise<DigestThread[]> =>
  selectThreads(db, { userId, reader: toReaderGroupId(viewer) });
