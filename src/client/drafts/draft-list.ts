import { MAX_DRAFTS } from '#contracts/limits.ts';
import type { DraftWire } from '#contracts/wire/own-content.ts';
import { isSessionOwner } from '../account/session-owner.ts';
import { Failure } from '../core/failure.ts';
import { takeOutOfOutbox } from '../outbox/store-in-outbox.ts';
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

/* A member's drafts: those on the server, and those only in this browser. */

export interface DraftEntry {
  key: string;
  /** 0 if only this browser has it. */
  id: number;
  /** The server's time of the shown version, or ''. */
  base: string;
  target: DraftTarget;
  content: DraftContent;
  /** Subject of the replied thread, or '' if unknown. */
  threadSubject: string;
  /** Last change in ms since 1970. */
  at: number;
  /** The list's entry, if it lacks the text. */
  listed?: DraftWire | undefined;
  /** The record in this browser, if the entry comes from it. */
  stored?: StoredDraft | undefined;
}

/** Runs `work` if no open page has claimed the draft. */
async function withUnclaimedDraft(
  draft: StoredDraft,
  work: (draft: StoredDraft) => Promise<void>,
): Promise<void> {
  const free = await claimDraft(draft.draftKey);
  const record = readRecord(draft.draftKey);
  if (!free) return;
  try {
    if (record) await work({ ...draft, record });
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

/** A draft that the server refuses (too long) remains here and doesn't block the others. */
async function syncUnlessRefused(draft: StoredDraft): Promise<void> {
  try {
    await syncDraft(draft);
  } catch (error) {
    // a broken rule, or content that no editor sends
    const isRefusal = error instanceof Failure && (error.status === 200 || error.status === 400);
    if (!isRefusal) throw error;
  }
}

/** Uploads drafts that the server lacks; failed ones are retried on the next call. */
export async function pushLocalDrafts(userId: number): Promise<void> {
  adoptAnonymousDrafts(userId);
  try {
    const unsaved = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => record.deleted || (record.dirty && !record.outbox),
    );
    if (unsaved.length === 0 || !(await isSessionOwner(userId))) return;
    for (const draft of unsaved) await withUnclaimedDraft(draft, syncUnlessRefused);
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

/** Drafts that only this browser has, including unsent ones of the outbox. */
function localOnlyDrafts(userId: number): DraftEntry[] {
  return readDraftsOf(draftOwner(userId))
    .filter(({ record }) => (record.dirty || record.outbox) && !record.deleted)
    .map(storedToEntry);
}

/** Latest first. While the API is down: this browser's drafts and the failure. */
export async function listDrafts(
  userId: number,
): Promise<{ entries: DraftEntry[]; failure?: Failure }> {
  await pushLocalDrafts(userId);
  try {
    const { data } = await loadDrafts({ limit: MAX_DRAFTS });
    const localEntries = localOnlyDrafts(userId);
    // If the local version is newer, list it once with the local content.
    const serverEntries = data
      .filter((draft) => !localEntries.some(({ id }) => id === draft.id))
      .map(toEntry);
    return { entries: [...localEntries, ...serverEntries].sort((a, b) => b.at - a.at) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const localDrafts = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => !record.deleted && record.at > 0,
    );
    return { failure: error, entries: localDrafts.map(storedToEntry) };
  }
}

/** Deletes here and on the server; returns the deleted draft. Throws Failure. */
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

/** Returns the restored draft. Throws Failure. */
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
