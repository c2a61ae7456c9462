import { z } from 'zod';
import { MAIL_NOTICES, type MailNotice } from '../mailing.ts';
import { MAX_ENDPOINT_CHARACTERS } from '../pushing.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* What is pushed to whom. */

const notices = z.object(
  Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, z.boolean()])) as Record<
    MailNotice,
    z.ZodBoolean
  >,
);
/** The name of a time zone, in which quiet hours are. */
const timeZone = z.string().min(1).max(64);
const hour = z.int().min(0).max(23);
const quiet = z
  .object({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, 'must not be the same hour');

export const PushBrowserWire = namedObject('PushBrowser', {
  id: int,
  user_agent: z.string(),
  created_at: time,
  /** When a message last reached it. */
  sent_at: time.nullable(),
  /** It is the one that asks. */
  current: z.boolean(),
});
export type PushBrowserWire = z.infer<typeof PushBrowserWire>;

export const PushSettingsWire = namedObject('PushSettings', {
  /** By which a push service knows the forum (VAPID): base64url. */
  public_key: z.string(),
  notices,
  /** Hours between which nothing is pushed; null: there are none. */
  quiet: quiet.nullable(),
  time_zone: timeZone,
  browsers: z.array(PushBrowserWire),
});
export type PushSettingsWire = z.infer<typeof PushSettingsWire>;

export const PushSettingsReplyWire = dataReply('PushSettingsReply', PushSettingsWire);

/** What isn't given stays. */
export const EditPushSettingsWire = namedObject('EditPushSettings', {
  notices: notices.partial().optional(),
  quiet: quiet.nullable().optional(),
  time_zone: timeZone.optional(),
});
export type EditPushSettingsWire = z.infer<typeof EditPushSettingsWire>;

/** A subscription as browsers give it. */
export const NewPushBrowserWire = namedObject('NewPushBrowser', {
  endpoint: z.string().min(10).max(MAX_ENDPOINT_CHARACTERS),
  /** Keys of the browser, by which messages are encrypted: base64url. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  /** The phone's pages are opened. */
  phone: z.boolean(),
  time_zone: timeZone,
});
export type NewPushBrowserWire = z.infer<typeof NewPushBrowserWire>;
