import { z } from 'zod';
import { dataReply, int, namedObject, time } from './field-types.ts';

export const LevelWire = namedObject('Levels', {
  id: int,
  admin: z.string(),
  color_id: int,
  level_icon: z.string(),
  level_name: z.string(),
  min: int,
  max: int,
  created_at: time,
  updated_at: time,
});
export type LevelWire = z.infer<typeof LevelWire>;

export const UserWire = namedObject('User', {
  id: int,
  account_id: int,
  group_id: int,
  group_name: z.string(),
  username: z.string(),
  realname: z.string(),
  nickname: z.string(),
  threads_cnt: int,
  posts_cnt: int,
  msg_cnt: int,
  credits_num: int,
  created_at: time,
  updated_at: time,
  login_date: time,
  logins_cnt: int,
  avatar: z.string(),
  digests_num: int,
  featured_num: int,
  state: int,
  like_cnt: int,
  favourite_cnt: int,
  allow_speak: z.boolean(),
  desc: z.string(),
  level: int,
  levels: LevelWire,
});
export type UserWire = z.infer<typeof UserWire>;

/** Ids of muted content. */
export const MutedWire = namedObject('Muted', {
  threads: z.array(int),
  /** Including those of muted sections. */
  forums: z.array(int),
  users: z.array(int),
});
export type MutedWire = z.infer<typeof MutedWire>;

export const UserInfoWire = UserWire.extend({
  email: z.string(),
  email_checked: int,
  mobile: z.string(),
  qq: z.string(),
  create_ip: z.string(),
  login_ip: z.string(),
  /** 1 for a moderator of at least one forum. */
  moderates: int,
  /** 1 until a new member closes the welcome. */
  welcome: int,
  muted: MutedWire,
}).meta({ id: 'UserInfo' });
export type UserInfoWire = z.infer<typeof UserInfoWire>;

export const UserTagWire = namedObject('UserTag', {
  id: int,
  user_id: int,
  lang: z.string(),
  text: z.string(),
  color: z.string(),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
});
export type UserTagWire = z.infer<typeof UserTagWire>;

export const UserBriefWire = namedObject('UserBrief', {
  id: int,
  group_type: int,
  username: z.string(),
  nickname: z.string(),
  avatar: z.string(),
});
export type UserBriefWire = z.infer<typeof UserBriefWire>;

export const GroupWire = namedObject('Group', {
  id: int,
  name: z.string(),
  name_en: z.string(),
  pid: int,
  allowread: int,
  allowthread: int,
  allowpost: int,
  allowattach: int,
  allowdown: int,
  allowtop: int,
  allowupdate: int,
  allowdelete: int,
  allowmove: int,
  allowbanuser: int,
  allowdeleteuser: int,
  allowview: int,
  created_at: time,
  updated_at: time,
});
export type GroupWire = z.infer<typeof GroupWire>;

export const GroupForumWire = namedObject('GroupForum', {
  id: int,
  user_id: int,
  group_id: int,
  forum_id: int,
  orderby: int,
  group: GroupWire,
});
export type GroupForumWire = z.infer<typeof GroupForumWire>;

export const UserBriefsReplyWire = dataReply('UserBriefsReply', z.array(UserBriefWire));
export type UserBriefsReplyWire = z.infer<typeof UserBriefsReplyWire>;
