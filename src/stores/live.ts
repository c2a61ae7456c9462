import type { Gone } from '#contracts/gone.ts';
import type { MessageCountReplyWire, MessageCountsWire } from '#contracts/wire/member.ts';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { $account, remember } from './account.ts';
import { call } from './api.ts';
import { heedGone } from './gone.ts';
import { $counts, heed } from './unread.ts';

/*
 * Unread counts as they change (R30), and what moderators take away (R29). One window of a browser,
 * which holds a lock, listens to the server; it tells the others. When it is closed or goes to
 * another page, the next one takes over. Where there is nothing to listen to (an old server, a
 * proxy, no room) it asks every minute.
 */

const ADDRESS = '/api/v1/user/events';
/** Milliseconds from one question to the next. */
const ASK = 60_000;
/** Milliseconds after which listening is tried again. */
const LISTEN_AGAIN = 300_000;

/** What windows tell each other, about the account that both must have. */
type News =
  | { counts: MessageCountsWire }
  | { gone: readonly Gone[] | null }
  | { question: true }
  | { ended: true };
type Word = { account: number } & News;

/** Asks the server how many there are. */
async function ask(tell: (counts: MessageCountsWire) => void): Promise<void> {
  try {
    tell((await call<MessageCountReplyWire>('/v1/user/msg/count', { quiet: true })).data);
  } catch {
    // The next time may be better.
  }
}

/** After the server has ended the stream: whether anybody is logged in still. */
async function isOver(): Promise<boolean> {
  try {
    if ((await call<UserInfoWire | null>('/v1/login/is_login', { quiet: true })) !== null)
      return false;
    remember(null);
    return true;
  } catch {
    return false;
  }
}

/** What is done with what the server says. */
interface Ears {
  tell(counts: MessageCountsWire): void;
  gone(what: readonly Gone[] | null): void;
  ended(): void;
}

/**
 * Listens, or asks where that isn't possible, until the signal. `deaf`: something may have been
 * said before.
 */
function listen(signal: AbortSignal, { tell, gone, ended }: Ears, deaf: boolean): void {
  let source: EventSource | undefined;
  let asking: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const instead = () => {
    void ask(tell);
    asking ??= setInterval(() => void ask(tell), ASK);
    clearTimeout(again);
    again = setTimeout(open, LISTEN_AGAIN);
  };
  const open = () => {
    source = new EventSource(ADDRESS);
    source.addEventListener('open', () => {
      if (deaf) gone(null);
      deaf = true;
    });
    source.addEventListener('gone', ({ data }: MessageEvent<string>) =>
      gone(JSON.parse(data) as Gone[]),
    );
    source.addEventListener('again', () => gone(null));
    source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      clearInterval(asking);
      asking = undefined;
      tell(JSON.parse(data) as MessageCountsWire);
    });
    source.addEventListener('end', () => {
      source?.close();
      ended();
      // a banned member goes on reading
      void isOver().then((over) => over || signal.aborted || instead());
    });
    // A connection that broke is made again by the browser; one that was refused isn't.
    source.addEventListener('error', () => source?.readyState === EventSource.CLOSED && instead());
  };
  signal.addEventListener('abort', () => {
    source?.close();
    clearInterval(asking);
    clearTimeout(again);
  });
  open();
}

/**
 * Takes part for an account, as the window that listens or as one that is told, until the signal.
 */
function takePart(account: number, signal: AbortSignal): void {
  const windows = new BroadcastChannel('unread');
  const say = (word: News) => windows.postMessage({ account, ...word } satisfies Word);
  let leads = false;
  let followed = false;
  windows.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.account !== account) return;
    const known = $counts.get();
    if (!('question' in data)) followed = true;
    if ('counts' in data) heed(data.counts);
    else if ('gone' in data) heedGone(data.gone);
    else if ('ended' in data) void isOver();
    else if (leads && known) say({ counts: known });
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      leads = true;
      signal.addEventListener('abort', () => resolve());
      const tell = (counts: MessageCountsWire) => {
        if (signal.aborted) return;
        heed(counts);
        say({ counts });
      };
      const gone = (what: readonly Gone[] | null) => {
        if (signal.aborted) return;
        heedGone(what);
        say({ gone: what });
      };
      listen(signal, { tell, gone, ended: () => say({ ended: true }) }, followed);
    });
  signal.addEventListener('abort', () => windows.close());
  say({ question: true });
  // Locks are for pages that came by https (or from this machine); without them each window listens
  // for itself.
  if (navigator.locks)
    navigator.locks
      .request(`unread:${account}`, { signal }, () => (signal.aborted ? undefined : lead()))
      .catch(() => undefined);
  else void lead();
}

let taking: AbortController | undefined;

function begin(): void {
  taking?.abort();
  taking = undefined;
  const id = $account.get()?.id;
  if (id === undefined) return;
  taking = new AbortController();
  takePart(id, taking.signal);
}

let following = false;

/** Keeps the unread counts true while the page is shown, for whoever is logged in. */
export function followUnread(): void {
  if (following) return;
  following = true;
  let known: number | undefined;
  $account.subscribe((account) => {
    if (account?.id === known) return;
    known = account?.id;
    begin();
  });
  // A page that is kept for going back to must let go of its connection and its lock.
  addEventListener('pagehide', () => taking?.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    begin();
    heedGone(null);
  });
}
