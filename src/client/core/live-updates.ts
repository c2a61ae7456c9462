import { MAX_FOLLOWED_THREADS } from '#contracts/limits.ts';
import type { Removal } from '#contracts/removals.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import { $account, setAccount } from '../account/account.ts';
import { askSessionOwner, hasLoginChanged } from '../account/session-owner.ts';
import { $unreadCounts, setUnreadCounts } from '../messages/unread-counts.ts';
import { recordRemovals } from '../thread/removals.ts';
import { recordThreadChanges } from '../thread/thread-changes.ts';
import { call } from './api.ts';
import { pageThreadId } from './page-info.ts';

/*
 * Live unread counts (R30), removals (R29) and changes of shown threads. One window holds a lock
 * and the event stream, and relays events to the others, which send it their threads. The next
 * window takes over the lock. Without a stream the holder polls every minute.
 */

const EVENTS_URL = '/api/v1/user/events';
const POLL_MS = 60_000;
/** Delay before the stream is reopened. */
const RECONNECT_MS = 300_000;

/**
 * Silence after which the stream is reopened: the machine that held it may have disappeared without
 * closing it. The server sends a beat every 10 s. The reader waits 18 s at most.
 */
const SILENCE_MS = 16_000;
const SILENCE_CHECK_MS = 2_000;

/** Delay in which threads of other windows are collected before the stream reopens. */
const GATHER_MS = 500;

/** Messages between windows of one account. */
type WindowEvent =
  | { counts: MessageCountsWire }
  | { removals: readonly Removal[] | null }
  | { threads: readonly number[] }
  /** The window's thread; null if it shows none any more. */
  | { window: string; shows: number | null }
  | { question: true }
  | { ended: true };
type WindowMessage = { account: number } & WindowEvent;

async function fetchCounts(receive: (counts: MessageCountsWire) => void): Promise<void> {
  try {
    receive((await call('GET /v1/user/msg/count', { quiet: true })).data);
  } catch {
    // the next poll tries again
  }
}

/** Asks the server whether this page's login ended, even if another user has logged in. */
async function hasSessionEnded(account: number): Promise<boolean> {
  try {
    if (await askSessionOwner(account)) return false;
    setAccount(null);
    return true;
  } catch {
    return false;
  }
}

interface StreamHandlers {
  onCounts(counts: MessageCountsWire): void;
  onRemovals(what: readonly Removal[] | null): void;
  onThreads(ids: readonly number[]): void;
  onSessionEnd(): void;
}

interface ServerStream {
  /** Call it if windows may show more threads: the stream soon follows the new ones. */
  follow(): void;
}

interface Connection {
  source: EventSource;
  threads: readonly number[];
  /** Time of the last event, of performance.now(). */
  heardAt: number;
  /** An older server sends beats that scripts don't see. */
  hasBeats: boolean;
}

/**
 * Receives events, or polls, until the signal aborts. `mayHaveMissed`: removals may have been
 * missed. `getThreads`: the threads that windows show.
 */
function listenToServer(
  account: number,
  signal: AbortSignal,
  { onCounts, onRemovals, onThreads, onSessionEnd }: StreamHandlers,
  mayHaveMissed: boolean,
  getThreads: () => readonly number[],
): ServerStream {
  let current: Connection | undefined;
  /** Replaces `current` once open. */
  let next: Connection | undefined;
  let followTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const reconnectLater = () => {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, RECONNECT_MS);
  };
  const stopPolling = () => {
    clearInterval(pollTimer);
    pollTimer = undefined;
  };
  const close = () => {
    for (const connection of [current, next]) connection?.source.close();
    current = undefined;
    next = undefined;
    stopPolling();
    clearTimeout(reconnectTimer);
    clearTimeout(followTimer);
  };
  const poll = () => (hasLoginChanged() ? checkLogin(open) : void fetchCounts(onCounts));
  const pollInstead = () => {
    poll();
    pollTimer ??= setInterval(poll, POLL_MS);
    reconnectLater();
  };
  /** Closes the stream until the server confirms the login: events may be another user's. */
  const checkLogin = (goOn: () => void) => {
    close();
    onSessionEnd();
    void hasSessionEnded(account).then((isOver) => isOver || signal.aborted || goOn());
  };
  const follow = () => {
    clearTimeout(followTimer);
    followTimer = setTimeout(() => {
      const isFollowed = getThreads().every((id) => current?.threads.includes(id));
      if (!isFollowed && !next && current?.source.readyState === EventSource.OPEN) open();
    }, GATHER_MS);
  };
  const open = () => {
    const threads = getThreads();
    const source = new EventSource(
      threads.length > 0 ? `${EVENTS_URL}?thread_ids=${threads}` : EVENTS_URL,
    );
    const connection: Connection = { source, threads, heardAt: performance.now(), hasBeats: false };
    for (const name of ['open', 'beat', 'threads', 'removals', 'again', 'unread'])
      source.addEventListener(name, () => {
        connection.heardAt = performance.now();
        connection.hasBeats ||= name === 'beat';
      });
    next?.source.close();
    next = connection;
    source.addEventListener('open', () => {
      if (hasLoginChanged()) return checkLogin(open);
      // the former stream missed nothing
      if (
        mayHaveMissed &&
        (connection === current || current?.source.readyState !== EventSource.OPEN)
      )
        onRemovals(null);
      mayHaveMissed = true;
      if (connection !== next) return;
      current?.source.close();
      current = connection;
      next = undefined;
      follow();
    });
    source.addEventListener('threads', ({ data }: MessageEvent<string>) =>
      onThreads(JSON.parse(data) as number[]),
    );
    source.addEventListener('removals', ({ data }: MessageEvent<string>) =>
      onRemovals(JSON.parse(data) as Removal[]),
    );
    source.addEventListener('again', () => onRemovals(null));
    source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      stopPolling();
      onCounts(JSON.parse(data) as MessageCountsWire);
    });
    // another window may have renewed the login
    source.addEventListener('end', () => checkLogin(pollInstead));
    // Browsers reconnect after a broken connection, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      if (connection === next) next = undefined;
      else if (connection === current) current = undefined;
      // continue with the former stream, without the threads of new windows
      if (current && current.source.readyState !== EventSource.CLOSED) reconnectLater();
      else if (!next) pollInstead();
    });
  };
  const reopenIfSilent = () => {
    const connection = next ?? current;
    if (!connection || performance.now() - connection.heardAt < SILENCE_MS) return;
    if (connection === current && !connection.hasBeats) return;
    connection.source.close();
    open();
  };
  const silenceTimer = setInterval(reopenIfSilent, SILENCE_CHECK_MS);
  signal.addEventListener('abort', () => {
    clearInterval(silenceTimer);
    close();
  });
  open();
  return { follow };
}

/** Updates this window by a stream or through another window, until the signal aborts. */
function shareUpdates(account: number, signal: AbortSignal): void {
  const windows = new BroadcastChannel('unread');
  const broadcast = (word: WindowEvent) =>
    windows.postMessage({ account, ...word } satisfies WindowMessage);
  let stream: ServerStream | undefined;
  let hasFollowed = false;
  const self = String(Math.random());
  const ownThread = pageThreadId();
  /** The shown threads, by window. */
  const shownThreads = new Map(ownThread === undefined ? [] : [[self, ownThread]]);
  const broadcastShown = () =>
    ownThread !== undefined && broadcast({ window: self, shows: ownThread });
  windows.onmessage = ({ data }: MessageEvent<WindowMessage>) => {
    if (data.account !== account) return;
    const knownCounts = $unreadCounts.get();
    if ('window' in data) {
      if (data.shows === null) shownThreads.delete(data.window);
      else shownThreads.set(data.window, data.shows);
      stream?.follow();
      return;
    }
    if ('question' in data) {
      broadcastShown();
      if (stream && knownCounts) broadcast({ counts: knownCounts });
      return;
    }
    hasFollowed = true;
    if ('counts' in data) setUnreadCounts(data.counts);
    else if ('removals' in data) recordRemovals(data.removals);
    else if ('threads' in data) recordThreadChanges(data.threads);
    else void hasSessionEnded(account);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      const onCounts = (counts: MessageCountsWire) => {
        if (signal.aborted) return;
        setUnreadCounts(counts);
        broadcast({ counts });
      };
      const onRemovals = (what: readonly Removal[] | null) => {
        if (signal.aborted) return;
        recordRemovals(what);
        broadcast({ removals: what });
      };
      const onThreads = (threads: readonly number[]) => {
        if (signal.aborted) return;
        recordThreadChanges(threads);
        broadcast({ threads });
      };
      stream = listenToServer(
        account,
        signal,
        { onCounts, onRemovals, onThreads, onSessionEnd: () => broadcast({ ended: true }) },
        hasFollowed,
        () => [...new Set(shownThreads.values())].slice(-MAX_FOLLOWED_THREADS),
      );
    });
  signal.addEventListener('abort', () => {
    if (ownThread !== undefined) broadcast({ window: self, shows: null });
    windows.close();
  });
  broadcast({ question: true });
  broadcastShown();
  // Locks need https or localhost; elsewhere each window opens its own stream.
  if (navigator.locks)
    navigator.locks
      .request(`unread:${account}`, { signal }, () => (signal.aborted ? undefined : lead()))
      .catch(() => undefined);
  else void lead();
}

let sharing: AbortController | undefined;

function restart(): void {
  sharing?.abort();
  sharing = undefined;
  const id = $account.get()?.id;
  if (id === undefined) return;
  sharing = new AbortController();
  shareUpdates(id, sharing.signal);
}

let isFollowing = false;

/** Updates the logged-in user's unread counts while the page is visible. */
export function followLiveUpdates(): void {
  if (isFollowing) return;
  isFollowing = true;
  let knownId: number | undefined;
  $account.subscribe((account) => {
    if (account?.id === knownId) return;
    knownId = account?.id;
    $unreadCounts.set(undefined);
    restart();
  });
  // A page in the back-forward cache must release its connection and its lock.
  addEventListener('pagehide', () => sharing?.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // the page shows data of its former login
    if (hasLoginChanged()) return location.reload();
    restart();
    recordRemovals(null);
  });
}
