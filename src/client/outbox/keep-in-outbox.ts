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
import type { Holder } from '../drafts/waiting-draft.ts';
import { deleteFromOutbox, findInOutbox, putIntoOutbox, withRecordLock } from './outbox-records.ts';

/*
 * What a page sends while the API is down is kept in this browser, so that it is sent when the page
 * is closed, too: by the worker where browsers have one for it, else by the next page.
 */

const rules = { createScriptURL: () => OUTBOX_WORKER_PATH };
const workerPolicy = globalThis.trustedTypes?.createPolicy('outbox-worker', rules) ?? rules;

/** Background Sync, which TypeScript doesn't know. */
interface SyncRegistration {
  sync: { register(tag: string): Promise<void> };
}

// Without https browsers have no service workers.
const canSync = (): boolean => navigator.serviceWorker !== undefined && 'SyncManager' in globalThis;

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Starts the worker, when somebody begins to write: without a network its file can't be fetched any
 * more. Undefined where browsers don't sync in the background, or it couldn't be fetched.
 */
export function startOutboxWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canSync()) return Promise.resolve(undefined);
  return (registration ??= navigator.serviceWorker
    .register(workerPolicy.createScriptURL(''), { scope: OUTBOX_WORKER_SCOPE })
    .catch(() => (registration = undefined)));
}

/** Asks the browser to wake the worker when there is a network; false where it doesn't. */
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

/** Who sends what is kept when its page is closed: the worker, or the next page of its writer. */
export type OutboxSender = 'worker' | 'nextPage';

/** By the keys of what this page keeps. */
export const $kept = atom<Readonly<Record<string, OutboxSender>>>({});

/** What this page has seen sent or refused last, of what an earlier page had kept. */
export const $settled = atom<{ record: OutboxRecord; outcome: OutboxOutcome } | undefined>();

export interface KeptWrite {
  key: string;
  userId: number;
  kind: OutboxKind;
  /** Below /api. */
  path: string;
  body: object;
  threadId: number;
  title: string;
  /** The key of its draft in this browser's storage. */
  draft: string;
}

/** A key for what is sent; `crypto.randomUUID` is for pages that come by https. */
export function newWriteKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Shows that a write of an earlier page is kept. */
export const noteKept = (key: string): void =>
  $kept.set({ ...$kept.get(), [key]: canSync() ? 'worker' : 'nextPage' });

/** What this page keeps, or is about to. */
const keeping = new Map<string, Promise<void>>();

async function keep({ path, body, ...write }: KeptWrite): Promise<void> {
  try {
    const isKept = await putIntoOutbox({
      ...write,
      url: `/api${path}`,
      body: JSON.stringify(body),
      lang: pageLang(),
      xsrf: readLoginToken(),
      page: location.pathname,
      at: Date.now(),
      outcome: { step: 'waiting' },
    });
    if (!isKept) return;
  } catch {
    return; // storage is forbidden here, or full
  }
  void requestSync().then((isRequested) => {
    if (keeping.has(write.key))
      $kept.set({ ...$kept.get(), [write.key]: isRequested ? 'worker' : 'nextPage' });
  });
}

/** Keeps what couldn't be sent. Where nothing can be kept, the page goes on alone. */
export function keepInOutbox(write: KeptWrite): Promise<void> {
  const kept = keep(write);
  keeping.set(write.key, kept);
  return kept;
}

/**
 * Takes a write out, because it was answered, cancelled or is to be changed: nothing sends it any
 * more when this resolves. What had become of it; undefined when it wasn't kept.
 */
export async function takeOutOfOutbox(key: string): Promise<OutboxOutcome | undefined> {
  const { [key]: _, ...others } = $kept.get();
  $kept.set(others);
  try {
    return await withRecordLock(key, async () => {
      const record = await findInOutbox(key);
      if (record) await deleteFromOutbox(key);
      return record?.outcome;
    });
  } catch {
    return undefined; // storage is forbidden here: nothing was kept
  }
}

/** The same for one that this page may have kept. */
export async function forgetKept(key: string): Promise<OutboxOutcome | undefined> {
  const kept = keeping.get(key);
  if (!kept) return undefined;
  await kept;
  keeping.delete(key);
  return takeOutOfOutbox(key);
}

/**
 * Takes the text of an open draft out, when the writer cancels it: it is a draft again, or none if
 * it was sent before.
 */
export async function takeBackDraft(draft: Holder): Promise<void> {
  const key = draft.$outbox.get();
  if (key === undefined) return;
  const outcome = await takeOutOfOutbox(key);
  await (outcome?.step === 'sent' ? draft.discard() : draft.resume());
}
