import { OUTBOX_RETENTION_MS, type OutboxOutcome, type OutboxRecord } from '#contracts/outbox.ts';
import { replyPermalink, threadPath } from '#contracts/paths.ts';
import { $account } from '../account/account.ts';
import { isSessionOwner } from '../account/session-owner.ts';
import { afterPaint } from '../core/after-paint.ts';
import { $apiDown } from '../core/api-down.ts';
import { isSentBefore, parseFailure } from '../core/failure.ts';
import { pageRoot, pageThreadId, readLoginToken } from '../core/page-info.ts';
import { readStored, writeStored } from '../core/stored-json.ts';
import { showToast } from '../core/toasts.ts';
import { waitUntilApiUp } from '../core/wait-until-api-up.ts';
import { claimDraft, parseStorageKey, readRecord, writeRecord } from '../drafts/draft-records.ts';
import { findOpenDraft } from '../drafts/open-drafts.ts';
import { endSentDraft } from './ask-about-draft.ts';
import { deleteFromOutbox, findInOutbox, readOutbox, withRecordLock } from './outbox-records.ts';
import { $settled, noteStored } from './store-in-outbox.ts';

/* Reports what the worker has sent, and sends pending records (decisions/outbox.md). */

const CALL_TIMEOUT_MS = 20_000;
/** Delay before a rate-limited call is repeated. */
const PAUSE_MS = 30_000;
/** Checks whether a form has opened a draft: number and pause. */
const HOLDER_TURNS = 20;
const HOLDER_PAUSE_MS = 100;

interface Answer {
  data?: { id?: number; thread_id?: number; checked?: number };
}

/** The result of an attempt; `down` and `later` are retried. */
type Attempt = OutboxOutcome | 'down' | 'later';

async function sendRecord(record: OutboxRecord, xsrf: string): Promise<Attempt> {
  let response: Response;
  try {
    response = await fetch(record.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': record.lang,
        'x-xsrf-token': xsrf,
        'idempotency-key': record.key,
      },
      body: record.body,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
  } catch {
    $apiDown.set(true);
    return 'down';
  }
  const answer = (await response.json().catch(() => ({}))) as Answer;
  const failure = parseFailure(response.status, answer, response.headers);
  $apiDown.set(failure?.isApiDown ?? false);
  if (failure?.isApiDown) return 'down';
  if (failure?.status === 429) return 'later';
  if (failure?.status === 401 || failure?.code === 'csrf') return { step: 'waiting' };
  if (failure && !isSentBefore(failure)) return { step: 'refused', text: failure.message };
  const written = failure ? (failure.payload as Answer['data']) : answer.data;
  const { id = 0, thread_id, checked } = written ?? {};
  return {
    step: 'sent',
    id,
    threadId: thread_id || record.threadId || (record.kind === 'thread' ? id : 0),
    checked: checked !== 0,
  };
}

/** The address of the sent post. */
function sentHref({ kind, threadId, page }: OutboxRecord, sentId: number, into: number): string {
  if (kind === 'thread') return threadPath(pageRoot(), into);
  return kind === 'reply' ? replyPermalink(pageRoot(), into || threadId, sentId) : page;
}

/** Deletes the text of a comment, or of one unsent private message. */
function endSavedText({ key, draft }: OutboxRecord): void {
  const stored = readStored<{ letters?: { key: string }[] }>(draft);
  const letters = stored?.letters?.filter((letter) => letter.key !== key) ?? [];
  writeStored(draft, letters.length > 0 ? { ...stored, letters } : undefined);
}

/** Ends a record: deletes its draft or makes it an ordinary one, and notifies the author. */
async function settle(record: OutboxRecord, outcome: OutboxOutcome): Promise<void> {
  if (outcome.step === 'waiting') return;
  const isSent = outcome.step === 'sent';
  const holder = findOpenDraft(record.key);
  const draftKey = parseStorageKey(record.draft);
  const draft = draftKey && readRecord(draftKey);
  if (holder) await (isSent ? holder.discard() : holder.resume());
  else if (draftKey && draft?.outbox === record.key) {
    const { outbox: _, ...plain } = draft;
    if (isSent) await endSentDraft({ draftKey, record: draft });
    else writeRecord(draftKey, plain);
  }
  if (isSent && (record.kind === 'letter' || record.kind === 'comment')) endSavedText(record);
  await deleteFromOutbox(record.key);
  $settled.set({ record, outcome });
  const { kind, title, page } = record;
  if (isSent)
    showToast({
      key: outcome.checked ? `outbox.sent.${kind}` : 'outbox.held',
      values: { title },
      action: { key: 'composer.see', href: sentHref(record, outcome.id, outcome.threadId) },
    });
  else if (outcome.text !== '')
    showToast({
      key: `outbox.refused.${kind}`,
      values: { title, reason: outcome.text },
      isError: true,
      stays: true,
      action: { key: 'outbox.draft', href: page },
    });
}

/** Sends one record if it is still pending. */
async function attempt(key: string): Promise<Attempt> {
  const record = await findInOutbox(key);
  if (record?.outcome.step !== 'waiting') return record?.outcome ?? { step: 'waiting' };
  const xsrf = readLoginToken();
  try {
    if (!(await isSessionOwner(record.userId))) return { step: 'waiting' };
  } catch {
    return 'down';
  }
  // After another login the token differs, so the server refuses the call.
  return sendRecord(record, xsrf);
}

/** Retries while this page is open, until the record is answered or removed. */
async function sendUntilAnswered(record: OutboxRecord): Promise<void> {
  for (;;) {
    const outcome = await withRecordLock(record.key, () => attempt(record.key));
    if (typeof outcome === 'object') return settle(record, outcome);
    if (outcome === 'down') {
      noteStored(record.key);
      await waitUntilApiUp();
    } else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Waits briefly for this page's form to open the draft; false if none does. */
async function waitForHolder(key: string): Promise<boolean> {
  for (let turn = 0; turn < HOLDER_TURNS && !findOpenDraft(key); turn++)
    await new Promise((resolve) => setTimeout(resolve, HOLDER_PAUSE_MS));
  return findOpenDraft(key) !== undefined;
}

async function sendPending(record: OutboxRecord): Promise<void> {
  // An expired record becomes a draft again, and its author decides.
  if (record.at < Date.now() - OUTBOX_RETENTION_MS)
    return settle(record, { step: 'refused', text: '' });
  const draftKey = parseStorageKey(record.draft);
  if (!draftKey) return sendUntilAnswered(record);
  const isOfThisPage = record.kind === 'reply' && record.threadId === pageThreadId();
  if (isOfThisPage && (await waitForHolder(record.key))) return sendUntilAnswered(record);
  const free = await claimDraft(draftKey);
  if (!free)
    // a form of this page has the text open, or another page sends it
    return (await waitForHolder(record.key)) ? sendUntilAnswered(record) : undefined;
  try {
    await sendUntilAnswered(record);
  } finally {
    free();
  }
}

/** Sends the reader's records. */
export async function emptyOutbox(): Promise<void> {
  const reader = await new Promise<{ id: number } | null>((resolve) => {
    const unsubscribe = $account.subscribe((account) => {
      if (account === undefined) return;
      resolve(account);
      queueMicrotask(() => unsubscribe());
    });
  });
  if (!reader) return;
  await afterPaint(); // the composer takes its draft first
  for (const record of await readOutbox())
    if (record.userId === reader.id)
      await (record.outcome.step === 'waiting'
        ? sendPending(record)
        : settle(record, record.outcome));
}
