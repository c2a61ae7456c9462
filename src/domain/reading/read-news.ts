import type { NewsList } from '#contracts/watching.ts';
import type { NewsListWire, NewsThreadWire, NewsWire } from '#contracts/wire/reading.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { type Statement, statement } from '#db/statement.ts';
import { ignoredIdsSql, joinForumWatchSql } from '../delivery/watch/muting-sql.ts';
import { watchedThreadsSql } from '../delivery/watch/watched-threads-sql.ts';
import { toUserBriefWire, type UserBriefRow } from '../reference/user-wire.ts';
import { forumReadableSql } from '../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../shared/viewer.ts';
import { hasShownAuthorSql, isReadableThreadSql, isShownSql } from '../shared/visibility.ts';
import { countUnreadSql } from './read-unread.ts';

/* Unread replies and unopened threads of watched content (decisions/reading-and-watching.md). */

/** Only the latest watched threads are read: active authors watch many. */
const MAX_THREADS_LOOKED_AT = 2_000;
/** The latest watched people, and the latest threads of each. */
const MAX_PEOPLE_LOOKED_AT = 500;
const MAX_THREADS_OF_PERSON = 20;

/** With the last author, or the thread's author. */
interface NewsRow extends Omit<NewsThreadWire, 'user'>, Omit<UserBriefRow, 'id'> {
  userId: number;
  /** Sort key: microseconds since 1970. */
  micros: string;
}

interface NewsParams {
  userId: number;
  reader: number | null;
  /** Cursor after the known rows; null for the first page. */
  micros: string | null;
  id: number;
  limit: number;
}

const AUTHOR_COLUMNS =
  'u.id as "userId", u.group_id as "groupId", u.username, u.nickname, u.avatar';
const MINE = `
  mine as materialized (
    select u.read_before as since, ${ignoredIdsSql(':userId')} as ignored
    from "user" u
    where u.id = :userId
  )`;
const isFurtherSql = (column: string, id: string): string => `
  (
    :micros::bigint is null
    or (${column}, ${id}) < (
      'epoch'::timestamptz + :micros::bigint * interval '1 microsecond',
      :id::int
    )
  )`;
const microsSql = (column: string): string =>
  `(extract(epoch from ${column}) * 1000000)::bigint::text as micros`;

// Single rows by key per watched thread, and on the page a range of post_floor, at most 100.
const selectReplies = statement<NewsRow, NewsParams>(`
  with ${MINE}
  select
    c.id,
    c.subject,
    c.language,
    c.last_floor,
    c.read_floor,
    n.unread,
    n.floor,
    n.post_id,
    json_build_object(
      'id', c.forum_id,
      'name', c.forum_name,
      'name_en', c.forum_name_en
    ) as forum,
    ${AUTHOR_COLUMNS},
    ${isoSql('l.created_at')} as at,
    ${microsSql('c.last_reply_at')}
  from (
    select
      t.id,
      t.subject,
      t.language,
      t.last_floor,
      t.last_reply_at,
      t.forum_id,
      f.name as forum_name,
      f.name_en as forum_name_en,
      r.floor as read_floor,
      greatest(mine.since, fr.read_before) as since,
      mine.ignored
    from mine
    cross join (
      select w.target_id
      from watch w
      where w.user_id = :userId and w.kind = 'thread' and w.level = 'all'
      order by w.created_at desc
      limit ${MAX_THREADS_LOOKED_AT}
    ) watched
    ${joinByKeySql('thread', 't', 'watched.target_id')}
    ${joinByKeySql('forum', 'f', 't.forum_id')}
    cross join lateral (
      select floor
      from thread_read
      where user_id = :userId and thread_id = t.id
      limit 1
    ) r
    left join forum_read fr on fr.user_id = :userId and fr.forum_id = t.forum_id
    where r.floor < t.last_floor
      and t.last_reply_at > greatest(mine.since, fr.read_before)
      and ${isReadableThreadSql('t', 'f', ':reader')}
      and ${hasShownAuthorSql('t')}
      and ${isFurtherSql('t.last_reply_at', 't.id')}
    order by t.last_reply_at desc, t.id desc
    limit ${MAX_THREADS_LOOKED_AT}
  ) c
  cross join lateral (
    ${countUnreadSql({
      threadId: 'c.id',
      floor: 'c.read_floor',
      since: 'c.since',
      ignored: 'c.ignored',
    })}
  ) n
  cross join lateral (
    select p.user_id, p.created_at
    from post p
    where p.thread_id = c.id
      and p.floor > c.read_floor
      and ${isShownSql('p')}
      and p.user_id <> :userId
      and p.user_id <> all(c.ignored)
    order by p.floor desc
    limit 1
  ) l
  ${joinByKeySql('"user"', 'u', 'l.user_id')}
  where n.unread > 0
  order by c.last_reply_at desc, c.id desc
  limit :limit::int`);

// An index range by age per forum; it skips only read, muted or ignored threads.
const selectThreads = statement<NewsRow, NewsParams>(`
  with ${MINE},
  forums as materialized (
    select
      f.id,
      f.name,
      f.name_en,
      coalesce(w.level, s.level) as level,
      greatest(mine.since, fr.read_before) as since,
      mine.ignored
    from mine
    cross join forum f
    ${joinForumWatchSql(':userId')}
    left join forum_read fr on fr.user_id = :userId and fr.forum_id = f.id
    where ${forumReadableSql('f', ':reader')}
      and coalesce(w.level, s.level, '') <> 'muted'
  )
  select
    t.id,
    t.subject,
    t.language,
    t.last_floor,
    -1 as read_floor,
    0 as unread,
    0 as floor,
    0 as post_id,
    json_build_object('id', t.forum_id, 'name', f.name, 'name_en', f.name_en) as forum,
    ${AUTHOR_COLUMNS},
    ${isoSql('t.created_at')} as at,
    ${microsSql('t.created_at')}
  from (
    ${watchedThreadsSql({
      since: 'f.since',
      unlessWatched: `w.level <> 'all'`,
      further: `and ${isFurtherSql('t.created_at', 't.id')}`,
      perForum: ':limit::int',
      people: MAX_PEOPLE_LOOKED_AT,
      perPerson: MAX_THREADS_OF_PERSON,
    })}
  ) found
  ${joinByKeySql('thread', 't', 'found.id')}
  join forums f on f.id = t.forum_id
  ${leftJoinByKeySql('"user"', 'u', 't.user_id')}
  order by t.created_at desc, t.id desc
  limit :limit::int`);

function toNewsThreadWire(row: NewsRow): NewsThreadWire {
  const { userId: id, groupId, username, nickname, avatar, micros: _, at, ...thread } = row;
  return { ...thread, user: toUserBriefWire({ id, groupId, username, nickname, avatar }), at };
}

export interface NewsCursor {
  micros: string;
  id: number;
}

async function readList(
  select: Statement<NewsRow, NewsParams>,
  db: Db,
  viewer: Viewer,
  { after, limit }: { after: NewsCursor | undefined; limit: number },
): Promise<NewsListWire> {
  const rows = await select(db, {
    userId: viewer.userId,
    reader: toReaderGroupId(viewer),
    micros: after?.micros ?? null,
    id: after?.id ?? 0,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toNewsThreadWire),
    next: rows.length > limit && last ? `${last.micros}.${last.id}` : null,
  };
}

const SELECTS = { replies: selectReplies, threads: selectThreads } as const;

export interface NewsQuery {
  /** One list after a row; without it both lists. */
  of: NewsList | undefined;
  after: NewsCursor | undefined;
  limit: number;
}

export async function readNews(db: Db, viewer: Viewer, query: NewsQuery): Promise<NewsWire> {
  const read = async (list: NewsList): Promise<NewsListWire> =>
    query.of === undefined || query.of === list
      ? readList(SELECTS[list], db, viewer, query)
      : { items: [], next: null };
  const [replies, threads] = await Promise.all([read('replies'), read('threads')]);
  return { replies, threads };
}
