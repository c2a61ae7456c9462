import type { OutboxOutcome, OutboxRecord } from '#contracts/outbox.ts';

/*
 * Service worker that sends the outbox after the API was down, without an open page. No page is in
 * its scope. astro.config.mjs builds it as /outbox-sw.js, one file: it imports only types. See
 * decisions/outbox.md.
 */

interface ExtendableEvent extends Event {
  /** Keeps the worker alive; if the promise rejects, the browser syncs again. */
  waitUntil(work: Promise<unknown>): void;
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
interface WorkerScope {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}
const worker = self as unknown as WorkerScope;

// As contracts/outbox.ts has them.
const SYNC_TAG = 'outbox';
const DATABASE = 'outbox';
const STORE = 'writes';
const CALL_TIMEOUT_MS = 20_000;
const RETENTION_MS = 7 * 24 * 3_600_000;

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database gave no reason'));
  });

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE, { keyPath: 'key' });
  return toPromise(opening);
}

interface Answer {
  code?: number;
  msg?: string;
  err_code?: string;
  err_payload?: Partial<Written> & { same_key?: number };
  data?: Partial<Written>;
}
interface Written {
  id: number;
  thread_id: number;
  checked: number;
}

const toSent = (
  { id = 0, thread_id = 0, checked = 1 }: Partial<Written>,
  { kind, threadId }: OutboxRecord,
): OutboxOutcome => ({
  step: 'sent',
  id,
  threadId: thread_id || threadId || (kind === 'thread' ? id : 0),
  checked: checked !== 0,
});

/** The outcome of an answer. Waiting: the session ended, so the author's next page sends it. */
function toOutcome(record: OutboxRecord, status: number, answer: Answer): OutboxOutcome {
  const { code, msg = '', err_code, err_payload, data } = answer;
  if (status === 401 || err_code === 'csrf') return { step: 'waiting' };
  if (err_code === 'repeat' && err_payload?.same_key) return toSent(err_payload, record);
  if (status === 200 && code === 0) return toSent(data ?? {}, record);
  return { step: 'refused', text: msg };
}

/** Sends a record. Throws while the API is down or overloaded. */
async function send(record: OutboxRecord): Promise<OutboxOutcome> {
  const response = await fetch(record.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': record.lang,
      'x-xsrf-token': record.xsrf,
      'idempotency-key': record.key,
    },
    body: record.body,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const { status } = response;
  if (status === 429 || (status >= 502 && status <= 504)) throw new Error(`answered ${status}`);
  return toOutcome(record, status, (await response.json().catch(() => ({}))) as Answer);
}

/** Sends a record that no page has removed, and stores the outcome. */
async function sendIfPending(database: IDBDatabase, key: string): Promise<void> {
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
  const record = await toPromise<OutboxRecord | undefined>(store('readonly').get(key));
  if (record?.outcome.step !== 'waiting' || record.at < Date.now() - RETENTION_MS) return;
  const outcome = await send(record);
  if (outcome.step !== 'waiting')
    await toPromise(store('readwrite').put({ ...record, body: '', outcome }));
}

/** Sends all pending records, oldest first. Throws if any must be retried. */
async function sendAll(): Promise<void> {
  const database = await openDatabase();
  try {
    const records = await toPromise<OutboxRecord[]>(
      database.transaction(STORE).objectStore(STORE).getAll(),
    );
    for (const { key } of records.sort((one, other) => one.at - other.at))
      await navigator.locks.request(`outbox:${key}`, () => sendIfPending(database, key));
  } finally {
    database.close();
  }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendAll());
});
