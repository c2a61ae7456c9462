import { MAX_READ_THREADS } from '#contracts/limits.ts';
import { call } from '../core/api.ts';
import { $apiDown } from '../core/api-down.ts';
import { readLoginToken } from '../core/page-info.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';

/* Reading progress: local at once, sent in batches (decisions/reading-and-watching.md). */

/** Reads not yet sent, as JSON. */
const KEY = 'reads';
const FLUSH_DELAY_MS = 4_000;

/** The last read floor by thread. */
type Floors = Readonly<Record<string, number>>;

const readFloors = (): Floors => readOfLogin<Floors>(KEY) ?? {};

/** In memory too, in case storage is forbidden. */
let unsent = { token: readLoginToken(), floors: readFloors() };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Drops reads of another login, so that the current one does not send them. */
const getUnsent = (): Floors => (unsent.token === readLoginToken() ? unsent.floors : {});

function setUnsent(floors: Floors): void {
  unsent = { token: readLoginToken(), floors };
  writeOfLogin(KEY, Object.keys(floors).length > 0 ? floors : undefined);
}

async function sendReads(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (!navigator.onLine || $apiDown.get()) return;
  const token = readLoginToken();
  const known = { ...readFloors(), ...getUnsent() };
  const sent = Object.fromEntries(Object.entries(known).slice(0, MAX_READ_THREADS));
  if (Object.keys(sent).length === 0) return;
  try {
    await call('POST /v2/user/read', {
      body: { threads: Object.entries(sent).map(([id, floor]) => ({ id: Number(id), floor })) },
      keepalive: true,
      quiet: true,
    });
  } catch {
    return; // sent again later
  }
  if (readLoginToken() !== token) return;
  // Delete only now: the call may fail if the page closes.
  const left = Object.entries({ ...known, ...getUnsent() });
  setUnsent(Object.fromEntries(left.filter(([id, floor]) => floor > (sent[id] ?? -1))));
}

let sending: Promise<void> | undefined;

/** Sends unsent reads; failed ones are sent later. */
export const flushReads = (): Promise<void> =>
  (sending ??= sendReads().finally(() => (sending = undefined)));

/** Threads marked unread on this page: reading on records nothing. */
const markedUnread = new Set<number>();

/** Drops a thread's unsent reads, and records no more on this page. */
export function keepUnread(threadId: number): void {
  markedUnread.add(threadId);
  const { [threadId]: _, ...others } = getUnsent();
  setUnsent(others);
}

export function noteRead(threadId: number, floor: number): void {
  const known = getUnsent();
  if (markedUnread.has(threadId) || (known[threadId] ?? -1) >= floor) return;
  setUnsent({ ...known, [threadId]: floor });
  timer ??= setTimeout(flushReads, FLUSH_DELAY_MS);
}

// The browser may end the page without a further event.
addEventListener('pagehide', () => void flushReads());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushReads();
});
