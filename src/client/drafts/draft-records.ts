import type { ThreadLanguage } from '#contracts/language.ts';
import { replaceTags } from '#contracts/replace-tags.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { readLoginToken } from '../core/page-info.ts';
import { readStored, writeStored } from '../core/stored-json.ts';

/*
 * Drafts in this browser's storage, one record for each text that somebody began (R27). Each
 * keystroke is stored, as a tab can end without an event. Keys hold the user, because browsers are
 * shared.
 */

/** The reply that the draft quotes. */
export interface QuotedReply {
  postId: number;
  userId: number;
  floor: number;
  nickname: string;
  /** The beginning of the quoted reply, as plain text. */
  text: string;
}

/** The content of a draft: a reply, or a thread, to which the fields after `quote` belong. */
export interface DraftContent {
  html: string;
  quote?: QuotedReply | undefined;
  subject?: string | undefined;
  forumId?: number | undefined;
  themeId?: number | undefined;
  language?: ThreadLanguage | undefined;
  poll?: NewPollWire | undefined;
  /** Of an edited thread: the revision that the draft is based on. */
  revision?: number | undefined;
}

/** What a draft is for; `postId` is set when a post is edited. */
export interface DraftTarget {
  threadId: number;
  postId: number;
}
export const NEW_THREAD: DraftTarget = { threadId: 0, postId: 0 };

export interface DraftRecord {
  content: DraftContent;
  /** Time of the last keystroke, in milliseconds since 1970. */
  at: number;
  /** The id on the server; 0 before the first save. */
  id: number;
  /** The server's time of the version that this one is based on; '' for none. */
  base: string;
  /** The server doesn't have this content yet. */
  dirty: boolean;
  /** The draft was sent or discarded: its copy on the server is to be deleted. */
  deleted?: boolean;
  /** The key under which the outbox has it: it is being sent. */
  outbox?: string;
}

export interface DraftKey {
  owner: string;
  target: DraftTarget;
  /**
   * A random id that distinguishes drafts for the same target, and tells the server which of two
   * devices wrote.
   */
  writer: string;
}

const KEY_PREFIX = 'draft:';
/** Milliseconds: 30 days. Older records are deleted here; the server still has their drafts. */
const LIFETIME_MS = 30 * 24 * 3_600_000;

/** The owner in keys of records: the user, or the session while the user isn't known yet. */
export const draftOwner = (userId: number): string =>
  userId > 0 ? String(userId) : `s${readLoginToken().slice(0, 12)}`;
export const userIdOfOwner = (owner: string): number => Number(owner) || 0;

/** The key of a record in this browser's storage. */
export const storageKey = ({ owner, target, writer }: DraftKey): string =>
  `${KEY_PREFIX}${owner}:${target.threadId}-${target.postId}:${writer}`;

export function parseStorageKey(key: string): DraftKey | undefined {
  const [, owner, threadId, postId, writer] = /^draft:([^:]*):(\d+)-(\d+):(\w+)$/.exec(key) ?? [];
  return owner === undefined || writer === undefined
    ? undefined
    : { owner, target: { threadId: Number(threadId), postId: Number(postId) }, writer };
}

export const newDraftKey = (owner: string, target: DraftTarget): DraftKey => ({
  owner,
  target,
  writer: Math.random().toString(36).slice(2, 12),
});
export const isSameTarget = (a: DraftTarget, b: DraftTarget): boolean =>
  a.threadId === b.threadId && a.postId === b.postId;

export function readRecord(draftKey: DraftKey): DraftRecord | undefined {
  const record = readStored<DraftRecord>(storageKey(draftKey));
  return typeof record?.content?.html === 'string' ? record : undefined;
}

/** Stores a record; false when the storage is full or forbidden. */
export const writeRecord = (draftKey: DraftKey, record: DraftRecord): boolean =>
  writeStored(storageKey(draftKey), record);

export const deleteRecord = (draftKey: DraftKey): boolean =>
  writeStored(storageKey(draftKey), undefined);

export type StoredDraft = { draftKey: DraftKey; record: DraftRecord };

/** The stored drafts of an owner, latest first. Deletes outdated records of all owners. */
export function readDraftsOf(owner: string): StoredDraft[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX));
  } catch {
    // Storage is forbidden here: drafts last as long as the page.
  }
  const all = keys.flatMap((key) => {
    const draftKey = parseStorageKey(key);
    const record = draftKey && readRecord(draftKey);
    return draftKey && record ? [{ draftKey, record }] : [];
  });
  for (const { draftKey, record } of all)
    if (!(record.at > Date.now() - LIFETIME_MS)) deleteRecord(draftKey);
  return all
    .filter(
      ({ draftKey, record }) => draftKey.owner === owner && record.at > Date.now() - LIFETIME_MS,
    )
    .sort((a, b) => b.record.at - a.record.at);
}

/** Moves drafts of this session to the user, once the server has said who that is. */
export function adoptAnonymousDrafts(userId: number): void {
  const nobody = draftOwner(0);
  if (userId === 0) return;
  for (const { draftKey, record } of readDraftsOf(nobody))
    if (writeRecord({ ...draftKey, owner: draftOwner(userId) }, record)) deleteRecord(draftKey);
}

/**
 * Locks a record for this page, for the page's life; undefined when another tab holds it. Without
 * https browsers have no locks, and every tab gets the record.
 */
export function claimDraft(draftKey: DraftKey): Promise<(() => void) | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    void navigator.locks.request(
      storageKey({ ...draftKey, owner: '' }),
      { ifAvailable: true },
      (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      },
    );
  });
}

const hasMedia = (html: string): boolean => /<(img|iframe|video|table|hr)\b/i.test(html);
/** The text of HTML without white space, for comparing the content of two drafts. */
export const textWithoutSpace = (html: string): string =>
  replaceTags(html)
    .replace(/&nbsp;/g, '')
    .replace(/\s+/gu, '');

/** Whether HTML has neither text nor media. */
export const isBlankHtml = (html: string): boolean =>
  !hasMedia(html) && textWithoutSpace(html) === '';
