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
 * Ends a draft that was sent while its page was closed, here and on the server, which has deleted
 * only the version that the call named. What can't be deleted now is when drafts are saved next.
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
 * What has become of a marked draft, before anybody is offered it: undefined when it was sent; a
 * draft like any other when it was refused, or isn't in the outbox any more.
 */
export async function askAboutDraft(kept: StoredDraft): Promise<StoredDraft | undefined> {
  const { draftKey, record } = kept;
  try {
    const outcome = (await findInOutbox(record.outbox ?? ''))?.outcome;
    if (outcome?.step === 'waiting') return kept;
    if (outcome?.step === 'sent') return void (await endSentDraft(kept));
  } catch {
    return kept; // storage is forbidden: the draft's own text is here
  }
  // It may have been ended while the outbox was asked.
  const now = readRecord(draftKey);
  if (!now || now.deleted) return undefined;
  const { outbox: _, ...plain } = now;
  writeRecord(draftKey, plain);
  return { draftKey, record: plain };
}
