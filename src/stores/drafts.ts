import type { DraftWire } from '#contracts/wire/member.ts';
import { contentOf, getDrafts, placeOf, putDraft, removeDraft } from './draft-calls.ts';
import {
  claim,
  type DraftContent,
  type DraftPlace,
  forgetSheet,
  freshName,
  type Kept,
  ownerOf,
  readSheet,
  sheetsOf,
  takeOver,
  writeSheet,
} from './draft-sheets.ts';
import { Failure } from './failure.ts';
import { samePerson } from './same-person.ts';

/* All drafts of a person: those on the server, and those that are in this browser alone. */

export interface DraftEntry {
  key: string;
  /** On the server; 0 for one that isn't there. */
  id: number;
  /** The server's time of the version that is shown; '' for none. */
  base: string;
  place: DraftPlace;
  content: DraftContent;
  /** Of the thread that a reply is for; '' when that isn't known. */
  threadSubject: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Where it is in this browser. */
  kept?: Kept | undefined;
}

/** Runs work on a sheet that no open page has. */
async function alone(kept: Kept, work: (kept: Kept) => Promise<void>): Promise<void> {
  const free = await claim(kept.name);
  const sheet = readSheet(kept.name);
  if (!free) return;
  try {
    if (sheet) await work({ ...kept, sheet });
  } finally {
    free();
  }
}

async function settle({ name, sheet }: Kept): Promise<void> {
  if (sheet.gone) {
    if (sheet.id) await removeDraft({ ...sheet, writer: name.writer });
    forgetSheet(name);
  } else if (sheet.dirty) {
    writeSheet(name, { ...sheet, ...(await putDraft(name, sheet)), dirty: false });
  }
}

/** Brings to the server what never reached it. What fails stays for the next time. */
export async function sendKept(userId: number): Promise<void> {
  takeOver(userId);
  try {
    const waiting = sheetsOf(ownerOf(userId)).filter(({ sheet }) => sheet.gone || sheet.dirty);
    if (waiting.length === 0 || !(await samePerson(userId))) return;
    for (const kept of waiting) await alone(kept, settle);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

const entryOf = (draft: DraftWire): DraftEntry => ({
  key: `d${draft.id}`,
  id: draft.id,
  base: draft.updated_at,
  place: placeOf(draft),
  content: contentOf(draft),
  threadSubject: draft.thread_subject,
  at: Date.parse(draft.updated_at),
});

/** What is in this browser alone. */
function onlyHere(userId: number): DraftEntry[] {
  return sheetsOf(ownerOf(userId))
    .filter(({ sheet }) => sheet.dirty && !sheet.gone)
    .map((kept) => ({
      key: kept.name.writer,
      id: kept.sheet.id,
      base: kept.sheet.base,
      place: kept.name.place,
      content: kept.sheet.content,
      threadSubject: '',
      at: kept.sheet.at,
      kept,
    }));
}

/** Drafts that one person may have are fewer than this. */
const ALL = 100;

/**
 * The drafts of a person, the latest first. While the server is away: those of this browser, and
 * `failure`.
 */
export async function listDrafts(
  userId: number,
): Promise<{ entries: DraftEntry[]; failure?: Failure }> {
  await sendKept(userId);
  try {
    const { data } = await getDrafts({ limit: ALL });
    const here = onlyHere(userId);
    // What is newer here than there is shown once, as it is here.
    const there = data.filter((draft) => !here.some(({ id }) => id === draft.id)).map(entryOf);
    return { entries: [...here, ...there].sort((a, b) => b.at - a.at) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const known = sheetsOf(ownerOf(userId)).filter(({ sheet }) => !sheet.gone && sheet.at > 0);
    return {
      failure: error,
      entries: known.map((kept) => ({
        key: kept.name.writer,
        id: kept.sheet.id,
        base: kept.sheet.base,
        place: kept.name.place,
        content: kept.sheet.content,
        threadSubject: '',
        at: kept.sheet.at,
        kept,
      })),
    };
  }
}

/** Throws a draft away, here and there. Throws Failure. */
export async function discard(userId: number, { id, base, kept }: DraftEntry): Promise<void> {
  if (id) await removeDraft({ id, base, writer: kept?.name.writer ?? '' });
  const copies = sheetsOf(ownerOf(userId)).filter(
    ({ name, sheet }) => (id !== 0 && sheet.id === id) || name.writer === kept?.name.writer,
  );
  for (const { name } of copies) forgetSheet(name);
}

/** Brings a draft back that was thrown away; gives it as it is now. Throws Failure. */
export async function restore(userId: number, entry: DraftEntry): Promise<DraftEntry> {
  const name = freshName(ownerOf(userId), entry.place);
  const saved = await putDraft(name, {
    content: entry.content,
    at: entry.at,
    id: 0,
    base: '',
    dirty: true,
  });
  return { ...entry, ...saved, kept: undefined };
}
