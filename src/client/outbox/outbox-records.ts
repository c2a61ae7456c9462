import {
  MAX_OUTBOX_RECORDS,
  OUTBOX_DATABASE,
  OUTBOX_STORE,
  type OutboxRecord,
} from '#contracts/outbox.ts';

/* The outbox records in this browser's database, which the worker reads too. */

/** A localStorage flag that records exist; pages read nothing else. */
const FLAG = 'outbox';

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database gave no reason'));
  });

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(OUTBOX_DATABASE, 1);
  opening.onupgradeneeded = () =>
    void opening.result.createObjectStore(OUTBOX_STORE, { keyPath: 'key' });
  return toPromise(opening);
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await toPromise(
      work(database.transaction(OUTBOX_STORE, mode).objectStore(OUTBOX_STORE)),
    );
  } finally {
    database.close();
  }
}

/** Oldest first. */
export const readOutbox = async (): Promise<OutboxRecord[]> =>
  (await withStore<OutboxRecord[]>('readonly', (store) => store.getAll())).sort(
    (one, other) => one.at - other.at,
  );

export const findInOutbox = (key: string): Promise<OutboxRecord | undefined> =>
  withStore<OutboxRecord | undefined>('readonly', (store) => store.get(key));

/** False if there are too many records. Throws if storage is forbidden or full. */
export async function putIntoOutbox(record: OutboxRecord): Promise<boolean> {
  if ((await readOutbox()).length >= MAX_OUTBOX_RECORDS) return false;
  await withStore('readwrite', (store) => store.put(record));
  localStorage.setItem(FLAG, '1');
  return true;
}

export async function deleteFromOutbox(key: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(key));
  if ((await readOutbox()).length === 0) localStorage.removeItem(FLAG);
}

/** Prevents other pages and the worker from sending the record meanwhile. */
export const withRecordLock = <Result>(
  key: string,
  work: () => Promise<Result>,
): Promise<Result> => (navigator.locks ? navigator.locks.request(`outbox:${key}`, work) : work());
