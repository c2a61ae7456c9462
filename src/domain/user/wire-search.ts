import type { UserBriefWire, UserTagWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { presentUserBrief, presentUserTag } from './present.ts';

const columns = `u.id, u.group_id as "groupId", u.username, u.nickname, u.avatar`;
type Row = Parameters<typeof presentUserBrief>[0];

const byIds = statement<Row>(
  `select ${columns} from "user" u where u.id = any($1::int[]) order by u.id limit $2`,
);
// Each half is a range of its index; usernames are indexed in the database's own order, so their
// range is looked through once more.
const byPrefix = statement<Row>(`
  select ${columns}
  from (
    (select id from "user" where lower(nickname) like $1 order by lower(nickname) limit $3)
    union (
      select id
      from "user"
      where lower(username) >= $2
        and lower(username) < $2 || U&'\\+10FFFF'
        and lower(username) like $1
      order by lower(username)
      limit $3
    )
  ) found
  join "user" u on u.id = found.id
  order by lower(u.nickname) = $2 desc, lower(u.username) = $2 desc, u.posts_cnt desc, u.id
  limit $3`);

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * People whose nickname or username begins like this, whatever the case: the exact one first, then
 * who writes most.
 */
export async function findPeople(db: Db, keyword: string, limit: number): Promise<UserBriefWire[]> {
  const folded = keyword.trim().toLowerCase();
  return (await byPrefix(db, [`${escapeLike(folded)}%`, folded, limit])).map(presentUserBrief);
}

export async function readPeopleByIds(
  db: Db,
  ids: readonly number[],
  limit: number,
): Promise<UserBriefWire[]> {
  return (await byIds(db, [ids, limit])).map(presentUserBrief);
}

const tagsOf = statement<Parameters<typeof presentUserTag>[0]>(`
  select
    id,
    user_id as "userId",
    language,
    text,
    color,
    created_at as "createdAt",
    updated_at as "updatedAt"
  from user_tag
  where user_id = $1 and deleted_at is null
  order by id`);

/** A person's tags; none for a person that isn't there. */
export async function readUserTags(db: Db, userId: number): Promise<UserTagWire[]> {
  return (await tagsOf(db, [userId])).map(presentUserTag);
}
