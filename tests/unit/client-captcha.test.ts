import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CAPTCHA_UNREACHABLE } from '#contracts/captcha-rules.ts';

/* The captcha's client module (R32) without a page: script servers, failures, closing. */

let kept: Record<string, string>;
/** Addresses of scripts, in the order of loading, and the available ones. */
const scripts: string[] = [];
let reachable: (address: string) => boolean;
let provider: object;
/** The options of the provider's dialog. */
let opened:
  | { onVerify(error: unknown, data?: { validate: string }): void; onClose(): void }
  | undefined;
let handler: (url: string, init: RequestInit) => Response;
const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

const storage = (store: () => Record<string, string>) => ({
  getItem: (key: string) => store()[key] ?? null,
  setItem: (key: string, value: string) => void (store()[key] = value),
  removeItem: (key: string) => void delete store()[key],
});

beforeEach(() => {
  vi.resetModules(); // each test is a page of its own
  kept = {};
  scripts.length = 0;
  opened = undefined;
  reachable = () => false;
  provider = {
    provider: 'yidun',
    popup: 'p',
    bound: 'b',
    servers: ['https://a.example', 'https://b.example', 'https://c.example'],
  };
  handler = (url) => {
    if (url.includes('/captcha/config')) return json({ code: 0, msg: 'ok', data: provider });
    throw new TypeError('Failed to fetch');
  };
  const append = (script: { src?: string; onload?(): void; onerror?(): void }) => {
    if (!script.src) return;
    scripts.push(new URL(script.src).origin);
    if (!reachable(script.src)) return void queueMicrotask(() => script.onerror?.());
    vi.stubGlobal(
      'initNECaptcha',
      (options: NonNullable<typeof opened>, ready: (instance: object) => void) => {
        opened = options;
        ready({ popUp: () => undefined, destroy: () => undefined });
      },
    );
    queueMicrotask(() => script.onload?.());
  };
  vi.stubGlobal('document', {
    documentElement: { lang: 'zh-CN' },
    cookie: 'XSRF-TOKEN=x; member=1',
    createElement: () => ({ remove: () => undefined }),
    head: { append },
    body: { append: () => undefined },
  });
  vi.stubGlobal('location', new URL('https://forum.example/zh/post/42'));
  vi.stubGlobal(
    'localStorage',
    storage(() => kept),
  );
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => handler(url, init));
});
afterEach(() => void vi.unstubAllGlobals());

const page = async () => ({
  ...(await import('#client/captcha/solve-captcha.ts')),
  ...(await import('#client/captcha/captcha-prompt.ts')),
});
const reason = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code?: string; status?: number }) => error,
  );

test('[R32] servers a, b and c are tried in turn; all unreachable is one failure, 502, counted in this browser', async () => {
  const { solveCaptcha } = await page();
  expect(await reason(solveCaptcha('popup'))).toMatchObject({ status: 502, code: 'captchaAway' });
  expect(scripts).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
  expect(kept).toEqual({ 'captcha-failures': '1' });
});

test('[R32] the second server is enough, and nothing is counted', async () => {
  reachable = (address) => address.startsWith('https://b.example');
  const { solveCaptcha } = await page();
  const solving = solveCaptcha('popup');
  await vi.waitFor(() => expect(opened).toBeDefined());
  opened?.onVerify(new Error('wrong'));
  opened?.onVerify(null, { validate: 'CN31_x' });
  expect(await solving).toEqual({ captchaId: 'p', validate: 'CN31_x' });
  expect(scripts).toEqual(['https://a.example', 'https://b.example']);
  expect(kept).toEqual({});
});

test('[R32] the third failure in a row, on any page, passes by itself and restarts the count', async () => {
  for (const times of ['1', '2']) {
    vi.resetModules();
    expect(await reason((await page()).solveCaptcha('popup'))).toMatchObject({ status: 502 });
    expect(kept['captcha-failures']).toBe(times);
  }
  expect(await (await page()).solveCaptcha('popup')).toEqual({
    captchaId: 'p',
    validate: CAPTCHA_UNREACHABLE,
  });
  expect(kept).toEqual({});
  expect(await reason((await page()).solveCaptcha('popup'))).toMatchObject({ status: 502 });
});

test('[R32] failures with a success between them are no row', async () => {
  const { solveCaptcha } = await page();
  await reason(solveCaptcha('popup'));
  await reason(solveCaptcha('popup'));
  reachable = () => true;
  const solving = solveCaptcha('bound');
  await vi.waitFor(() => expect(opened).toBeDefined());
  opened?.onVerify(null, { validate: 'v' });
  expect(await solving).toEqual({ captchaId: 'b', validate: 'v' });
  vi.stubGlobal('initNECaptcha', undefined);
  reachable = () => false;
  expect(await reason(solveCaptcha('popup'))).toMatchObject({ status: 502 });
});

test('[R32] closing rejects with captcha-close: ours, and the provider’s', async () => {
  reachable = () => true;
  const { solveCaptcha, $captcha } = await page();
  const theirs = reason(solveCaptcha('popup'));
  await vi.waitFor(() => expect(opened).toBeDefined());
  opened?.onClose();
  expect(await theirs).toMatchObject({ code: 'captcha-close' });
  vi.resetModules();
  provider = { provider: 'builtin', popup: 'popup', bound: 'bound', servers: ['/v1/captcha'] };
  const config = handler;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.includes('config') ? config(url, init) : new Promise(() => {}),
  );
  const own = await page();
  const ours = reason(own.solveCaptcha('popup'));
  await vi.waitFor(() => expect(own.$captcha.get()).toBeDefined());
  own.$captcha.get()?.close();
  expect(await ours).toMatchObject({ code: 'captcha-close' });
  expect([$captcha.get(), own.$captcha.get()]).toEqual([undefined, undefined]);
});

test('[R32] a rate limit of pictures is reported as one, and is no failure to load', async () => {
  provider = { provider: 'builtin', popup: 'popup', bound: 'bound', servers: ['/v1/captcha'] };
  const config = handler;
  handler = (url, init) =>
    url.includes('config')
      ? config(url, init)
      : new Response('{"code":429,"msg":"","err_code":"tooMany"}', {
          status: 429,
          headers: { 'content-type': 'application/json', 'retry-after': '30' },
        });
  expect(await reason((await page()).solveCaptcha('popup'))).toMatchObject({
    status: 429,
    code: 'tooMany',
  });
  expect(kept).toEqual({});
});

test('[R32] a call that is refused for the lack of a captcha is made again with one; any other refusal isn’t', async () => {
  reachable = () => true;
  const { withCaptcha } = await page();
  const { call } = await import('#client/core/api.ts');
  const asked: [string, unknown][] = [];
  const config = handler;
  let code = 'captcha';
  handler = (url, init) => {
    if (url.includes('config')) return config(url, init);
    asked.push([url, JSON.parse(String(init.body))]);
    return url.includes('captcha_id=p')
      ? json({ code: 0, msg: 'ok', data: 7 })
      : json({ code: 3, msg: '', err_code: code });
  };
  const send = () =>
    withCaptcha('popup', (captcha) =>
      call('POST /v1/post', {
        query: { page_size: 20 },
        body: { thread_id: 1, message: 'x', validate: '' },
        captcha,
      }),
    );
  const sending = send();
  await vi.waitFor(() => expect(opened).toBeDefined());
  opened?.onVerify(null, { validate: 'v' });
  expect(await sending).toMatchObject({ data: 7 });
  expect(asked).toEqual([
    ['/api/v1/post?page_size=20', { thread_id: 1, message: 'x', validate: '' }],
    ['/api/v1/post?page_size=20&captcha_id=p', { thread_id: 1, message: 'x', validate: 'v' }],
  ]);
  code = 'verify';
  expect(await reason(send())).toMatchObject({ code: 'verify' });
  expect(asked).toHaveLength(3);
});

test('[R31] [R32] a search sends its captcha as headers, on other pages of this browser too, and asks again when it is no longer good', async () => {
  reachable = () => true;
  const sent: (string | undefined)[] = [];
  const config = handler;
  let good = 'v1';
  handler = (url, init) => {
    if (url.includes('config')) return config(url, init);
    const headers = new Headers(init.headers);
    sent.push(headers.get('x-captcha-validate') ?? undefined);
    return headers.get('x-captcha-id') === 'b' && headers.get('x-captcha-validate') === good
      ? json({ code: 0, msg: 'ok', data: [] })
      : json({ code: 3, msg: '', err_code: 'captcha' });
  };
  const search = async () => {
    const [{ withCaptcha }, { call }] = await Promise.all([page(), import('#client/core/api.ts')]);
    return withCaptcha('bound', (captcha) =>
      call('GET /v1/search', { query: { keyword: 'x' }, captcha }),
    );
  };
  const solve = async (validate: string) => {
    await vi.waitFor(() => expect(opened).toBeDefined());
    opened?.onVerify(null, { validate });
    opened = undefined;
  };
  const first = search();
  await solve('v1');
  await first;
  vi.resetModules();
  await search();
  expect(sent).toEqual([undefined, 'v1', 'v1']);
  good = 'v2';
  const third = search();
  await solve('v2');
  await third;
  expect(sent.slice(3)).toEqual(['v1', 'v2']);
});

test('[R32] a call that passed unsolved and is refused nevertheless gets the refusal, not endless captchas', async () => {
  kept['captcha-failures'] = '2';
  const { withCaptcha } = await page();
  const { call } = await import('#client/core/api.ts');
  const config = handler;
  let calls = 0;
  handler = (url, init) => {
    if (url.includes('config')) return config(url, init);
    calls++;
    return json({ code: 3, msg: '', err_code: 'captcha' });
  };
  expect(
    await reason(
      withCaptcha('popup', (captcha) =>
        call('POST /v1/post', { body: { thread_id: 1, message: 'x' }, captcha }),
      ),
    ),
  ).toMatchObject({ code: 'captcha' });
  expect(calls).toBe(2);
});
