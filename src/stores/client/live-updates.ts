import type { Removal } from '#contracts/removals.ts';
import type { MessageCountReplyWire, MessageCountsWire } from '#contracts/wire/own-content.ts';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { $account, setAccount } from '../account/account.ts';
import { $unreadCounts, setUnreadCounts } from '../messages/unread-counts.ts';
import { recordRemovals } from '../thread/removals.ts';
import { call } from './api.ts';

/*
 * Unread counts as they change (R30), and what moderators take away (R29). One window of a browser,
 * which holds a lock, listens to the server; it tells the others. When it is closed or goes to
 * another page, the next one takes over. Where there is nothing to listen to (an old server, a
 * proxy, no room) it asks every minute.
 */

const EVENTS_URL = '/api/v1/user/events';
/** Milliseconds from one question to the next. */
const POLL_MS = 60_000;
/** Milliseconds after which listening is tried again. */
const RECONNECT_MS = 300_000;

/** What windows tell each other, about the account that both must have. */
type WindowEvent =
  | { counts: MessageCountsWire }
  | { gone: readonly Removal[] | null }
  | { question: true }
  | { ended: true };
type WindowMessage = { account: number } & WindowEvent;

/** Asks the server how many there are. */
async function fetchCounts(tell: (counts: MessageCountsWire) => void): Promise<void> {
  try {
    tell((await call<MessageCountReplyWire>('/v1/user/msg/count', { quiet: true })).data);
  } catch {
    // The next time may be better.
  }
}

/** After the server has ended the stream: whether anybody is logged in still. */
async function hasSessionEnded(): Promise<boolean> {
  try {
    if ((await call<UserInfoWire | null>('/v1/login/is_login', { quiet: true })) !== null)
      return false;
    setAccount(null);
    return true;
  } catch {
    return false;
  }
}

/** What is done with what the server says. */
interface StreamHandlers {
  onCounts(counts: MessageCountsWire): void;
  onRemovals(what: readonly Removal[] | null): void;
  onSessionEnd(): void;
}

/**
 * Listens, or asks where that isn't possible, until the signal. `deaf`: something may have been
 * said before.
 */
function listenToServer(
  signal: AbortSignal,
  { onCounts, onRemovals, onSessionEnd }: StreamHandlers,
  mayHaveMissed: boolean,
): void {
  let source: EventSource | undefined;
  let pollTimer: ReturnType<typeof setInterval> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const pollInstead = () => {
    void fetchCounts(onCounts);
    pollTimer ??= setInterval(() => void fetchCounts(onCounts), POLL_MS);
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, RECONNECT_MS);
  };
  const open = () => {
    source = new EventSource(EVENTS_URL);
    source.addEventListener('open', () => {
      if (mayHaveMissed) onRemovals(null);
      mayHaveMissed = true;
    });
    source.addEventListener('gone', ({ data }: MessageEvent<string>) =>
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
      // a banned member goes on reading
      void hasSessionEnded().then((over) => over || signal.aborted || pollInstead());
    });
    // A connection that broke is made again by the browser; one that was refused isn't.
    source.addEventListener(
      'error',
      () => source?.readyState === EventSource.CLOSED && pollInstead(),
    );
  };
  signal.addEventListener('abort', () => {
    source?.close();
    clearInterval(pollTimer);
    clearTimeout(reconnectTimer);
  });
  open();
}

/**
 * Takes part for an account, as the window that listens or as one that is told, until the signal.
 */
function shareUpdates(account: number, signal: AbortSignal): void {
  const windows = new BroadcastChannel('unread');
  const broadcast = (word: WindowEvent) =>
    windows.postMessage({ account, ...word } satisfies WindowMessage);
  let isLeader = false;
  let hasFollowed = false;
  windows.onmessage = ({ data }: MessageEvent<WindowMessage>) => {
    if (data.account !== account) return;
    const knownCounts = $unreadCounts.get();
    if (!('question' in data)) hasFollowed = true;
    if ('counts' in data) setUnreadCounts(data.counts);
    else if ('gone' in data) recordRemovals(data.gone);
    else if ('ended' in data) void hasSessionEnded();
    else if (isLeader && knownCounts) broadcast({ counts: knownCounts });
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      signal.addEventListener('abort', () => resolve());
      const onCounts = (counts: MessageCountsWire) => {
        if (signal.aborted) return;
        setUnreadCounts(counts);
        broadcast({ counts });
      };
      const onRemovals = (what: readonly Removal[] | null) => {
        if (signal.aborted) return;
        recordRemovals(what);
        broadcast({ gone: what });
      };
      listenToServer(
        signal,
        { onCounts, onRemovals, onSessionEnd: () => broadcast({ ended: true }) },
        hasFollowed,
      );
    });
  signal.addEventListener('abort', () => windows.close());
  broadcast({ question: true });
  // Locks are for pages that came by https (or from this machine); without them each window listens
  // for itself.
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

/** Keeps the unread counts true while the page is shown, for whoever is logged in. */
export function followLiveUpdates(): void {
  if (isFollowing) return;
  isFollowing = true;
  let knownId: number | undefined;
  $account.subscribe((account) => {
    if (account?.id === knownId) return;
    knownId = account?.id;
    restart();
  });
  // A page that is kept for going back to must let go of its connection and its lock.
  addEventListener('pagehide', () => sharing?.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    restart();
    recordRemovals(null);
  });
}
