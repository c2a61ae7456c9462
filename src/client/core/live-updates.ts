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
 * Live unread counts (R30), removals (R29), and changes of the threads that windows show. One
 * window of a browser holds a lock and the event stream, and passes events on to the other windows,
 * which tell it their threads. When it closes or navigates, the next window takes the lock. Without
 * a stream (an old server, a proxy, no free connection) that window polls every minute.
 */

const EVENTS_URL = '/api/v1/user/events';
/** Milliseconds between two polls. */
const POLL_MS = 60_000;
/** Milliseconds after which the stream is opened again. */
const RECONNECT_MS = 300_000;

/** Milliseconds in which threads of other windows are gathered before the stream is opened anew. */
const GATHER_MS = 500;

/** What windows of one account send to each other. */
type WindowEvent =
  | { counts: MessageCountsWire }
  | { removals: readonly Removal[] | null }
  | { threads: readonly number[] }
  /** A window shows this thread; null: no more. */
  | { window: string; shows: number | null }
  | { question: true }
  | { ended: true };
type WindowMessage = { account: number } & WindowEvent;

/** Polls the unread counts. */
async function fetchCounts(tell: (counts: MessageCountsWire) => void): Promise<void> {
  try {
    tell((await call('GET /v1/user/msg/count', { quiet: true })).data);
  } catch {
    // The next poll tries again.
  }
}

/**
 * Whether the login of this page is over, as the server says: then the page has no user any more,
 * also when somebody else has logged in meanwhile.
 */
async function hasSessionEnded(account: number): Promise<boolean> {
  try {
    if (await askSessionOwner(account)) return false;
    setAccount(null);
    return true;
  } catch {
    return false;
  }
}

/** Handlers of the server's events. */
interface StreamHandlers {
  onCounts(counts: MessageCountsWire): void;
  onRemovals(what: readonly Removal[] | null): void;
  onThreads(ids: readonly number[]): void;
  onSessionEnd(): void;
}

/** The stream of the leading window. */
interface ServerStream {
  /** More threads may be shown: those that the stream doesn't follow yet are followed soon. */
  follow(): void;
}

/** A connection to the server, and the threads that it follows. */
interface Connection {
  source: EventSource;
  threads: readonly number[];
}

/**
 * Receives events, or polls where there is no stream, until the signal is aborted.
 * `mayHaveMissed`: removals of before may have been missed. `getThreads`: those that windows show.
 */
function listenToServer(
  account: number,
  signal: AbortSignal,
  { onCounts, onRemovals, onThreads, onSessionEnd }: StreamHandlers,
  mayHaveMissed: boolean,
  getThreads: () => readonly number[],
): ServerStream {
  let current: Connection | undefined;
  /** Replaces the current one when it is open. */
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
  /**
   * Receives nothing until the server says that the login is still this user's: what comes may be
   * another one's.
   */
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
    const connection = { source, threads };
    next?.source.close();
    next = connection;
    source.addEventListener('open', () => {
      if (hasLoginChanged()) return checkLogin(open);
      // nothing is missed while the former stream is there
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
    // the login may have been renewed in another window
    source.addEventListener('end', () => checkLogin(pollInstead));
    // The browser reopens a broken connection, but not a refused one.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      if (connection === next) next = undefined;
      else if (connection === current) current = undefined;
      // the former stream goes on, without the threads of new windows
      if (current && current.source.readyState !== EventSource.CLOSED) reconnectLater();
      else if (!next) pollInstead();
    });
  };
  signal.addEventListener('abort', close);
  open();
  return { follow };
}

/**
 * Keeps this window up to date for an account, with the stream or through another window, until the
 * signal is aborted.
 */
function shareUpdates(account: number, signal: AbortSignal): void {
  const windows = new BroadcastChannel('unread');
  const broadcast = (word: WindowEvent) =>
    windows.postMessage({ account, ...word } satisfies WindowMessage);
  let stream: ServerStream | undefined;
  let hasFollowed = false;
  const self = String(Math.random());
  const ownThread = pageThreadId();
  /** The threads that windows show, by window. */
  const shownThreads = new Map(ownThread === undefined ? [] : [[self, ownThread]]);
  const tellShown = () => ownThread !== undefined && broadcast({ window: self, shows: ownThread });
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
      tellShown();
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
  tellShown();
  // Browsers have locks on https and localhost only; elsewhere each window opens a stream of its
  // own.
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

/** Keeps the unread counts up to date while the page is shown, for the logged-in user. */
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
    // all that the page has drawn and knows is of its former login
    if (hasLoginChanged()) return location.reload();
    restart();
    recordRemovals(null);
  });
}
