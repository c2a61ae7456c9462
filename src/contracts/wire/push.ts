import { z } from 'zod';
import { MAIL_NOTICES, type MailNotice } from '../mailing.ts';
import { MAX_ENDPOINT_CHARACTERS } from '../pushing.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

const notices = z.object(
  Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, z.boolean()])) as Record<
    MailNotice,
    z.ZodBoolean
  >,
);
/** The zone of quiet hours. */
const timeZone = z.string().min(1).max(64);
const hour = z.int().min(0).max(23);
const quiet = z
  .object({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, 'must not be the same hour');

export const PushBrowserWire = namedObject('PushBrowser', {
  id: int,
  user_agent: z.string(),
  created_at: time,
  /** Time of the last delivered message. */
  sent_at: time.nullable(),
  /** The caller's own browser. */
  current: z.boolean(),
});
export type PushBrowserWire = z.infer<typeof PushBrowserWire>;

export const PushSettingsWire = namedObject('PushSettings', {
  /** VAPID key in base64url. */
  public_key: z.string(),
  notices,
  /** Hours without push messages; null: none. */
  quiet: quiet.nullable(),
  time_zone: timeZone,
  browsers: z.array(PushBrowserWire),
});
export type PushSettingsWire = z.infer<typeof PushSettingsWire>;

export const PushSettingsReplyWire = dataReply('PushSettingsReply', PushSettingsWire);

/** Omitted fields remain unchanged. */
export const EditPushSettingsWire = namedObject('EditPushSettings', {
  notices: notices.partial().optional(),
  quiet: quiet.nullable().optional(),
  time_zone: timeZone.optional(),
});
export type EditPushSettingsWire = z.infer<typeof EditPushSettingsWire>;

export const NewPushBrowserWire = namedObject('NewPushBrowser', {
  endpoint: z.string().min(10).max(MAX_ENDPOINT_CHARACTERS),
  /** The browser's encryption keys in base64url. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  /** Messages open the phone site. */
  phone: z.boolean(),
  time_zone: timeZone,
});
export type NewPushBrowserWire = z.infer<typeof NewPushBrowserWire>;
