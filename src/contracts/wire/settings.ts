import { z } from 'zod';
import { LANGS } from '../language.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS, TOKEN_SCOPES } from '../limits.ts';
import { OPTIONAL_NOTIFICATION_KINDS, type OptionalNotificationKind } from '../notifications.ts';
import { SIGN_IN_EVENTS, SIGN_IN_REFUSALS } from '../sign-in-events.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* Members' settings, tokens and sessions. */

const notify = z.object(
  Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<
    OptionalNotificationKind,
    z.ZodBoolean
  >,
);

export const SettingsWire = namedObject('Settings', {
  nickname: z.string(),
  desc: z.string(),
  /** '' for the drawn avatar. */
  avatar: z.string(),
  language: z.enum(LANGS),
  /** When the nickname may be changed; null is now. */
  rename_at: time.nullable(),
  /** Enabled notifications. */
  notify,
  /** Watch threads in which the member posts. */
  auto_watch: z.boolean(),
  /** A token may have the scope `moderate`. */
  may_moderate: z.boolean(),
  /** End of the fresh login that creating a token needs; in the past for a token. */
  fresh_until: time.nullable(),
});
export type SettingsWire = z.infer<typeof SettingsWire>;
export const SettingsReplyWire = dataReply('SettingsReply', SettingsWire);

/** Omitted fields remain unchanged. */
export const EditSettingsWire = namedObject('EditSettings', {
  nickname: z.string().max(400).optional(),
  desc: z.string().max(2_000).optional(),
  language: z.enum(LANGS).optional(),
  notify: notify.partial().optional(),
  auto_watch: z.boolean().optional(),
  /** Only '': restores the drawn avatar. */
  avatar: z.literal('').optional(),
  /** Permanently closes the welcome. */
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
  /** null: until revoked. */
  expires_at: time.nullable(),
  /** The administrator who created it; null: the owner. */
  issuer: z.string().nullable(),
});
export type TokenWire = z.infer<typeof TokenWire>;
export const TokensReplyWire = dataReply('TokensReply', z.array(TokenWire));

export const NewTokenWire = namedObject('NewToken', {
  name: z.string().trim().min(1).max(MAX_TOKEN_NAME_CHARACTERS),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
  days: z.union(TOKEN_LIFETIME_DAYS.map((days) => z.literal(days))),
});
/** Only this reply contains `token`. */
export const CreatedTokenReplyWire = dataReply(
  'MadeTokenReply',
  z.object({ id: int, token: z.string() }),
);

export const SessionWire = namedObject('Session', {
  /** Unique among the caller's sessions. */
  id: z.string(),
  kind: z.enum(['site', 'admin']),
  user_agent: z.string(),
  ip: z.string(),
  created_at: time,
  /** Rounded to the hour. */
  seen_at: time,
  /** The caller's own browser. */
  current: z.boolean(),
});
export type SessionWire = z.infer<typeof SessionWire>;
export const SessionsReplyWire = dataReply('SessionsReply', z.array(SessionWire));

export const SignInWire = namedObject('SignIn', {
  id: int,
  kind: z.enum(['site', 'admin']),
  event: z.enum(SIGN_IN_EVENTS),
  /** Of a refusal; else ''. */
  reason: z.enum([...SIGN_IN_REFUSALS, '']),
  ip: z.string(),
  user_agent: z.string(),
  created_at: time,
});
export type SignInWire = z.infer<typeof SignInWire>;
export const SignInsReplyWire = dataReply('SignInsReply', z.array(SignInWire));
