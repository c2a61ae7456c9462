import { NOTIFICATION_KINDS, type NotificationKind } from './notifications.ts';

/* Members opt in to mail, except about their account (a test, a finished export). */

/** How often a member gets unread notifications, combined into one mail. */
export const MAIL_FREQUENCIES = ['off', 'now', 'hourly', 'daily'] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

/** How users get notifications outside of the forum. */
export type DeliveryChannel = 'mail' | 'push';

/** Each kind of notification, and private messages. */
export const MAIL_NOTICES = [
  ...(Object.keys(NOTIFICATION_KINDS) as NotificationKind[]),
  'letter',
] as const satisfies readonly (NotificationKind | 'letter')[];
export type MailNotice = NotificationKind | 'letter';

/** One unsubscribe address ends all notifications, one kind, or the weekly digest. */
export const UNSUBSCRIBE_KINDS = ['notices', 'digest', ...MAIL_NOTICES] as const;
export type UnsubscribeKind = 'notices' | 'digest' | MailNotice;

/** Kinds of mail, as in the log. */
export const MAIL_KINDS = ['notices', 'digest', 'account', 'test'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** sending: being handed over; sent: accepted; failed: given up; dropped: empty when due. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Why an address gets no more mail. */
export const MAIL_STOPS = ['bounce', 'complaint'] as const;
export type MailStop = (typeof MAIL_STOPS)[number];

/** Mails per minute over all hosts; administrators choose. */
export const MAIL_RATE = { min: 1, max: 6_000, initial: 120 } as const;
