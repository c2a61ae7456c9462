import type { ThreadLanguage } from '#contracts/language.ts';
import type { NewPollWire } from '#contracts/wire/writing.ts';
import { cookie } from './page.ts';

/*
 * Drafts in this browser's storage, one record for each sheet of paper that somebody began (R27).
 * They are written with each keystroke: a tab may end without a word. Names carry the person,
 * because browsers are shared.
 */

/** The reply that is answered by the one being written. */
export interface Quoted {
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
  quote?: Quoted | undefined;
  subject?: string | undefined;
  forumId?: number | undefined;
  themeId?: number | undefined;
  language?: ThreadLanguage | undefined;
  poll?: NewPollWire | undefined;
  /** Of a thread that is changed: what it was written from. */
  revision?: number | undefined;
}

/** What a draft is for; `postId` where a post is changed. */
export interface DraftPlace {
  threadId: number;
  postId: number;
}
export const NEW_THREAD: DraftPlace = { threadId: 0, postId: 0 };

export interface Sheet {
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

export interface SheetName {
  owner: string;
  place: DraftPlace;
  /** Tells sheets for the same place apart, and to the server which of two devices wrote. */
  writer: string;
}

const PREFIX = 'draft:';
/** Milliseconds: 30 days. What is older is forgotten here; the server still has it. */
const LIFETIME = 30 * 24 * 3_600_000;

/**
 * Whose sheets they are: the person's; of somebody whom the server hasn't named yet, those of this
 * session.
 */
export const ownerOf = (userId: number): string =>
  userId > 0 ? String(userId) : `s${(cookie('XSRF-TOKEN') ?? '').slice(0, 12)}`;
export const userOf = (owner: string): number => Number(owner) || 0;

const keyOf = ({ owner, place, writer }: SheetName): string =>
  `${PREFIX}${owner}:${place.threadId}-${place.postId}:${writer}`;

function nameOf(key: string): SheetName | undefined {
  const [, owner, threadId, postId, writer] = /^draft:([^:]*):(\d+)-(\d+):(\w+)$/.exec(key) ?? [];
  return owner === undefined || writer === undefined
    ? undefined
    : { owner, place: { threadId: Number(threadId), postId: Number(postId) }, writer };
}

export const freshName = (owner: string, place: DraftPlace): SheetName => ({
  owner,
  place,
  writer: Math.random().toString(36).slice(2, 12),
});
export const samePlace = (a: DraftPlace, b: DraftPlace): boolean =>
  a.threadId === b.threadId && a.postId === b.postId;

export function readSheet(name: SheetName): Sheet | undefined {
  try {
    const sheet = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Sheet | null;
    return sheet && typeof sheet.content?.html === 'string' ? sheet : undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

/** False when the storage is full, or forbidden. */
export function writeSheet(name: SheetName, sheet: Sheet): boolean {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(sheet));
    return true;
  } catch {
    return false;
  }
}

export function forgetSheet(name: SheetName): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // Storage is forbidden here: there was nothing in it.
  }
}

export type Kept = { name: SheetName; sheet: Sheet };

/** Somebody's sheets, the latest first. Old ones, whoever's, are forgotten on the way. */
export function sheetsOf(owner: string): Kept[] {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // Storage is forbidden here: drafts last as long as the page.
  }
  const all = keys.flatMap((key) => {
    const name = nameOf(key);
    const sheet = name && readSheet(name);
    return name && sheet ? [{ name, sheet }] : [];
  });
  for (const { name, sheet } of all) if (!(sheet.at > Date.now() - LIFETIME)) forgetSheet(name);
  return all
    .filter(({ name, sheet }) => name.owner === owner && sheet.at > Date.now() - LIFETIME)
    .sort((a, b) => b.sheet.at - a.sheet.at);
}

/** Gives a person what was typed in this session before the server had named them. */
export function takeOver(userId: number): void {
  const nobody = ownerOf(0);
  if (userId === 0) return;
  for (const { name, sheet } of sheetsOf(nobody))
    if (writeSheet({ ...name, owner: ownerOf(userId) }, sheet)) forgetSheet(name);
}

/**
 * Takes a sheet for this page alone, for as long as the page lives; undefined when another tab has
 * it. Where browsers can't tell (pages without https), every tab gets it.
 */
export function claim(name: SheetName): Promise<(() => void) | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    void navigator.locks.request(keyOf({ ...name, owner: '' }), { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
  });
}

const hasThings = (html: string): boolean => /<(img|iframe|video|table|hr)\b/i.test(html);
/** The text of HTML without white space: enough to see whether two pieces say the same. */
export const bareText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, '')
    .replace(/\s+/gu, '');

/** Whether HTML says nothing at all. */
export const isBlankHtml = (html: string): boolean => !hasThings(html) && bareText(html) === '';
