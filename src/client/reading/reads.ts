import { MAX_READ_THREADS } from '#contracts/limits.ts';
import { call } from '../core/api.ts';
import { $apiDown } from '../core/api-down.ts';
import { readLoginToken } from '../core/page-info.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';

/*
 * How far the reader has read: known to this browser at once, told to the server in batches
 * (decisions/reading-and-watching.md).
 */

/** What the server hasn't been told of, as JSON. */
const KEY = 'reads';
/** Milliseconds after which the server is told. */
const FLUSH_DELAY_MS = 4_000;

/** The last floors that were read, by thread. */
type Floors = Readonly<Record<string, number>>;

const readFloors = (): Floors => readOfLogin<Floors>(KEY) ?? {};

/** Where storage is forbidden, this page alone knows. */
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
    return; // it is sent again later
  }
  if (readLoginToken() !== token) return;
  // Forgotten only now: a page that is left may not have got its call through.
  const left = Object.entries({ ...known, ...getUnsent() });
  setUnsent(Object.fromEntries(left.filter(([id, floor]) => floor > (sent[id] ?? -1))));
}

let sending: Promise<void> | undefined;

/** Tells the server what it doesn't know yet; what it can't be told now is told later. */
export const flushReads = (): Promise<void> =>
  (sending ??= sendReads().finally(() => (sending = undefined)));

/** Threads that were made unread on this page, which is still open: reading on notes nothing. */
const keptUnread = new Set<number>();

/** Forgets what was noted of a thread, and notes nothing more of it on this page. */
export function keepUnread(threadId: number): void {
  keptUnread.add(threadId);
  const { [threadId]: _, ...others } = getUnsent();
  setUnsent(others);
}

/** Notes that a thread was read to a floor. */
export function noteRead(threadId: number, floor: number): void {
  const known = getUnsent();
  if (keptUnread.has(threadId) || (known[threadId] ?? -1) >= floor) return;
  setUnsent({ ...known, [threadId]: floor });
  timer ??= setTimeout(flushReads, FLUSH_DELAY_MS);
}

// The browser may end the page without another word.
addEventListener('pagehide', () => void flushReads());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushReads();
});
