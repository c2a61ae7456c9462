import { MAIL_NOTICES, type MailNotice } from './mailing.ts';

/* Push messages, which a member must enable in a browser. */

export const PUSH_NOTICES: readonly MailNotice[] = MAIL_NOTICES;
/** Off by default, because they aren't urgent. */
export const QUIET_NOTICES: readonly MailNotice[] = ['like', 'newThread'];

/** Default hours without push messages. */
export const QUIET_HOURS = { from: 22, until: 8 } as const;

/** Per member; one more removes the oldest. */
export const MAX_PUSH_BROWSERS = 20;
export const MAX_ENDPOINT_CHARACTERS = 500;

/** The push worker's scope, which contains no page. */
export const PUSH_WORKER_SCOPE = '/push-sw/';

/** Tag of a message that combines several. */
export const SUMMARY_TAG = 'summary';

/** The encrypted content: what to show and what to close. */
export interface PushMessage {
  title: string;
  body: string;
  /** The path that a click opens. */
  path: string;
  tag: string;
  /** Tags still unread; others are closed. Absent if too many to list. */
  unread?: string[];
}
