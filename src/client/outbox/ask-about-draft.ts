import { Failure } from '../core/failure.ts';
import { deleteFromServer } from '../drafts/draft-api.ts';
import {
  deleteRecord,
  readRecord,
  type StoredDraft,
  writeRecord,
} from '../drafts/draft-records.ts';
import { findInOutbox } from './outbox-records.ts';

/**
 * Deletes a draft that was sent while its page was closed, here and on the server: the call deleted
 * only the version it named. A failed deletion is retried at the next save.
 */
export async function endSentDraft({ draftKey, record }: StoredDraft): Promise<void> {
  const { id, base } = record;
  writeRecord(draftKey, {
    content: { html: '' },
    at: Date.now(),
    id,
    base,
    dirty: false,
    deleted: true,
  });
  try {
    if (id !== 0) await deleteFromServer({ id, base, writer: draftKey.writer });
    deleteRecord(draftKey);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Resolves a marked draft before it is offered. Returns undefined if it was sent, or an ordinary
 * draft if it was refused or is no longer in the outbox.
 */
export async function askAboutDraft(draft: StoredDraft): Promise<StoredDraft | undefined> {
  const { draftKey, record } = draft;
  try {
    const outcome = (await findInOutbox(record.outbox ?? ''))?.outcome;
    if (outcome?.step === 'waiting') return draft;
    if (outcome?.step === 'sent') return void (await endSentDraft(draft));
  } catch {
    return draft; // storage is forbidden: use the draft's own text
  }
  // The draft may have ended during the lookup.
  const now = readRecord(draftKey);
  if (!now || now.deleted) return undefined;
  const { outbox: _, ...plain } = now;
  writeRecord(draftKey, plain);
  return { draftKey, record: plain };
}
