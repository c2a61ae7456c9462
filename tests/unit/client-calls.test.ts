import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $account, readCachedAccount, setAccount } from '#client/account/account.ts';
import { call, callAddress } from '#client/core/api.ts';
import { $apiDown } from '#client/core/api-down.ts';
import { $errorPages } from '#client/core/error-pages.ts';
import { Failure } from '#client/core/failure.ts';
import { $toasts, showErrorToast } from '#client/core/toasts.ts';

/** The client's last request, and its answer. */
const sent: { url: string; method: string; headers: Headers; body: unknown }[] = [];
let answer: () => Response | Promise<Response>;

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });

const page = {
  documentElement: { lang: 'en' },
  cookie: 'language=en; XSRF-TOKEN=to%2Fken; member=1',
};

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

/** A valid body of POST /v1/post. */
const REPLY = { thread_id: 1, message: '<p>Hello</p>' };

beforeEach(() => {
  sent.length = 0;
  answer = json({ code: 0, msg: 'ok' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', new URL('https://forum.example/en/post/42'));
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body,
    });
    return answer();
  });
  $toasts.set([]);
  $errorPages.set({});
  $apiDown.set(false);
});
afterEach(() => void vi.unstubAllGlobals());

const failed = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

test('[R18] no answer is waited for without end, but a picture longer than words: slow networks take their time', async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signals.push(signal as AbortSignal);
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
  });
  const words = failed(call('POST /v1/post', { body: REPLY }));
  const picture = failed(call('POST /v1/user/avatar', { form: new FormData() }));
  await vi.advanceTimersByTimeAsync(21_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect((await words).isApiDown).toBe(true);
  await vi.advanceTimersByTimeAsync(130_000);
  expect((await picture).isApiDown).toBe(true);
  vi.useRealTimers();
});

test('[R37] empty and null parameters are left out, 0 and false are sent', async () => {
  await callAddress('GET', '/v1/thread/index', {
    query: { a: 1, b: null, c: '', d: 0, e: false, f: undefined },
  });
  expect(sent[0]?.url).toBe('/api/v1/thread/index?a=1&d=0&e=false');
});

test('[R21] every call says the page’s language', async () => {
  await call('GET /v1/forum');
  expect(sent[0]?.headers.get('accept-language')).toBe('en');
});

test('[R21] calls of the admin area say no language and aren’t below /api', async () => {
  await callAddress('GET', '/admin/admin/api/reports');
  expect(sent[0]?.url).toBe('/admin/admin/api/reports');
  expect(sent[0]?.headers.has('accept-language')).toBe(false);
});

test.each([
  ['POST', '/v1/thread/up', 'to/ken'],
  ['DELETE', '/v1/thread', 'to/ken'],
  ['GET', '/v1/forum', null],
  ['POST', 'https://captcha.example/check', null],
  ['POST', '//captcha.example/check', null],
] as const)('[R21] %s %s carries the anti-forgery header %s', async (method, path, token) => {
  await callAddress(method, path);
  expect(sent[0]?.headers.get('x-xsrf-token')).toBe(token);
});

test('[R18] a 401 shows a toast that offers to log in and to return here', async () => {
  setAccount({
    id: 7,
    nickname: 'Ada',
    avatar: '',
    level: 1,
    unread: 0,
    moderates: false,
    welcome: false,
  });
  answer = json({ code: 401, msg: '', err_code: 'unauthenticated' }, 401);
  showErrorToast(await failed(call('POST /v1/thread/up', { body: { id: 1, idtype: 'tid' } })));
  expect($toasts.get()).toMatchObject([
    { type: 2, key: 'tip.pleaseLogin', action: { key: 'account.login' } },
  ]);
  expect($toasts.get()[0]?.action).toHaveProperty(
    'href',
    '/api/v1/login?return_url=https%3A%2F%2Fforum.example%2Fen%2Fpost%2F42&redirect_url=https%3A%2F%2Fforum.example%2Fapi%2Fv1%2Flogin%2Fcallback',
  );
  expect($account.get()).toBeNull();
  expect(readCachedAccount()).toBeUndefined();
});

test.each([403, 404, 406, 500] as const)(
  '[R18] a %d shows the error view instead of the content',
  async (status) => {
    answer = json({ code: status, msg: '' }, status);
    const failure = await failed(
      call('POST /v1/post', { body: REPLY, errorPageTarget: 'composer' }),
    );
    expect(failure.errorPage).toBe(status);
    expect($errorPages.get()).toEqual({ composer: status });
  },
);

test('[R18] an expired anti-forgery token is reported, not shown as an error view', async () => {
  answer = json({ code: 403, msg: '', err_code: 'csrf' }, 403);
  const failure = await failed(call('POST /v1/post', { body: REPLY, errorPageTarget: 'composer' }));
  expect($errorPages.get()).toEqual({});
  showErrorToast(failure);
  expect($toasts.get()).toMatchObject([{ type: 1, key: 'error.csrf' }]);
});

test('[R18] a 429 has the time of the next attempt', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  answer = json({ code: 429, msg: '', err_code: 'tooMany' }, 429, { 'retry-after': '12' });
  showErrorToast(await failed(call('POST /v1/thread/up', { body: { id: 1, idtype: 'tid' } })));
  vi.useRealTimers();
  expect($toasts.get()).toMatchObject([{ key: 'error.tooMany', until: 1_012_000 }]);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['503', json({ code: 503, msg: '', err_code: 'unavailable' }, 503)],
  ['the 502 of a server in front', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
] as const)(
  '[R18] %s pauses posting, and the next answer ends the pause',
  async (_what, outcome) => {
    answer = outcome;
    const failure = await failed(
      call('POST /v1/post', { body: REPLY, errorPageTarget: 'composer' }),
    );
    expect([failure.isApiDown, $apiDown.get(), $errorPages.get()]).toEqual([true, true, {}]);
    answer = json({ code: 404, msg: '' }, 404);
    await failed(call('GET /v1/forum'));
    expect($apiDown.get()).toBe(false);
  },
);

test('[R14] a broken rule is a failure with the server’s message', async () => {
  answer = json({ code: 1, msg: '…', err_code: 'verify', err_values: { words: '赌博,发票' } });
  const failure = await failed(call('POST /v1/post', { body: REPLY }));
  expect([failure.status, failure.code, failure.errorPage]).toEqual([200, 'verify', undefined]);
  showErrorToast(failure);
  expect($toasts.get()).toMatchObject([{ key: 'error.verify', values: { words: '赌博,发票' } }]);
});

test('[R29] a ban with only a number is understood', async () => {
  answer = json({ code: 4000, msg: 'banned' });
  expect((await failed(call('POST /v1/post', { body: REPLY }))).code).toBe('banned');
});

test('[R17] the logged-in user is remembered for the tab, until a login or logout', () => {
  const ada = {
    id: 7,
    nickname: 'Ada',
    avatar: '',
    level: 1,
    unread: 3,
    moderates: false,
    welcome: false,
  };
  setAccount(ada);
  expect(readCachedAccount()).toEqual({ account: ada, stale: false });
  vi.useFakeTimers({ now: Date.now() + 61_000 });
  expect(readCachedAccount()?.stale).toBe(true);
  vi.useRealTimers();
  vi.stubGlobal('document', { ...page, cookie: 'XSRF-TOKEN=of-another-login' });
  expect(readCachedAccount()).toBeUndefined();
});
