// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $account, setAccount } from '#client/account/account.ts';
import { followLiveUpdates } from '#client/core/live-updates.ts';
import { $unreadCounts } from '#client/messages/unread-counts.ts';

/* A browser's single event stream, and its replacement. */

/** The token of this page's login; the first one exists before the page's scripts. */
let own = vi.hoisted(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server's answers set it
  document.cookie = 'XSRF-TOKEN=one; path=/';
  return 'one';
});

class Source extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = Source.CONNECTING;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  open(): void {
    this.readyState = Source.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  refuse(): void {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}
let sources: Source[] = [];
const calls: string[] = [];
let loggedIn: { id: number } | null = null;

const COUNTS = {
  thread_msg_count: 1,
  like_msg_count: 0,
  sys_msg_count: 0,
  letter_msg_count: 0,
} as never;
const MEMBER = {
  id: 1,
  nickname: 'a',
  avatar: '',
  level: 1,
  unread: 0,
  moderates: false,
  welcome: false,
};

/** Channels of this page, which a test uses as another window does. */
const channels: BroadcastChannel[] = [];
function show(thread: number): void {
  const other = new BroadcastChannel('unread');
  channels.push(other);
  other.postMessage({ account: MEMBER.id, window: `w${thread}`, shows: thread });
}

function logIn(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server's answers set it
  document.cookie = `XSRF-TOKEN=${token}; path=/`;
}

beforeEach(() => {
  logIn(own);
  sources = [];
  calls.length = 0;
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return url.includes('is_login')
      ? Response.json(loggedIn)
      : Response.json({ code: 0, msg: 'ok', data: COUNTS });
  });
  loggedIn = { id: MEMBER.id };
  setAccount(MEMBER);
  followLiveUpdates();
});
afterEach(() => {
  setAccount(null);
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const source = async (at: number): Promise<Source> => {
  await vi.waitUntil(() => sources[at], { timeout: 60_000 });
  return sources[at] as Source;
};

test('[R30] a second stream that is refused leaves the first one open', async () => {
  const first = await source(0);
  first.open();
  show(7);
  const second = await source(1);
  expect(second.url).toContain('thread_ids=7');
  second.refuse();
  expect(first.readyState).toBe(Source.OPEN);
  first.send('unread', COUNTS);
  expect($unreadCounts.get()).toEqual(COUNTS);
  expect(calls).toEqual([]);
});

test('[R30] a second stream replaces the first one when it is open', async () => {
  const first = await source(0);
  first.open();
  show(8);
  const second = await source(1);
  expect(first.readyState).toBe(Source.OPEN);
  second.open();
  expect([first.readyState, second.readyState]).toEqual([Source.CLOSED, Source.OPEN]);
});

test('[R30] a browser without a stream polls', async () => {
  (await source(0)).refuse();
  await vi.waitUntil(() => $unreadCounts.get() !== undefined, { timeout: 60_000 });
  expect(calls).toHaveLength(1);
});

test('[R17, R30] a stream of another login changes nothing on this page', async () => {
  const first = await source(0);
  first.open();
  logIn('two');
  loggedIn = { id: 2 };
  // the browser reconnects with the other login's cookies
  first.open();
  expect(first.readyState).toBe(Source.CLOSED);
  await vi.waitUntil(() => $account.get() === null, { timeout: 60_000 });
  expect($unreadCounts.get()).toBeUndefined();
});

test('[R17, R30] a stream continues after its user has logged in again', async () => {
  const first = await source(0);
  first.open();
  own = 'three';
  logIn(own);
  first.open();
  const second = await source(1);
  second.open();
  expect([second.readyState, $account.get()?.id]).toEqual([Source.OPEN, MEMBER.id]);
});

test('[R30] streams that replace each other leave nothing on the signal of the page', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  (await source(0)).open();
  const before = added.mock.calls.length;
  for (let at = 1; at <= 3; at++) {
    show(100 + at);
    (await source(at)).open();
  }
  expect(added.mock.calls.length).toBe(before);
  added.mockRestore();
});

/** An open stream whose timers the test advances. */
async function startWithFakeTimers(): Promise<Source> {
  setAccount(null);
  sources = [];
  vi.useFakeTimers();
  setAccount(MEMBER);
  await vi.advanceTimersByTimeAsync(100);
  const [first] = sources as [Source];
  first.open();
  return first;
}

test('[R30] a stream that falls silent is replaced, because its machine may have disappeared', async () => {
  const first = await startWithFakeTimers();
  first.send('beat', {});
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sources.length).toBe(1);
  first.send('beat', {});
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sources.length).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(first.readyState).toBe(Source.CLOSED);
  expect(sources.length).toBe(2);
});

test('[R30] a stream without beats, of an older server, is not replaced', async () => {
  await startWithFakeTimers();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources.length).toBe(1);
});
