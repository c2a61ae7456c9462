import { joinByKeySql } from '#db/by-key-sql.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { type Actor, ADMIN_GROUP_ID, type Scope, SUPER_ADMIN_GROUP_ID } from './actor.ts';

/** SQL: joins the user `u` of a row with a user_id, and their group `g`, by primary key. */
export const actorJoinSql = (row: string): string => `
  ${joinByKeySql('"user"', 'u', `${row}.user_id`)}
  ${joinByKeySql('"group"', 'g', 'u.group_id')}`;

/** SQL: the columns of `u` and `g` (see actorJoinSql) for an Actor. */
export const ACTOR_COLUMNS = `
  u.id as "userId",
  u.group_id as "groupId",
  u.nickname,
  u.created_at as since,
  u.posts_cnt as posts,
  u.level_id as level,
  ${isBannedSql('u')} as banned,
  u.banned_until as "bannedUntil",
  g.allow_read as read,
  g.allow_thread as thread,
  g.allow_post as post,
  g.allow_attach as attach,
  g.allow_down as down`;

export interface ActorRow {
  userId: number;
  groupId: number;
  nickname: string;
  since: Date;
  posts: number;
  level: number;
  /** null: never banned. */
  banned: boolean | null;
  /** pg returns Infinity for PostgreSQL's 'infinity'. */
  bannedUntil: Date | number | null;
  read: boolean;
  thread: boolean;
  post: boolean;
  attach: boolean;
  down: boolean;
}

export function toActor(row: ActorRow, via: Actor['via'], scopes: readonly Scope[]): Actor {
  // Groups 10000 and 10001 have all rights, whatever their columns say.
  const hasAllRights = row.groupId === SUPER_ADMIN_GROUP_ID || row.groupId === ADMIN_GROUP_ID;
  return {
    userId: row.userId,
    groupId: row.groupId,
    nickname: row.nickname,
    via,
    scopes,
    standing: { since: row.since, posts: row.posts, level: row.level },
    ...(row.banned
      ? { ban: { until: row.bannedUntil instanceof Date ? row.bannedUntil : null } }
      : {}),
    rights: {
      read: hasAllRights || row.read,
      thread: hasAllRights || row.thread,
      post: hasAllRights || row.post,
      attach: hasAllRights || row.attach,
      down: hasAllRights || row.down,
    },
  };
}
