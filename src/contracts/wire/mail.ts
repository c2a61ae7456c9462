import { z } from 'zod';
import {
  MAIL_FREQUENCIES,
  MAIL_KINDS,
  MAIL_NOTICES,
  MAIL_RATE,
  MAIL_STATES,
  MAIL_STOPS,
  type MailNotice,
} from '../mailing.ts';
import { dataReply, int, time } from './field-types.ts';

/* What is mailed to whom. */

const notices = z.object(
  Object.fromEntries(MAIL_NOTICES.map((kind) => [kind, z.boolean()])) as Record<
    MailNotice,
    z.ZodBoolean
  >,
);
/** The name of a time zone, in which the day of a daily letter begins. */
const timeZone = z.string().min(1).max(64);

export const MailSettingsWire = z
  .object({
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
  })
  .meta({ id: 'MailSettings' });
export type MailSettingsWire = z.infer<typeof MailSettingsWire>;

/** null: this forum sends no mail. */
export const MailSettingsReplyWire = dataReply('MailSettingsReply', MailSettingsWire.nullable());

/** What isn't given stays. */
export const EditMailSettingsWire = z
  .object({
    frequency: z.enum(MAIL_FREQUENCIES).optional(),
    notices: notices.partial().optional(),
    digest: z.boolean().optional(),
    time_zone: timeZone.optional(),
    /** Mail is tried again after it was stopped. */
    stopped: z.null().optional(),
  })
  .meta({ id: 'EditMailSettings' });
export type EditMailSettingsWire = z.infer<typeof EditMailSettingsWire>;

/** What a mail provider says of a letter that came back. */
export const MailReturnedWire = z
  .object({
    /** To where it came back, or the address to which it was sent. */
    recipient: z.string().min(3).max(320),
    type: z.enum(MAIL_STOPS),
    /** It will never be delivered. */
    permanent: z.boolean(),
  })
  .meta({ id: 'MailReturned' });
export type MailReturnedWire = z.infer<typeof MailReturnedWire>;

export const AdminMailWire = z
  .object({
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
  })
  .meta({ id: 'AdminMail' });
export type AdminMailWire = z.infer<typeof AdminMailWire>;

export const SetMailRateWire = z
  .object({ rate: z.int().min(MAIL_RATE.min).max(MAIL_RATE.max) })
  .meta({ id: 'SetMailRate' });

/** A letter of the log. Its contents aren't kept. */
export const MailLogWire = z
  .object({
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
  })
  .meta({ id: 'MailLog' });
export type MailLogWire = z.infer<typeof MailLogWire>;

/** What the mail server said of a test letter to the caller's own address; '' when it took it. */
export const TestMailReplyWire = z
  .object({ address: z.string(), error: z.string() })
  .meta({ id: 'TestMailReply' });
