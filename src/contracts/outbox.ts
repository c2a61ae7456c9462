/* Writes stored during an outage; shared by pages and the worker (decisions/outbox.md). */

/** The outbox worker's scope, which contains no page. */
export const OUTBOX_WORKER_SCOPE = '/outbox-sw/';
/** Background sync tag, repeated in the worker. */
export const OUTBOX_SYNC_TAG = 'outbox';
/** The browser's database and its store, repeated in the worker. */
export const OUTBOX_DATABASE = 'outbox';
export const OUTBOX_STORE = 'writes';
export const MAX_OUTBOX_RECORDS = 50;
/** 7 days; after that an unsent write becomes a draft again. */
export const OUTBOX_RETENTION_MS = 7 * 24 * 3_600_000;

/** The server's answer, as far as pages need it. */
export type OutboxOutcome =
  | { step: 'waiting' }
  | { step: 'sent'; id: number; threadId: number; checked: boolean }
  /** `text` is the server's, in the record's language. */
  | { step: 'refused'; text: string };

export type OutboxKind = 'reply' | 'thread' | 'comment' | 'letter';

export interface OutboxRecord {
  /** The Idempotency-Key of all attempts. */
  key: string;
  /** The author. */
  userId: number;
  kind: OutboxKind;
  /** The call's address. */
  url: string;
  /** JSON; '' after the answer. */
  body: string;
  lang: string;
  /** The token of the author's session: no other session may send the record. */
  xsrf: string;
  /** 0 for a new thread or a private message. */
  threadId: number;
  /** The thread's subject, or a name, for toasts. */
  title: string;
  /** The path of the author's page. */
  page: string;
  /** The draft's key in storage. */
  draft: string;
  /** Milliseconds since 1970. */
  at: number;
  outcome: OutboxOutcome;
}
