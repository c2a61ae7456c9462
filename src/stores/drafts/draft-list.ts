import type { DraftWire } from '#contracts/wire/own-content.ts';
import { isSessionOwner } from '../account/session-owner.ts';
import { Failure } from '../client/failure.ts';
import {
  contentOfDraft,
  deleteFromServer,
  loadDrafts,
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

/* All drafts of a person: those on the server, and those that are in this browser alone. */

export interface DraftEntry {
  key: string;
  /** On the server; 0 for one that isn't there. */
  id: number;
  /** The server's time of the version that is shown; '' for none. */
  base: string;
  target: DraftTarget;
  content: DraftContent;
  /** Of the thread that a reply is for; '' when that isn't known. */
  threadSubject: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Where it is in this browser. */
  stored?: StoredDraft | undefined;
}

/** Runs work on a sheet that no open page has. */
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
  if (record.gone) {
    if (record.id) await deleteFromServer({ ...record, writer: draftKey.writer });
    deleteRecord(draftKey);
  } else if (record.dirty) {
    writeRecord(draftKey, { ...record, ...(await saveToServer(draftKey, record)), dirty: false });
  }
}

/** Brings to the server what never reached it. What fails stays for the next time. */
export async function pushLocalDrafts(userId: number): Promise<void> {
  adoptAnonymousDrafts(userId);
  try {
    const waiting = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => record.gone || record.dirty,
    );
    if (waiting.length === 0 || !(await isSessionOwner(userId))) return;
    for (const kept of waiting) await withUnclaimedDraft(kept, syncDraft);
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
});

/** What is in this browser alone. */
function localOnlyDrafts(userId: number): DraftEntry[] {
  return readDraftsOf(draftOwner(userId))
    .filter(({ record }) => record.dirty && !record.gone)
    .map((kept) => ({
      key: kept.draftKey.writer,
      id: kept.record.id,
      base: kept.record.base,
      target: kept.draftKey.target,
      content: kept.record.content,
      threadSubject: '',
      at: kept.record.at,
      kept,
    }));
}

/** Drafts that one person may have are fewer than this. */
const MAX_DRAFTS = 100;

/**
 * The drafts of a person, the latest first. While the server is away: those of this browser, and
 * `failure`.
 */
export async function listDrafts(
  userId: number,
): Promise<{ entries: DraftEntry[]; failure?: Failure }> {
  await pushLocalDrafts(userId);
  try {
    const { data } = await loadDrafts({ limit: MAX_DRAFTS });
    const localEntries = localOnlyDrafts(userId);
    // What is newer here than there is shown once, as it is here.
    const serverEntries = data
      .filter((draft) => !localEntries.some(({ id }) => id === draft.id))
      .map(toEntry);
    return { entries: [...localEntries, ...serverEntries].sort((a, b) => b.at - a.at) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const localDrafts = readDraftsOf(draftOwner(userId)).filter(
      ({ record }) => !record.gone && record.at > 0,
    );
    return {
      failure: error,
      entries: localDrafts.map((kept) => ({
        key: kept.draftKey.writer,
        id: kept.record.id,
        base: kept.record.base,
        target: kept.draftKey.target,
        content: kept.record.content,
        threadSubject: '',
        at: kept.record.at,
        kept,
      })),
    };
  }
}

/** Throws a draft away, here and there. Throws Failure. */
export async function deleteDraft(userId: number, { id, base, stored }: DraftEntry): Promise<void> {
  if (id) await deleteFromServer({ id, base, writer: stored?.draftKey.writer ?? '' });
  const copies = readDraftsOf(draftOwner(userId)).filter(
    ({ draftKey, record }) =>
      (id !== 0 && record.id === id) || draftKey.writer === stored?.draftKey.writer,
  );
  for (const { draftKey } of copies) deleteRecord(draftKey);
}

/** Brings a draft back that was thrown away; gives it as it is now. Throws Failure. */
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
