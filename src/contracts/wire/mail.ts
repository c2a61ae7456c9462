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

const notices = z.object(
  Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, z.boolean()])) as Record<
    MailNotice,
    z.ZodBoolean
  >,
);
/** The zone in which a daily mail's day begins. */
const timeZone = z.string().min(1).max(64);

export const MailSettingsWire = namedObject('MailSettings', {
  /** From the login provider; '' for none. */
  address: z.string(),
  /** Verified by the provider; other addresses get no mail. */
  checked: z.boolean(),
  frequency: z.enum(MAIL_FREQUENCIES),
  notices,
  /** The weekly digest of watched content. */
  digest: z.boolean(),
  time_zone: timeZone,
  /** Since when and why the address gets no mail; null if it does. */
  stopped: z.object({ reason: z.enum(MAIL_STOPS), at: time }).nullable(),
});
export type MailSettingsWire = z.infer<typeof MailSettingsWire>;

/** null: this forum sends no mail. */
export const MailSettingsReplyWire = dataReply('MailSettingsReply', MailSettingsWire.nullable());

/** Omitted fields remain unchanged. */
export const EditMailSettingsWire = namedObject('EditMailSettings', {
  frequency: z.enum(MAIL_FREQUENCIES).optional(),
  notices: notices.partial().optional(),
  digest: z.boolean().optional(),
  time_zone: timeZone.optional(),
  /** Resumes stopped mail. */
  stopped: z.null().optional(),
});
export type EditMailSettingsWire = z.infer<typeof EditMailSettingsWire>;

/** A mail provider's report of a returned mail. */
export const MailReturnedWire = namedObject('MailReturned', {
  recipient: z.string().min(3).max(320),
  type: z.enum(MAIL_STOPS),
  /** It can never be delivered. */
  permanent: z.boolean(),
  /** The other mail server's message. */
  detail: z.string().max(4_000).default(''),
});
export type MailReturnedWire = z.infer<typeof MailReturnedWire>;

export const AdminMailWire = namedObject('AdminMail', {
  /** Whether SMTP_URL is set; without it the screen is hidden. */
  configured: z.boolean(),
  from: z.string(),
  reply_to: z.string(),
  /** Host and port, without credentials. */
  server: z.string(),
  /** Mails per minute. */
  rate: int,
  waiting: int,
  /** Delay of the oldest due mail in seconds; 0 for none. */
  oldest: z.number(),
  /** In the last 24 hours. */
  sent: int,
  failed: int,
  /** Members with a bounced address or a complaint. */
  stopped: int,
  /** Of the last failed mail, or ''. */
  error: z.string(),
});
export type AdminMailWire = z.infer<typeof AdminMailWire>;

export const SetMailRateWire = namedObject('SetMailRate', {
  rate: z.int().min(MAIL_RATE.min).max(MAIL_RATE.max),
});

/** A log entry, without the mail's content. */
export const MailLogWire = namedObject('MailLog', {
  id: int,
  kind: z.enum(MAIL_KINDS),
  state: z.enum(MAIL_STATES),
  user_id: int,
  nickname: z.string(),
  /** Shortened: a…@example.com. */
  address: z.string(),
  events: int,
  tries: int,
  /** The mail server's message, or ''. */
  error: z.string(),
  created_at: time,
  sent_at: time.nullable(),
  /** When it bounced or got a complaint. */
  returned_at: time.nullable(),
});
export type MailLogWire = z.infer<typeof MailLogWire>;

export const TestMailWire = namedObject('TestMail', {
  /** The receiver; nothing else is ever mailed to it. */
  address: z.string().max(MAX_MAIL_ADDRESS).regex(MAIL_ADDRESS),
});

/** `error`: the mail server's answer, or '' if accepted. The address is shortened. */
export const TestMailReplyWire = namedObject('TestMailReply', {
  address: z.string(),
  error: z.string(),
});
