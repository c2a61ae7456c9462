import { MAX_DRAFTS } from '#contracts/limits.ts';
import type { DraftWire } from '#contracts/wire/own-content.ts';
import { isSessionOwner } from '../account/session-owner.ts';
import { Failure } from '../core/failure.ts';
import { takeOutOfOutbox } from '../outbox/keep-in-outbox.ts';
import {
  contentOfDraft,
  deleteFromServer,
  loadDrafts,
  loadWhole,
  saveToServer,
  targetOfDraft,
} from './draft-api.ts';
import {
  adoptAnonymousDrafts,
  claimDraft,
  type DraftContent,
  type DraftTarget,
  deleteRecord,
  draftOwner,
  newDraftKey,
  readDraftsOf,
  readRecord,
  type StoredDraft,
  writeRecord,
} from './draft-records.ts';

/* All drafts of a member: those on the server, and those that only this browser has. */

export interface DraftEntry {
  key: string;
  /** The id on the server; 0 for a draft that only this browser has. */
  id: number;
  /** The server's time of the shown version; '' for none. */
  base: string;
  target: DraftTarget;
  content: DraftContent;
  /** The subject of the thread that a reply is for; '' when unknown. */
  threadSubject: string;
  /** Time of the last change, in milliseconds since 1970. */
  at: number;
  /** What the list has of it, when that is without its text. */
  listed?: DraftWire | undefined;
  /** The record in this browser, if the entry was read from there. */
  stored?: StoredDraft | undefined;
}

/** Runs work on a local draft that no open page holds. */
async function withUnclaimedDraft(
  kept: StoredDraft,
  work: (kept: StoredDraft) => Promise<void>,
): Promise<void> {
  const free = await claimDraft(kept.draftKey);
  const record = readRecord(kept.draftKey);
  if (!free) return;
  try {
    if (record) await work({ ...kept, record });
  } finally {
    free();
  }
}

async function syncDraft({ draftKey, record }: StoredDraft): Promise<void> {
  if (record.deleted) {
    if (record.id) await deleteFromServer({ ...record, writer: draftKey.writer });
    deleteRecord(draftKey);
  } else if (record.dirty) {
    writeRecord(draftKey, { ...record, ...(await saveToServer(draftKey, record)), dirty: false });
  }
}

/** The same; what the server refuses, such as too long a text, stays here and stops no other. */
async function syncUnlessRefused(kept: StoredDraft): Promise<void> {
  try {
    await syncDraft(kept);
  } catch (error) {
    // A broken rule, or what no editor sends.
    const isRefusal = error instanceof Failure && (error.status === 200 || error.status === 400);
    if (!isRefusal) throw error;
  }
}

/** Sends the drafts that the server doesn't have. Those that fail are sent the next time. */
export async function pushLocalDrafts(userId: number): Promise<void> {
  adoptAnonymousDrafts(userId);
  try {
    const waiting = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => record.deleted || (record.dirty && !record.outbox),
    );
    if (waiting.length === 0 || !(await isSessionOwner(userId))) return;
    for (const kept of waiting) await withUnclaimedDraft(kept, syncUnlessRefused);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

const toEntry = (draft: DraftWire): DraftEntry => ({
  key: `d${draft.id}`,
  id: draft.id,
  base: draft.updated_at,
  target: targetOfDraft(draft),
  content: contentOfDraft(draft),
  threadSubject: draft.thread_subject,
  at: Date.parse(draft.updated_at),
  listed: draft.withheld ? draft : undefined,
});

const storedToEntry = (stored: StoredDraft): DraftEntry => ({
  key: stored.draftKey.writer,
  id: stored.record.id,
  base: stored.record.base,
  target: stored.draftKey.target,
  content: stored.record.content,
  threadSubject: '',
  at: stored.record.at,
  stored,
});

/** The drafts that only this browser has, or that wait to be sent from here. */
function localOnlyDrafts(userId: number): DraftEntry[] {
  return readDraftsOf(draftOwner(userId))
    .filter(({ record }) => (record.dirty || record.outbox) && !record.deleted)
    .map(storedToEntry);
}

/**
 * The drafts of a member, latest first. While the API is down: those of this browser, and the
 * failure.
 */
export async function listDrafts(
  userId: number,
): Promise<{ entries: DraftEntry[]; failure?: Failure }> {
  await pushLocalDrafts(userId);
  try {
    const { data } = await loadDrafts({ limit: MAX_DRAFTS });
    const localEntries = localOnlyDrafts(userId);
    // A draft that is newer here than on the server is listed once, with the local content.
    const serverEntries = data
      .filter((draft) => !localEntries.some(({ id }) => id === draft.id))
      .map(toEntry);
    return { entries: [...localEntries, ...serverEntries].sort((a, b) => b.at - a.at) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const localDrafts = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => !record.deleted && record.at > 0,
    );
    return {
      failure: error,
      entries: localDrafts.map(storedToEntry),
    };
  }
}

/** Deletes a draft here and on the server; returns it with its text. Throws Failure. */
export async function deleteDraft(userId: number, entry: DraftEntry): Promise<DraftEntry> {
  const { id, base, stored, listed } = entry;
  const whole = listed ? { ...entry, content: contentOfDraft(await loadWhole(listed)) } : entry;
  if (id) await deleteFromServer({ id, base, writer: stored?.draftKey.writer ?? '' });
  const copies = readDraftsOf(draftOwner(userId)).filter(
    ({ draftKey, record }) =>
      (id !== 0 && record.id === id) || draftKey.writer === stored?.draftKey.writer,
  );
  for (const { draftKey, record } of copies) {
    if (record.outbox) await takeOutOfOutbox(record.outbox);
    deleteRecord(draftKey);
  }
  return whole;
}

/** Restores a deleted draft; returns it as it is now. Throws Failure. */
export async function restoreDraft(userId: number, entry: DraftEntry): Promise<DraftEntry> {
  const name = newDraftKey(draftOwner(userId), entry.target);
  const saved = await saveToServer(name, {
    content: entry.content,
    at: entry.at,
    id: 0,
    base: '',
    dirty: true,
  });
  return { ...entry, ...saved, stored: undefined };
}
