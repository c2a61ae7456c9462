import { call } from '../client/api.ts';

/*
 * How far the reader has read: known to this browser at once, told to the server in batches
 * (decisions/reading.md).
 */

/** Floors by thread that the server hasn't been told of, as JSON. */
const KEY = 'reads';
/** Milliseconds after which the server is told. */
const FLUSH_DELAY_MS = 4_000;
/** Threads of one call. */
const MAX_BATCH = 50;

type Floors = Record<string, number>;

/** Where storage is forbidden, this page alone knows. */
let unsent: Floors = readStored();
let timer: ReturnType<typeof setTimeout> | undefined;

function readStored(): Floors {
  try {
    return JSON.parse(localStorage[KEY] ?? '{}') as Floors;
  } catch {
    return {}; // storage is forbidden here, or something else wrote into it
  }
}

function setUnsent(floors: Floors): void {
  unsent = floors;
  try {
    if (Object.keys(floors).length > 0) localStorage[KEY] = JSON.stringify(floors);
    else localStorage.removeItem(KEY);
  } catch {
    // as above
  }
}

/** Tells the server what it doesn't know yet; what it can't be told now is told later. */
export async function flushReads(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const sent = Object.entries({ ...readStored(), ...unsent }).slice(-MAX_BATCH);
  if (sent.length === 0) return;
  setUnsent({});
  try {
    await call('POST /v2/user/read', {
      body: { threads: sent.map(([id, floor]) => ({ id: Number(id), floor })) },
      keepalive: true,
      quiet: true,
    });
  } catch {
    setUnsent({ ...Object.fromEntries(sent), ...unsent });
  }
}

/** Threads that were made unread on this page, which is still open: reading on notes nothing. */
const keptUnread = new Set<number>();

/** Forgets what was noted of a thread, and notes nothing more of it on this page. */
export function keepUnread(threadId: number): void {
  keptUnread.add(threadId);
  const { [threadId]: _, ...others } = unsent;
  setUnsent(others);
}

/** Notes that a thread was read to a floor. */
export function noteRead(threadId: number, floor: number): void {
  if (keptUnread.has(threadId) || (unsent[threadId] ?? -1) >= floor) return;
  setUnsent({ ...unsent, [threadId]: floor });
  timer ??= setTimeout(flushReads, FLUSH_DELAY_MS);
}

// The browser may end the page without another word.
addEventListener('pagehide', () => void flushReads());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushReads();
});
