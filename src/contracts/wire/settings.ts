import { z } from 'zod';
import { LANGS } from '../language.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS, TOKEN_SCOPES } from '../limits.ts';
import { OPTIONAL_NOTIFICATION_KINDS, type OptionalNotificationKind } from '../notifications.ts';
import { SIGN_IN_EVENTS, SIGN_IN_REFUSALS } from '../sign-in-events.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* What members set for themselves, and the keys to their account. */

const notify = z.object(
  Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<
    OptionalNotificationKind,
    z.ZodBoolean
  >,
);

export const SettingsWire = namedObject('Settings', {
  nickname: z.string(),
  desc: z.string(),
  /** '' shows the drawing made from the id. */
  avatar: z.string(),
  language: z.enum(LANGS),
  /** When another nickname may be chosen; null is now. */
  rename_at: time.nullable(),
  /** Of which kinds the person wants notifications. */
  notify,
  /** Whether threads that they write in are watched from then on. */
  auto_watch: z.boolean(),
  /** Whether a token of theirs can have the scope `moderate`. */
  may_moderate: z.boolean(),
  /**
   * Until when the caller's login counts as fresh, which making a token needs; in the past for
   * who comes by a token.
   */
  fresh_until: time.nullable(),
});
export type SettingsWire = z.infer<typeof SettingsWire>;
export const SettingsReplyWire = dataReply('SettingsReply', SettingsWire);

/** What isn't given stays. */
export const EditSettingsWire = namedObject('EditSettings', {
  nickname: z.string().max(400).optional(),
  desc: z.string().max(2_000).optional(),
  language: z.enum(LANGS).optional(),
  notify: notify.partial().optional(),
  auto_watch: z.boolean().optional(),
  /** Only '': the drawing instead of a picture. */
  avatar: z.literal('').optional(),
  /** The welcome of new members has been seen, and isn't offered again. */
  welcome: z.literal('closed').optional(),
});
export type EditSettingsWire = z.infer<typeof EditSettingsWire>;

export const TokenWire = namedObject('Token', {
  id: int,
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: time,
  used_at: time.nullable(),
  /** null: until it is revoked. */
  expires_at: time.nullable(),
  /** The administrator who made it for its owner; null: the owner. */
  issuer: z.string().nullable(),
});
export type TokenWire = z.infer<typeof TokenWire>;
export const TokensReplyWire = dataReply('TokensReply', z.array(TokenWire));

export const NewTokenWire = namedObject('NewToken', {
  name: z.string().trim().min(1).max(MAX_TOKEN_NAME_CHARACTERS),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
  days: z.union(TOKEN_LIFETIME_DAYS.map((days) => z.literal(days))),
});
/** `token` is said this once. */
export const CreatedTokenReplyWire = dataReply(
  'MadeTokenReply',
  z.object({ id: int, token: z.string() }),
);

export const SessionWire = namedObject('Session', {
  /** Names it among the caller's own. */
  id: z.string(),
  /** Of the site or of the admin area. */
  kind: z.enum(['site', 'admin']),
  user_agent: z.string(),
  ip: z.string(),
  created_at: time,
  /** To the hour. */
  seen_at: time,
  /** The browser that asks. */
  current: z.boolean(),
});
export type SessionWire = z.infer<typeof SessionWire>;
export const SessionsReplyWire = dataReply('SessionsReply', z.array(SessionWire));

/** A line of the log of sign-ins. */
export const SignInWire = namedObject('SignIn', {
  id: int,
  kind: z.enum(['site', 'admin']),
  event: z.enum(SIGN_IN_EVENTS),
  /** Why it was refused; else ''. */
  reason: z.enum([...SIGN_IN_REFUSALS, '']),
  ip: z.string(),
  user_agent: z.string(),
  created_at: time,
});
export type SignInWire = z.infer<typeof SignInWire>;
export const SignInsReplyWire = dataReply('SignInsReply', z.array(SignInWire));
