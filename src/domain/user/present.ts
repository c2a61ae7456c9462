import { avatarUrlOf } from '#contracts/default-pictures.ts';
import type { LevelWire, UserBriefWire, UserWire } from '#contracts/wire/user.ts';

/**
 * What everybody may know of a person. Nothing personal is read into it, so that nothing personal
 * can leave by it.
 */
export interface UserRow {
  id: number;
  username: string;
  nickname: string;
  avatar: string;
  description: string;
  groupId: number;
  levelId: number;
  credits: number;
  threadsCnt: number;
  postsCnt: number;
  likesCnt: number;
  digestsCnt: number;
  favouritesCnt: number;
  loginsCnt: number;
  /** pg gives the numbers ±Infinity for PostgreSQL's infinities. */
  bannedFrom: Date | number | null;
  bannedUntil: Date | number | null;
  contentHidden: boolean;
  loginAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL columns of a UserRow. */
export const userColumns = `
  u.id,
  u.username,
  u.nickname,
  u.avatar,
  u.description,
  u.group_id as "groupId",
  u.level_id as "levelId",
  u.credits,
  u.threads_cnt as "threadsCnt",
  u.posts_cnt as "postsCnt",
  u.likes_cnt as "likesCnt",
  u.digests_cnt as "digestsCnt",
  u.favourites_cnt as "favouritesCnt",
  u.logins_cnt as "loginsCnt",
  u.banned_from as "bannedFrom",
  u.banned_until as "bannedUntil",
  u.content_hidden as "contentHidden",
  u.login_at as "loginAt",
  u.created_at as "createdAt",
  u.updated_at as "updatedAt"`;

/** A ban that is in force at `now`; the same rule as contentHiddenSql and the session's. */
const isBanned = (row: UserRow, now: number): boolean =>
  row.bannedFrom !== null &&
  row.bannedUntil !== null &&
  Number(row.bannedFrom) <= now &&
  Number(row.bannedUntil) > now;

export const isContentHidden = (row: UserRow, now: number): boolean =>
  row.contentHidden && isBanned(row, now);

/** States of a User on the wire. */
const STATE_ACTIVE = 1;
const STATE_BANNED = 2;

export interface UserPresentContext {
  levels: LevelWire;
  /** In the language of the request. */
  groupName: string;
  now: number;
}

/** A person as others see them. */
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
    state: banned ? STATE_BANNED : STATE_ACTIVE,
    like_cnt: row.likesCnt,
    favourite_cnt: row.favouritesCnt,
    allow_speak: !banned,
    desc: banned && row.contentHidden ? '' : row.description,
    level: row.levelId,
    levels,
  };
}

/** A person in a list of names. `group_type` is the group: 10000 is a super administrator. */
export const toUserBriefWire = (row: {
  id: number;
  groupId: number;
  username: string;
  nickname: string;
  avatar: string;
}): UserBriefWire => ({
  id: row.id,
  group_type: row.groupId,
  username: row.username,
  nickname: row.nickname,
  avatar: avatarUrlOf(row.id, row.avatar),
});
