import { MAIL_NOTICES, type MailNotice } from './mailing.ts';

/*
 * What browsers are sent while no page is open. Nothing is, until a member has switched it on in a
 * browser.
 */

/** What can be pushed: what can be mailed. */
export const PUSH_NOTICES: readonly MailNotice[] = MAIL_NOTICES;
/** What isn't pushed until somebody chooses it: it can wait. */
export const QUIET_NOTICES: readonly MailNotice[] = ['like', 'newThread'];

/** Hours of the day between which nothing is pushed, until somebody chooses others. */
export const QUIET_HOURS = { from: 22, until: 8 } as const;

/** Browsers of one member; the oldest ends when there is one more. */
export const MAX_PUSH_BROWSERS = 20;
export const MAX_ENDPOINT_CHARACTERS = 500;

/** The part of the site that the worker of push has: no page is there. */
export const PUSH_WORKER_SCOPE = '/push-sw/';

/** The tag of a message that tells of several things in one. */
export const SUMMARY_TAG = 'summary';

/** What a push message carries, encrypted: what is shown, and what is closed. */
export interface PushMessage {
  title: string;
  body: string;
  /** The path of the page that a click opens. */
  path: string;
  tag: string;
  /** Tags that are still unread; the others are closed. Absent: there are too many to be told. */
  unread?: string[];
}
