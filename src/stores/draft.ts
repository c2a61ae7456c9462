import { atom } from 'nanostores';

/** The reply that is answered by the one being written. */
export interface Quoted {
  postId: number;
  userId: number;
  floor: number;
  nickname: string;
  /** Its beginning, as plain text. */
  text: string;
}

export interface Draft {
  /** HTML, as the editor gives it. */
  html: string;
  quote?: Quoted | undefined;
}

const EMPTY: Draft = { html: '' };

/** The reply that is being written on this page. */
export const $draft = atom<Draft>(EMPTY);
/** Whether what is in $draft is in this browser's storage too. */
export const $draftState = atom<'none' | 'saved' | 'unsaved' | 'failed'>('none');

/** Milliseconds without a keystroke before a draft is saved. */
const CALM = 400;
/** Milliseconds: 30 days. Older drafts are forgotten. */
const LIFETIME = 30 * 24 * 3_600_000;
const PREFIX = 'draft:';

let key: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

interface Kept extends Draft {
  at: number;
  /** Markdown, of drafts that were begun in the editor of before. */
  text?: string;
}

function read(name: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

function forget(name: string | undefined): void {
  try {
    if (name) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden here: there was nothing in it.
  }
}

const isOld = (name: string): boolean => !((read(name)?.at ?? 0) > Date.now() - LIFETIME);

function forgetOld(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX) && isOld(name)) forget(name);
  } catch {
    // Storage is forbidden here: drafts last as long as the page.
  }
}

/**
 * Takes up the draft of a person for a thread. Drafts carry the person because browsers are shared; 0 is somebody of whom
 * the server hasn't told yet. What was typed until then goes over to them.
 */
export function openDraft(userId: number, threadId: number): void {
  const name = `${PREFIX}${userId}:${threadId}`;
  if (name === key) return;
  const typed = key === `${PREFIX}0:${threadId}` && $draft.get().html !== '';
  if (typed) forget(key);
  key = name;
  if (typed) {
    changeDraft({});
    return;
  }
  forgetOld();
  const { html = '', quote, text }: Partial<Kept> = read(name) ?? EMPTY;
  $draft.set({ html, quote });
  $draftState.set(html === '' ? 'none' : 'saved');
  addEventListener('pagehide', saveDraft);
  if (text && !html) void takeOver(name, text);
}

/** Makes HTML of a draft that was kept as Markdown. */
async function takeOver(name: string, text: string): Promise<void> {
  const { toHtml } = await import('./markdown.ts');
  if (name === key && $draft.get().html === '') changeDraft({ html: toHtml(text) });
}

/** Saves what is in $draft now. */
export function saveDraft(): void {
  clearTimeout(timer);
  if (!key || $draftState.get() === 'saved') return;
  const draft = $draft.get();
  try {
    if (draft.html === '' && !draft.quote) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() } satisfies Kept));
    $draftState.set(draft.html === '' ? 'none' : 'saved');
  } catch {
    $draftState.set('failed'); // full, or forbidden
  }
}

/** Changes the draft; it is saved when the person pauses. */
export function changeDraft(change: Partial<Draft>): void {
  $draft.set({ ...$draft.get(), ...change });
  $draftState.set('unsaved');
  clearTimeout(timer);
  timer = setTimeout(saveDraft, CALM);
}

/** For a draft that has become a reply. */
export function dropDraft(): void {
  $draft.set(EMPTY);
  $draftState.set('unsaved');
  saveDraft();
}
