import type { UserBriefWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { BRIEF_COLUMNS, toUserBriefWire, type UserBriefRow } from '../reference/user-wire.ts';

const selectUsersByIds = statement<UserBriefRow, { ids: readonly number[]; limit: number }>(
  `select ${BRIEF_COLUMNS.sql('u')} from "user" u where u.id = any(:ids::int[]) order by u.id limit :limit`,
);
// Each half is an index range. Usernames use the database's collation, so `like` rechecks their
// range. Unprepared: only a known pattern can use an index.
const selectUsersByPrefix = unpreparedStatement<
  UserBriefRow,
  { pattern: string; prefix: string; limit: number; writersOnly: boolean }
>(`
  select ${BRIEF_COLUMNS.sql('u')}
  from (
    (
      select id
      from "user"
      where lower(nickname) like :pattern
        and (not :writersOnly::boolean or posts_cnt > 0)
      order by lower(nickname)
      limit :limit
    )
    union (
      select id
      from "user"
      where lower(username) >= :prefix
        and lower(username) < :prefix || U&'\\+10FFFF'
        and lower(username) like :pattern
        and (not :writersOnly::boolean or posts_cnt > 0)
      order by lower(username)
      limit :limit
    )
  ) found
  join "user" u on u.id = found.id
  order by
    lower(u.nickname) = :prefix desc,
    lower(u.username) = :prefix desc,
    u.posts_cnt desc,
    u.id
  limit :limit`);

/** Prefix match, ignoring case: exact names first, then by posts. */
export async function findUsers(
  db: Db,
  keyword: string,
  limit: number,
  { writersOnly = false } = {},
): Promise<UserBriefWire[]> {
  const folded = keyword.trim().toLowerCase();
  return (
    await selectUsersByPrefix(db, {
      pattern: `${escapeLikePattern(folded)}%`,
      prefix: folded,
      limit,
      writersOnly,
    })
  ).map(toUserBriefWire);
}

export async function readUsersByIds(
  db: Db,
  ids: readonly number[],
  limit: number,
): Promise<UserBriefWire[]> {
  return (await selectUsersByIds(db, { ids, limit })).map(toUserBriefWire);
}
