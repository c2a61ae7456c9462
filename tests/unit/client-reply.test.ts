import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import { $toasts } from '#client/core/toasts.ts';
import {
  $reactions,
  initReaction,
  loadOwnReactions,
  toggleReaction,
} from '#client/thread/reactions.ts';
import { sendReply } from '#client/thread/send-reply.ts';

// modules that are imported read whose session it is
vi.hoisted(() => vi.stubGlobal('document', { cookie: '' }));

type Handler = (url: string, body: unknown) => Promise<Response> | Response;
let handler: Handler;
const asked: string[] = [];
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let kept: Record<string, string>;

beforeEach(() => {
  asked.length = 0;
  kept = {};
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    documentElement: { lang: 'zh-CN' },
    cookie: 'XSRF-TOKEN=x; member=1',
    hidden: true,
    querySelector: () => null,
  }); // nothing is painted here
  vi.stubGlobal('location', new URL('https://forum.example/zh/post/42'));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        ownKeys: () => Object.keys(kept),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, name) =>
          ({
            getItem: (key: string) => kept[key] ?? null,
            setItem: (key: string, value: string) => void (kept[key] = value),
            removeItem: (key: string) => void delete kept[key],
          })[name as 'getItem'],
      },
    ),
  );
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(url);
    return handler(url, init.body);
  });
  $reactions.set({});
  $toasts.set([]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[R15] three clicks within 100 ms send one; 150 ms after its answer nothing is sent, 250 ms after it another one is', async () => {
  let now = 0;
  let answer = (): void => undefined;
  let sent = 0;
  const guard = createSubmitLock(undefined, () => now);
  const click = () =>
    guard.run(() => {
      sent++;
      return new Promise<void>((resolve) => (answer = resolve));
    });
  const first = click();
  now = 50;
  void click();
  now = 100;
  void click();
  expect(sent).toBe(1);
  now = 300;
  answer();
  await first;
  now = 450;
  await click();
  expect(sent).toBe(1);
  now = 550;
  void click();
  expect(sent).toBe(2);
});

test('[R15] an answer that is an error ends the wait too', async () => {
  let now = 0;
  const guard = createSubmitLock(undefined, () => now);
  await expect(guard.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  now = 199;
  expect(await guard.run(async () => 'sent')).toBeUndefined();
  now = 200;
  expect(await guard.run(async () => 'sent')).toBe('sent');
});

test('[R25] a like shows at once and takes over the server’s count', async () => {
  initReaction('like-post', 5, 9);
  let reply = (_: Response): void => undefined;
  handler = () => new Promise((resolve) => (reply = resolve));
  const liking = toggleReaction('like-post', 5);
  expect($reactions.get()['like-post:5']).toEqual({ on: true, count: 10 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  reply(json({ code: 0, msg: 'ok', data: { is_up: true, like_cnt: 12 } }));
  await liking;
  expect($reactions.get()['like-post:5']).toEqual({ on: true, count: 12 });
});

test('[R25] a like that the server refuses is undone and told', async () => {
  initReaction('like-post', 6, 9);
  handler = () => json({ code: 404, msg: '', err_code: 'notFound' }, 404);
  await toggleReaction('like-post', 6);
  expect($reactions.get()['like-post:6']).toEqual({ on: false, count: 9 });
  expect($toasts.get()).toMatchObject([{ key: 'error.notFound', isError: true }]);
});

test('[R25] a click before the marks are known doesn’t take back a like', async () => {
  initReaction('like-thread', 42, 3);
  handler = (url) =>
    url.includes('exists')
      ? json({ code: 0, data: [42] })
      : json({ code: 0, msg: 'ok', data: { is_up: false, like_cnt: 2 } });
  loadOwnReactions('like-thread', [42]);
  await toggleReaction('like-thread', 42);
  expect($reactions.get()['like-thread:42']).toEqual({ on: true, count: 3 });
  expect(asked).toEqual(['/api/v1/thread/exists/up']);
});

const reply = {
  threadId: 42,
  forumId: 3,
  html: '<p>hi</p>',
  key: '5a0e8f5c-1c7e-4d43-8f52-4d3f6b1f0a11',
};
const forever = new AbortController().signal;

test('[R18] a reply waits while the product is away and is sent when it is back', async () => {
  let up = false;
  handler = (url) => {
    if (!up) throw new TypeError('Failed to fetch');
    return url.includes('is_login')
      ? json(null)
      : json({ code: 0, msg: 'ok', data: { id: 77, offset: 2, storey: 41 } });
  };
  const sending = sendReply(reply, 10001, forever);
  await vi.advanceTimersByTimeAsync(5_000);
  up = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await sending).toEqual({ id: 77, floor: 41, page: 3, checked: true });
});

/** The first attempt gets no answer, the next one this. */
const refuseSecondAttempt = (payload: object | undefined): void => {
  let tries = 0;
  handler = (url) => {
    if (url.includes('is_login')) return json(null);
    if (++tries === 1) throw new TypeError('Failed to fetch');
    return json({ code: 2, msg: '', err_code: 'repeat', err_payload: payload });
  };
};
const earlier = { id: 78, thread_id: 42, storey: 21, checked: 1, age: 0.5, same_key: 1 };

test('[R14] a reply whose answer was lost is found instead of being refused as a repetition', async () => {
  refuseSecondAttempt(earlier);
  const sending = sendReply(reply, 10001, forever);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await sending).toMatchObject({ id: 78, floor: 21, page: 2, checked: true });
});

test.each([
  ['that another call wrote', { ...earlier, same_key: undefined }],
  ['that was purged since', { id: 78, age: 60, same_key: 1 }],
  ['that isn’t named', undefined],
])('[R14] a repetition of a post %s is no reply that was sent', async (_, payload) => {
  refuseSecondAttempt(payload);
  const sending = sendReply(reply, 10001, forever);
  sending.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(sending).rejects.toMatchObject({ code: 'repeat' });
});
