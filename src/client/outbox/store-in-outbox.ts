import { atom } from 'nanostores';
import {
  OUTBOX_SYNC_TAG,
  OUTBOX_WORKER_SCOPE,
  type OutboxKind,
  type OutboxOutcome,
  type OutboxRecord,
} from '#contracts/outbox.ts';
import { OUTBOX_WORKER_PATH } from '#contracts/worker-paths.ts';
import { pageLang, readLoginToken } from '../core/page-info.ts';
import type { Holder } from '../drafts/open-drafts.ts';
import { deleteFromOutbox, findInOutbox, putIntoOutbox, withRecordLock } from './outbox-records.ts';

/*
 * Stores writes while the API is down. After the page closes, the worker sends them where browsers
 * support it, else the next page.
 */

const rules = { createScriptURL: () => OUTBOX_WORKER_PATH };
const workerPolicy = globalThis.trustedTypes?.createPolicy('outbox-worker', rules) ?? rules;

/** Background Sync, missing in TypeScript. */
interface SyncRegistration {
  sync: { register(tag: string): Promise<void> };
}

// Service workers need https.
const canSync = (): boolean => navigator.serviceWorker !== undefined && 'SyncManager' in globalThis;

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Call when typing begins: offline, the worker can't be loaded. Undefined on failure. */
export function startOutboxWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canSync()) return Promise.resolve(undefined);
  return (registration ??= navigator.serviceWorker
    .register(workerPolicy.createScriptURL(''), { scope: OUTBOX_WORKER_SCOPE })
    .catch(() => (registration = undefined)));
}

/** Asks the browser to wake the worker once online; false if it can't. */
async function requestSync(): Promise<boolean> {
  const worker = await startOutboxWorker();
  if (!worker) return false;
  try {
    await (worker as unknown as SyncRegistration).sync.register(OUTBOX_SYNC_TAG);
    return true;
  } catch {
    return false; // the reader has forbidden it, or the worker isn't active yet
  }
}

/** The sender after the page closes: the worker, or the author's next page. */
export type OutboxSender = 'worker' | 'nextPage';

/** By outbox key. */
export const $unsentWrites = atom<Readonly<Record<string, OutboxSender>>>({});

/** The latest result of an earlier page's write. */
export const $settled = atom<{ record: OutboxRecord; outcome: OutboxOutcome } | undefined>();

export interface UnsentWrite {
  key: string;
  userId: number;
  kind: OutboxKind;
  /** Below /api. */
  path: string;
  body: object;
  threadId: number;
  title: string;
  /** The draft's key in storage. */
  draft: string;
}

/** `crypto.randomUUID` needs https. */
export function newWriteKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Shows that an earlier page's write is stored. */
export const noteStored = (key: string): void =>
  $unsentWrites.set({ ...$unsentWrites.get(), [key]: canSync() ? 'worker' : 'nextPage' });

/** Writes that this page has stored or is storing. */
const storing = new Map<string, Promise<void>>();

async function storeWrite({ path, body, ...write }: UnsentWrite): Promise<void> {
  try {
    const isStored = await putIntoOutbox({
      ...write,
      url: `/api${path}`,
      body: JSON.stringify(body),
      lang: pageLang(),
      xsrf: readLoginToken(),
      page: location.pathname,
      at: Date.now(),
      outcome: { step: 'waiting' },
    });
    if (!isStored) return;
  } catch {
    return; // storage is forbidden or full
  }
  void requestSync().then((isRequested) => {
    if (storing.has(write.key))
      $unsentWrites.set({
        ...$unsentWrites.get(),
        [write.key]: isRequested ? 'worker' : 'nextPage',
      });
  });
}

/** Stores an unsent write. If storage fails, only the page retries. */
export function storeInOutbox(write: UnsentWrite): Promise<void> {
  const stored = storeWrite(write);
  storing.set(write.key, stored);
  return stored;
}

/** After this, nothing sends the write. Returns its outcome; undefined if it wasn't stored. */
export async function takeOutOfOutbox(key: string): Promise<OutboxOutcome | undefined> {
  const { [key]: _, ...others } = $unsentWrites.get();
  $unsentWrites.set(others);
  try {
    return await withRecordLock(key, async () => {
      const record = await findInOutbox(key);
      if (record) await deleteFromOutbox(key);
      return record?.outcome;
    });
  } catch {
    return undefined; // storage is forbidden: nothing was stored
  }
}

/** The same for a write that this page may be storing. */
export async function takeOutPending(key: string): Promise<OutboxOutcome | undefined> {
  const stored = storing.get(key);
  if (!stored) return undefined;
  await stored;
  storing.delete(key);
  return takeOutOfOutbox(key);
}

/** Cancels an open draft's write: an ordinary draft again, or none if already sent. */
export async function restoreUnsentDraft(draft: Holder): Promise<void> {
  const key = draft.$outbox.get();
  if (key === undefined) return;
  const outcome = await takeOutOfOutbox(key);
  await (outcome?.step === 'sent' ? draft.discard() : draft.resume());
}
