import { MAX_FOLLOWED_THREADS } from '#contracts/limits.ts';
import type { Removal } from '#contracts/removals.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import { $account, setAccount } from '../account/account.ts';
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

/** After the server has ended the stream: whether somebody is still logged in. */
async function hasSessionEnded(): Promise<boolean> {
  try {
    if ((await call('GET /v1/login/is_login', { quiet: true })) !== null) return false;
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

/**
 * Receives events, or polls where there is no stream, until the signal is aborted.
 * `mayHaveMissed`: removals of before may have been missed. `getThreads`: those that windows show.
 */
function listenToServer(
  signal: AbortSignal,
  { onCounts, onRemovals, onThreads, onSessionEnd }: StreamHandlers,
  mayHaveMissed: boolean,
  getThreads: () => readonly number[],
): ServerStream {
  let source: EventSource | undefined;
  let followed: readonly number[] = [];
  let followTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const pollInstead = () => {
    void fetchCounts(onCounts);
    pollTimer ??= setInterval(() => void fetchCounts(onCounts), POLL_MS);
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, RECONNECT_MS);
  };
  const open = () => {
    let former = source;
    followed = getThreads();
    source = new EventSource(
      followed.length > 0 ? `${EVENTS_URL}?thread_ids=${followed}` : EVENTS_URL,
    );
    source.addEventListener('open', () => {
      // nothing is missed while the former stream is there
      if (mayHaveMissed && former?.readyState !== EventSource.OPEN) onRemovals(null);
      mayHaveMissed = true;
      former?.close();
      former = undefined;
    });
    source.addEventListener('threads', ({ data }: MessageEvent<string>) =>
      onThreads(JSON.parse(data) as number[]),
    );
    source.addEventListener('removals', ({ data }: MessageEvent<string>) =>
      onRemovals(JSON.parse(data) as Removal[]),
    );
    source.addEventListener('again', () => onRemovals(null));
    source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      clearInterval(pollTimer);
      pollTimer = undefined;
      onCounts(JSON.parse(data) as MessageCountsWire);
    });
    source.addEventListener('end', () => {
      source?.close();
      onSessionEnd();
      // the login may have been renewed in another window
      void hasSessionEnded().then((over) => over || signal.aborted || pollInstead());
    });
    // The browser reopens a broken connection, but not a refused one.
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      former?.close();
      pollInstead();
    });
    signal.addEventListener('abort', () => former?.close());
  };
  signal.addEventListener('abort', () => {
    source?.close();
    clearInterval(pollTimer);
    clearTimeout(reconnectTimer);
    clearTimeout(followTimer);
  });
  open();
  return {
    follow() {
      clearTimeout(followTimer);
      followTimer = setTimeout(() => {
        const isFollowed = getThreads().every((id) => followed.includes(id));
        if (!isFollowed && source?.readyState === EventSource.OPEN) open();
      }, GATHER_MS);
    },
  };
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
    else void hasSessionEnded();
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
    restart();
  });
  // A page in the back-forward cache must release its connection and its lock.
  addEventListener('pagehide', () => sharing?.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    restart();
    recordRemovals(null);
  });
}
