import { avatarUrlOf } from '#contracts/default-pictures.ts';
import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import type {
  LevelWire,
  UserBriefWire,
  UserInfoWire,
  UserTagWire,
  UserWire,
} from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { isGlobalModerator, type Viewer } from '../forum/access.ts';
import { type LevelRow, levelColumns, toLevelWire } from '../group/present.ts';

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
    msg_cnt: 0, // nobody else's business; the person's own UserInfo has it
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

export interface OwnUserRow extends UserRow {
  realname: string;
  email: string;
  emailChecked: boolean;
  mobile: string;
  qq: string;
  createdIp: string;
  loginIp: string;
  unread: number;
  /** Some forum, or all of them. */
  moderates: boolean;
}

/** A person as they see themselves. */
export const toUserInfoWire = (row: OwnUserRow, context: UserPresentContext): UserInfoWire => ({
  ...toUserWire(row, context),
  realname: row.realname,
  desc: row.description,
  msg_cnt: row.unread,
  email: row.email,
  email_checked: row.emailChecked ? 1 : 0,
  mobile: row.mobile,
  qq: row.qq,
  create_ip: row.createdIp,
  login_ip: row.loginIp,
  moderates: row.moderates ? 1 : 0,
});

const selectOwnUser = statement<
  Omit<OwnUserRow, 'moderates'> & {
    listed: boolean;
    level: Record<string, unknown>;
    groupName: string;
    groupNameEn: string;
  },
  { userId: number }
>(`
  select
    ${userColumns},
    u.realname,
    u.email,
    u.email_checked as "emailChecked",
    u.mobile,
    u.qq,
    u.created_ip as "createdIp",
    u.login_ip as "loginIp",
    g.name as "groupName",
    g.name_en as "groupNameEn",
    (
      select to_jsonb(own)
      from (select ${levelColumns} from level l where l.id = u.level_id) own
    ) as level,
    exists (select from forum_moderator where user_id = u.id) as listed,
    (select count(*) from notification where user_id = u.id and read_at is null)::int + (
      select count(*)
      from letter
      where receiver_id = u.id and read_at is null and deleted_by_receiver is null
    )::int as unread
  from "user" u
  join "group" g on g.id = u.group_id
  where u.id = :userId`);

/**
 * Who may see the personal data of a person in calls of the site: the person alone. Administrators
 * ask for it in the admin area, with a fresh login, and the log says that they did (admin-page.ts):
 * a session or a token that was stolen doesn't.
 */
export const maySeePersonalData = (userId: number, viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.userId === userId;

/** Everything about a person. Throws notFound, and forbidden unless the viewer is the person. */
export async function readUserInfo(
  db: Db,
  userId: number,
  viewer: Viewer | null,
  lang: Lang = 'zh',
): Promise<UserInfoWire> {
  if (!maySeePersonalData(userId, viewer)) throw new AppError('forbidden');
  const [row] = await selectOwnUser(db, { userId });
  if (!row) throw new AppError('notFound');
  const level = {
    ...row.level,
    createdAt: new Date(String(row.level.createdAt)),
    updatedAt: new Date(String(row.level.updatedAt)),
  } as LevelRow;
  const moderates = row.listed || isGlobalModerator({ userId: row.id, groupId: row.groupId });
  return toUserInfoWire(
    { ...row, moderates },
    {
      levels: toLevelWire(level, lang),
      groupName: lang === 'en' ? row.groupNameEn : row.groupName,
      now: Date.now(),
    },
  );
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

export const toUserTagWire = (row: {
  id: number;
  userId: number;
  language: string;
  text: string;
  color: string;
  createdAt: Date;
  updatedAt: Date;
}): UserTagWire => ({
  id: row.id,
  user_id: row.userId,
  lang: row.language,
  text: row.text,
  color: row.color,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: null,
});
