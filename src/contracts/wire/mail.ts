import { z } from 'zod';
import { MAIL_ADDRESS, MAX_MAIL_ADDRESS } from '../mail-address.ts';
import {
  MAIL_FREQUENCIES,
  MAIL_KINDS,
  MAIL_NOTICES,
  MAIL_RATE,
  MAIL_STATES,
  MAIL_STOPS,
  type MailNotice,
} from '../mailing.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* What is mailed to whom. */

const notices = z.object(
  Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, z.boolean()])) as Record<
    MailNotice,
    z.ZodBoolean
  >,
);
/** The name of a time zone, in which the day of a daily letter begins. */
const timeZone = z.string().min(1).max(64);

export const MailSettingsWire = namedObject('MailSettings', {
  /** Of the provider of logins; '' when it gives none. */
  address: z.string(),
  /** Whether the provider has checked it: nothing is mailed to one that isn't. */
  checked: z.boolean(),
  frequency: z.enum(MAIL_FREQUENCIES),
  notices,
  /** The weekly letter of what was good where its receiver watches. */
  digest: z.boolean(),
  time_zone: timeZone,
  /** Since when, and why, nothing reaches the address; null while mail does. */
  stopped: z.object({ reason: z.enum(MAIL_STOPS), at: time }).nullable(),
});
export type MailSettingsWire = z.infer<typeof MailSettingsWire>;

/** null: this forum sends no mail. */
export const MailSettingsReplyWire = dataReply('MailSettingsReply', MailSettingsWire.nullable());

/** What isn't given stays. */
export const EditMailSettingsWire = namedObject('EditMailSettings', {
  frequency: z.enum(MAIL_FREQUENCIES).optional(),
  notices: notices.partial().optional(),
  digest: z.boolean().optional(),
  time_zone: timeZone.optional(),
  /** Mail is tried again after it was stopped. */
  stopped: z.null().optional(),
});
export type EditMailSettingsWire = z.infer<typeof EditMailSettingsWire>;

/** What a mail provider says of a letter that came back. */
export const MailReturnedWire = namedObject('MailReturned', {
  /** To where it came back, or the address to which it was sent. */
  recipient: z.string().min(3).max(320),
  type: z.enum(MAIL_STOPS),
  /** It will never be delivered. */
  permanent: z.boolean(),
  /** The other mail server's words, with its codes. */
  detail: z.string().max(4_000).default(''),
});
export type MailReturnedWire = z.infer<typeof MailReturnedWire>;

export const AdminMailWire = namedObject('AdminMail', {
  /** Whether SMTP_URL is set. Without it the screen isn't shown. */
  configured: z.boolean(),
  from: z.string(),
  reply_to: z.string(),
  /** The mail server's host and port, without its credentials. */
  server: z.string(),
  /** Letters a minute. */
  rate: int,
  waiting: int,
  /** Seconds that the oldest letter which is due has waited; 0 without one. */
  oldest: z.number(),
  /** Of the last 24 hours. */
  sent: int,
  failed: int,
  /** Members whose address bounced or who complained. */
  stopped: int,
  /** Why the last letter that failed did; ''. */
  error: z.string(),
});
export type AdminMailWire = z.infer<typeof AdminMailWire>;

export const SetMailRateWire = namedObject('SetMailRate', {
  rate: z.int().min(MAIL_RATE.min).max(MAIL_RATE.max),
});

/** A letter of the log. Its contents aren't kept. */
export const MailLogWire = namedObject('MailLog', {
  id: int,
  kind: z.enum(MAIL_KINDS),
  state: z.enum(MAIL_STATES),
  user_id: int,
  nickname: z.string(),
  /** With its name cut: a…@example.com. */
  address: z.string(),
  /** How many events it tells of. */
  events: int,
  tries: int,
  /** What the mail server said; ''. */
  error: z.string(),
  created_at: time,
  sent_at: time.nullable(),
  /** When it came back, or was complained about. */
  returned_at: time.nullable(),
});
export type MailLogWire = z.infer<typeof MailLogWire>;

export const TestMailWire = namedObject('TestMail', {
  /** The receiver; nothing else is ever mailed to it. */
  address: z.string().max(MAX_MAIL_ADDRESS).regex(MAIL_ADDRESS),
});

/** The mail server's answer to a test letter; '' if it accepted it. The address is cut. */
export const TestMailReplyWire = namedObject('TestMailReply', {
  address: z.string(),
  error: z.string(),
});
