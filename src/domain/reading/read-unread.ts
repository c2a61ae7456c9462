import type { UnreadThreadWire } from '#contracts/wire/reading.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { MAX_UNREAD_COUNT } from '#platform/limits.ts';
import { ignoredIdsSql } from '../delivery/watch/muting-sql.ts';
import { toReaderGroupId, type Viewer } from '../shared/viewer.ts';
import { isReadableThreadSql, isShownSql } from '../shared/visibility.ts';

/**
 * SQL, a select of one row: the number of replies that `:userId` hasn't read, and the first one.
 * The parameters are expressions: thread, last read floor and time, and ignored people.
 */
export const countUnreadSql = (of: {
  threadId: string;
  floor: string;
  since: string;
  ignored: string;
}): string => `
  select
    count(*)::int as unread,
    min(x.floor) as floor,
    (array_agg(x.id order by x.floor))[1] as post_id
  from (
    select p.floor, p.id
    from post p
    where p.thread_id = ${of.threadId}
      and p.floor > ${of.floor}
      and p.created_at > ${of.since}
      and ${isShownSql('p')}
      and p.user_id <> :userId
      and p.user_id <> all(${of.ignored})
    order by p.floor
    limit ${MAX_UNREAD_COUNT}
  ) x`;

// Per thread a few primary-key look-ups and one range of post_floor.
const selectUnread = statement<
  UnreadThreadWire,
  { userId: number; reader: number | null; ids: readonly number[] }
>(`
  with mine as materialized (
    select u.read_before as since, ${ignoredIdsSql(':userId')} as ignored
    from "user" u
    where u.id = :userId
  )
  select
    t.id,
    (r.floor is null)::int as is_new,
    coalesce(n.unread, 0) as unread,
    coalesce(n.floor, 0) as floor,
    coalesce(n.post_id, 0) as post_id
  from mine
  cross join (select distinct unnest(:ids::int[]) as id) wanted
  ${joinByKeySql('thread', 't', 'wanted.id')}
  ${joinByKeySql('forum', 'f', 't.forum_id')}
  left join thread_read r on r.user_id = :userId and r.thread_id = t.id
  left join forum_read fr on fr.user_id = :userId and fr.forum_id = t.forum_id
  left join lateral (
    ${countUnreadSql({
      threadId: 't.id',
      floor: 'r.floor',
      since: 'greatest(mine.since, fr.read_before)',
      ignored: 'mine.ignored',
    })}
  ) n on r.floor < t.last_floor
  where ${isReadableThreadSql('t', 'f', ':reader')}
    and (
      n.unread > 0
      or (
        r.floor is null
        and t.created_at > greatest(mine.since, fr.read_before)
        and t.user_id <> :userId
      )
    )`);

/** Unread replies of these threads; threads without any are omitted. */
export const readUnread = (
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<UnreadThreadWire[]> =>
  selectUnread(db, { userId: viewer.userId, reader: toReaderGroupId(viewer), ids });
