import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../limits.ts';
import { int, namedObject, time } from './field-types.ts';
import { SignInWire } from './settings.ts';

/* Users in the admin area (R20, R29). */

const id = z.int().min(1).max(2_147_483_647);
const reason = z.string().trim().min(1).max(MAX_REASON_CHARACTERS);
const localizedName = { id: int, name: z.string(), name_en: z.string() };
const PersonWire = z.object({ id: int, nickname: z.string() });

const userCardFields = {
  id: int,
  nickname: z.string(),
  username: z.string(),
  avatar: z.string(),
  group: z.object(localizedName),
  level: int,
  posts: int,
  warnings: int,
  banned: z.boolean(),
  /** null: not banned, or without end. */
  banned_until: time.nullable(),
  login_at: time,
  created_at: time,
};
export const AdminUserRowWire = namedObject('AdminUserRow', userCardFields);
export type AdminUserRowWire = z.infer<typeof AdminUserRowWire>;

export const AdminBanWire = namedObject('AdminBan', {
  id: int,
  by: PersonWire,
  reason: z.string(),
  begin_at: time,
  end_at: time.nullable(),
  hides: z.boolean(),
  lifted_at: time.nullable(),
  lifted_by: z.string().nullable(),
  created_at: time,
});
export type AdminBanWire = z.infer<typeof AdminBanWire>;

export const AdminWarningWire = namedObject('AdminWarning', {
  id: int,
  by: PersonWire,
  /** 0 for a general warning, a private message, or a purged thread. */
  thread_id: int,
  post_id: int.nullable(),
  subject: z.string(),
  note: z.string(),
  created_at: time,
  withdrawn_at: time.nullable(),
  withdrawn_by: z.string().nullable(),
});
export type AdminWarningWire = z.infer<typeof AdminWarningWire>;

export const AdminSessionWire = namedObject('AdminSession', {
  /** Unique among this user's sessions. */
  id: z.string(),
  kind: z.enum(['site', 'admin']),
  user_agent: z.string(),
  created_at: time,
  /** Rounded to the hour. */
  seen_at: time,
  /** The caller's own browser. */
  current: z.boolean(),
});
export type AdminSessionWire = z.infer<typeof AdminSessionWire>;

export const AdminUserWire = z
  .object({
    ...userCardFields,
    description: z.string(),
    level_name: z.string(),
    level_name_en: z.string(),
    credits: int,
    threads: int,
    likes: int,
    digests: int,
    featured: int,
    logins: int,
    administers: z.boolean(),
    /** The caller may ban, warn, log out and move this user to another group. */
    below: z.boolean(),
    moderates: z.array(z.object(localizedName)),
    /** The current or future ban; 0 for none. */
    ban: int,
    /** The latest hundred of each, newest first. */
    bans: z.array(AdminBanWire),
    warned: z.array(AdminWarningWire),
    sessions: z.array(AdminSessionWire),
  })
  .meta({
    id: 'AdminUser',
    description: 'Contains no personal data. A separate call, which is logged, returns that',
  });
export type AdminUserWire = z.infer<typeof AdminUserWire>;

export const PersonalDataWire = namedObject('Personal', {
  realname: z.string(),
  email: z.string(),
  email_checked: z.boolean(),
  mobile: z.string(),
  qq: z.string(),
  created_ip: z.string(),
  login_ip: z.string(),
  sessions: z.array(z.object({ id: z.string(), ip: z.string() })),
  /** Newest first. */
  sign_ins: z.array(SignInWire),
});
export type PersonalDataWire = z.infer<typeof PersonalDataWire>;

/** `was`: the group that the caller saw; a different one now is a conflict. */
export const ChangeGroupWire = namedObject('Regroup', { group_id: id, was: id, reason });
export const RenameUserWire = namedObject('Rename', { nickname: z.string().max(400), reason });
export const ChangedUserWire = z
  .object({ pages: int })
  .meta({ id: 'ChangedUser', description: '`pages`: the number of published pages to re-render' });

export const EndSessionsWire = z
  .object({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
  })
  .meta({ id: 'EndSessions', description: 'Without `id`, all sessions' });
export const EndedSessionsWire = namedObject('Ended', { ended: int });

/** `user` is null if the login was refused before the user was known. */
export const AdminSignInWire = SignInWire.extend({
  user: z.object({ id: int, nickname: z.string() }).nullable(),
}).meta({ id: 'AdminSignIn' });
export type AdminSignInWire = z.infer<typeof AdminSignInWire>;
