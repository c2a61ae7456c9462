import { avatarUrlOf } from '#contracts/default-pictures.ts';
import type { LevelWire, UserBriefWire, UserWire } from '#contracts/wire/user.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';

/** Public fields. Personal data isn't selected, so it can't leak. */
const USER_COLUMNS = pickColumns(
  schema.user,
  `
  id username nickname avatar description groupId levelId credits threadsCnt postsCnt likesCnt
  digestsCnt featuredCnt favouritesCnt loginsCnt bannedFrom bannedUntil contentHidden loginAt createdAt
  updatedAt
  `,
);

export interface UserRow extends Omit<RowOf<typeof USER_COLUMNS>, 'bannedFrom' | 'bannedUntil'> {
  /** pg returns ±Infinity for PostgreSQL's infinities. */
  bannedFrom: Date | number | null;
  bannedUntil: Date | number | null;
}

export const userColumns = USER_COLUMNS.sql('u');

/** Whether a ban is active; the same rule as contentHiddenSql and the session's. */
const isBanned = (row: UserRow, now: number): boolean =>
  row.bannedFrom !== null &&
  row.bannedUntil !== null &&
  Number(row.bannedFrom) <= now &&
  Number(row.bannedUntil) > now;

export const isContentHidden = (row: UserRow, now: number): boolean =>
  row.contentHidden && isBanned(row, now);

const STATE_ACTIVE = 1;
const STATE_BANNED = 2;

export interface UserPresentContext {
  levels: LevelWire;
  /** In the request's language. */
  groupName: string;
  now: number;
}

export function toUserWire(row: UserRow, { levels, groupName, now }: UserPresentContext): UserWire {
  const banned = isBanned(row, now);
  return {
    id: row.id,
    account_id: row.id,
    group_id: row.groupId,
    group_name: groupName,
    username: row.username,
    realname: '', // personal: the person's own UserInfo has it
    nickname: row.nickname,
    threads_cnt: row.threadsCnt,
    posts_cnt: row.postsCnt,
    msg_cnt: 0, // private: the user's own UserInfo has it
    credits_num: row.credits,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    login_date: row.loginAt.toISOString(),
    logins_cnt: row.loginsCnt,
    avatar: avatarUrlOf(row.id, row.avatar),
    digests_num: row.digestsCnt,
    featured_num: row.featuredCnt,
    state: banned ? STATE_BANNED : STATE_ACTIVE,
    like_cnt: row.likesCnt,
    favourite_cnt: row.favouritesCnt,
    allow_speak: !banned,
    desc: banned && row.contentHidden ? '' : row.description,
    level: row.levelId,
    levels,
  };
}

/** Fields of a user in lists. */
export const BRIEF_COLUMNS = pickColumns(schema.user, 'id groupId username nickname avatar');
export type UserBriefRow = RowOf<typeof BRIEF_COLUMNS>;

/** `group_type` is the group id; 10000 is a super administrator. */
export const toUserBriefWire = (row: UserBriefRow): UserBriefWire => ({
  id: row.id,
  group_type: row.groupId,
  username: row.username,
  nickname: row.nickname,
  avatar: avatarUrlOf(row.id, row.avatar),
});
