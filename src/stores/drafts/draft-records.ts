import type { ThreadLanguage } from '#contracts/language.ts';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import { readCookie } from '../client/page-info.ts';

/*
 * Drafts in this browser's storage, one record for each sheet of paper that somebody began (R27).
 * They are written with each keystroke: a tab may end without a word. Names carry the person,
 * because browsers are shared.
 */

/** The reply that is answered by the one being written. */
export interface QuotedReply {
  postId: number;
  userId: number;
  floor: number;
  nickname: string;
  /** Its beginning, as plain text. */
  text: string;
}

/** What is being written: a reply, or a thread, which has everything after `quote`. */
export interface DraftContent {
  html: string;
  quote?: QuotedReply | undefined;
  subject?: string | undefined;
  forumId?: number | undefined;
  themeId?: number | undefined;
  language?: ThreadLanguage | undefined;
  poll?: NewPollWire | undefined;
  /** Of a thread that is changed: what it was written from. */
  revision?: number | undefined;
}

/** What a draft is for; `postId` where a post is changed. */
export interface DraftTarget {
  threadId: number;
  postId: number;
}
export const NEW_THREAD: DraftTarget = { threadId: 0, postId: 0 };

export interface DraftRecord {
  content: DraftContent;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
  /** On the server; 0 before it is there. */
  id: number;
  /** The server's time of the version that this was written from; '' for none. */
  base: string;
  /** The server doesn't have what stands here. */
  dirty: boolean;
  /** It was sent or thrown away: what the server has of it is to be removed. */
  gone?: boolean;
}

export interface DraftKey {
  owner: string;
  target: DraftTarget;
  /** Tells sheets for the same place apart, and to the server which of two devices wrote. */
  writer: string;
}

const KEY_PREFIX = 'draft:';
/** Milliseconds: 30 days. What is older is forgotten here; the server still has it. */
const LIFETIME_MS = 30 * 24 * 3_600_000;

/**
 * Whose sheets they are: the person's; of somebody whom the server hasn't named yet, those of this
 * session.
 */
export const draftOwner = (userId: number): string =>
  userId > 0 ? String(userId) : `s${(readCookie('XSRF-TOKEN') ?? '').slice(0, 12)}`;
export const userIdOfOwner = (owner: string): number => Number(owner) || 0;

const storageKey = ({ owner, target, writer }: DraftKey): string =>
  `${KEY_PREFIX}${owner}:${target.threadId}-${target.postId}:${writer}`;

function parseStorageKey(key: string): DraftKey | undefined {
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
  try {
    const record = JSON.parse(
      localStorage.getItem(storageKey(draftKey)) ?? 'null',
    ) as DraftRecord | null;
    return record && typeof record.content?.html === 'string' ? record : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

/** False when the storage is full, or forbidden. */
export function writeRecord(draftKey: DraftKey, record: DraftRecord): boolean {
  try {
    localStorage.setItem(storageKey(draftKey), JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

export function deleteRecord(draftKey: DraftKey): void {
  try {
    localStorage.removeItem(storageKey(draftKey));
  } catch {
    // Storage is forbidden here: there was nothing in it.
  }
}

export type StoredDraft = { draftKey: DraftKey; record: DraftRecord };

/** Somebody's sheets, the latest first. Old ones, whoever's, are forgotten on the way. */
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

/** Gives a person what was typed in this session before the server had named them. */
export function adoptAnonymousDrafts(userId: number): void {
  const nobody = draftOwner(0);
  if (userId === 0) return;
  for (const { draftKey, record } of readDraftsOf(nobody))
    if (writeRecord({ ...draftKey, owner: draftOwner(userId) }, record)) deleteRecord(draftKey);
}

/**
 * Takes a sheet for this page alone, for as long as the page lives; undefined when another tab has
 * it. Where browsers can't tell (pages without https), every tab gets it.
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
/** The text of HTML without white space: enough to see whether two pieces say the same. */
export const textWithoutSpace = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, '')
    .replace(/\s+/gu, '');

/** Whether HTML says nothing at all. */
export const isBlankHtml = (html: string): boolean =>
  !hasMedia(html) && textWithoutSpace(html) === '';
