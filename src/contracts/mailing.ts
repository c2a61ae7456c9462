import { NOTIFICATION_KINDS, type NotificationKind } from './notifications.ts';

/*
 * What the forum mails, and how often. Nothing of it is mailed until its receiver chose it; what
 * concerns the account itself (a test letter, an export that was made) needs no choice.
 */

/** How often somebody is mailed what they haven't read, each time in one letter. */
export const MAIL_FREQUENCIES = ['off', 'now', 'hourly', 'daily'] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

/** What can be mailed: each kind of notification, and letters of other members. */
export const MAIL_NOTICES = [
  ...(Object.keys(NOTIFICATION_KINDS) as NotificationKind[]),
  'letter',
] as const satisfies readonly (NotificationKind | 'letter')[];
export type MailNotice = NotificationKind | 'letter';

/**
 * What one address ends: everything in a letter of notifications, one kind of it, or the weekly
 * digest.
 */
export const UNSUBSCRIBE_KINDS = ['notices', 'digest', ...MAIL_NOTICES] as const;
export type UnsubscribeKind = 'notices' | 'digest' | MailNotice;

/** Kinds of letters, as the log names them. */
export const MAIL_KINDS = ['notices', 'digest', 'account', 'test'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * How far a letter is: it waits, is being handed over, was accepted by the mail server, was given
 * up, or had nothing left to say when its time came.
 */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Why nothing is mailed to an address any more. */
export const MAIL_STOPS = ['bounce', 'complaint'] as const;
export type MailStop = (typeof MAIL_STOPS)[number];

/** Letters a minute, over all hosts: the administrators choose. */
export const MAIL_RATE = { min: 1, max: 6_000, initial: 120 } as const;
