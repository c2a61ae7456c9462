import type { ThreadLanguage } from '#contracts/language.ts';
import { replaceTags } from '#contracts/replace-tags.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { readLoginToken } from '../core/page-info.ts';
import { readStored, writeStored } from '../core/stored-json.ts';

/*
 * Drafts in this browser's storage, one record per text (R27). Each keystroke is stored, because a
 * tab can close without an event. Keys contain the user, because browsers are shared.
 */

export interface QuotedReply {
  postId: number;
  userId: number;
  floor: number;
  nickname: string;
  /** Beginning of the quoted reply, as plain text. */
  text: string;
}

/** A reply, or a thread, which has the fields after `quote`. */
export interface DraftContent {
  html: string;
  quote?: QuotedReply | undefined;
  subject?: string | undefined;
  forumId?: number | undefined;
  themeId?: number | undefined;
  language?: ThreadLanguage | undefined;
  poll?: NewPollWire | undefined;
  /** For an edited thread: the base revision. */
  revision?: number | undefined;
}

/** `postId` is set if a post is edited. */
export interface DraftTarget {
  threadId: number;
  postId: number;
}
export const NEW_THREAD: DraftTarget = { threadId: 0, postId: 0 };

export interface DraftRecord {
  content: DraftContent;
  /** Last keystroke in ms since 1970. */
  at: number;
  /** Id on the server; 0 before the first save. */
  id: number;
  /** The server's time of the base version, or ''. */
  base: string;
  /** The server lacks this content. */
  dirty: boolean;
  /** Sent or discarded: its copy on the server must be deleted. */
  deleted?: boolean;
  /** Its key in the outbox while it is being sent. */
  outbox?: string;
}

export interface DraftKey {
  owner: string;
  target: DraftTarget;
  /** A random id that distinguishes drafts of one target, and devices. */
  writer: string;
}

const KEY_PREFIX = 'draft:';
/** 30 days. Older records are deleted here; the server retains their drafts. */
const LIFETIME_MS = 30 * 24 * 3_600_000;

/** The user, or the session while the user is unknown. */
export const draftOwner = (userId: number): string =>
  userId > 0 ? String(userId) : `s${readLoginToken().slice(0, 12)}`;
export const userIdOfOwner = (owner: string): number => Number(owner) || 0;

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

/** False if storage is full or forbidden. */
export const writeRecord = (draftKey: DraftKey, record: DraftRecord): boolean =>
  writeStored(storageKey(draftKey), record);

export const deleteRecord = (draftKey: DraftKey): boolean =>
  writeStored(storageKey(draftKey), undefined);

export type StoredDraft = { draftKey: DraftKey; record: DraftRecord };

/** An owner's drafts, latest first. Deletes outdated records of all owners. */
export function readDraftsOf(owner: string): StoredDraft[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX));
  } catch {
    // Storage is forbidden: drafts last as long as the page.
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

/** Moves the session's drafts to the user once the user is known. */
export function adoptAnonymousDrafts(userId: number): void {
  const nobody = draftOwner(0);
  if (userId === 0) return;
  for (const { draftKey, record } of readDraftsOf(nobody))
    if (writeRecord({ ...draftKey, owner: draftOwner(userId) }, record)) deleteRecord(draftKey);
}

/** Locks a record for the page's life; undefined if another tab has it. No locks without https. */
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
/** Text without white space, for comparing drafts. */
export const textWithoutSpace = (html: string): string =>
  replaceTags(html)
    .replace(/&nbsp;/g, '')
    .replace(/\s+/gu, '');

/** Whether HTML has neither text nor media. */
export const isBlankHtml = (html: string): boolean =>
  !hasMedia(html) && textWithoutSpace(html) === '';
