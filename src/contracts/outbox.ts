/*
 * What was sent while the API was down, kept in the browser until it is written. Pages and the
 * worker that sends it when no page is open share this: see decisions/outbox.md.
 */

/** The part of the site that the worker of the outbox has: no page is there. */
export const OUTBOX_WORKER_SCOPE = '/outbox-sw/';
/** The tag of the background sync that sends what is kept; the worker has it too. */
export const OUTBOX_SYNC_TAG = 'outbox';
/** The browser's database and its store; the worker has them too. */
export const OUTBOX_DATABASE = 'outbox';
export const OUTBOX_STORE = 'writes';
/** Records of one browser. */
export const MAX_OUTBOX_RECORDS = 50;
/** Milliseconds after which what couldn't be sent is a draft again: 7 days. */
export const OUTBOX_KEPT_MS = 7 * 24 * 3_600_000;

/** What the server answered, as far as a page tells of it. */
export type OutboxOutcome =
  | { step: 'waiting' }
  | { step: 'sent'; id: number; threadId: number; checked: boolean }
  /** `text` is the server's, in the record's language. */
  | { step: 'refused'; text: string };

export type OutboxKind = 'reply' | 'thread' | 'comment' | 'letter';

export interface OutboxRecord {
  /** The Idempotency-Key of every attempt. */
  key: string;
  /** Who wrote it. */
  userId: number;
  kind: OutboxKind;
  /** The address of the call. */
  url: string;
  /** Its body, as JSON; '' when it was answered. */
  body: string;
  lang: string;
  /** The token of the session in which it was written: no other session may send it. */
  xsrf: string;
  /** The thread in which it stands; 0 for a new one, and for letters. */
  threadId: number;
  /** What toasts call it: the subject of its thread, or a name. */
  title: string;
  /** The path of the page on which it was written. */
  page: string;
  /** The key of its draft in this browser's storage. */
  draft: string;
  /** Milliseconds since 1970. */
  at: number;
  outcome: OutboxOutcome;
}
