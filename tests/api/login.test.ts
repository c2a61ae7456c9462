import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OpenAPIHono } from '@hono/zod-openapi';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiEnv } from '#api/context.ts';
import { login } from '#api/login.ts';
import { manager } from '#api/manager.ts';
import { csrf } from '#api/middleware/csrf.ts';
import { session } from '#api/middleware/session.ts';
import type { Scope } from '#auth/actor.ts';
import { requireActor, requireScope } from '#auth/guards.ts';
import { createProvider } from '#auth/oidc/provider.ts';
import { readSession } from '#auth/session.ts';
import { createToken, revokeToken } from '#auth/token.ts';
import { AppError, STATUS_ERRORS, type StatusError } from '#contracts/errors.ts';
import { negotiateLang } from '#contracts/language.ts';
import { schema } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { emptyDatabase } from '../support/database.ts';
import { Visitor } from '../support/visitor.ts';

vi.mock('#domain/user/present.ts', () => ({
  presentUserInfo: async (_db: unknown, id: number) => ({ id }),
}));

const folder = mkdtempSync(join(tmpdir(), 'forum-login-'));
const printed = (['log', 'info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level),
);
const { db, url } = await emptyDatabase();
let env: Env;
let server: Server;
let site: string;

/**
 * The site as the server puts it together: the provider under /sso, the API, the admin area's
 * login; every other path is a page.
 */
function app() {
  const root = new OpenAPIHono<ApiEnv>();
  const log = createLog('silent');
  root.use(async (c, next) => {
    c.set('deps', { db, replica: db, env, log, takeDown: async () => {} });
    c.set('lang', negotiateLang(c.req.header('cookie'), c.req.header('accept-language')));
    c.set('log', log);
    c.set('ip', '127.0.0.1');
    c.set('actor', null);
    await next();
  });
  root.use('/api/*', session(), csrf());
  root.use('/admin/admin/api/who', session('admin'), csrf('admin'));
  root.route('/api', login);
  root.route('/', manager);
  root.on(['GET', 'POST'], '/api/v1/write', (c) => {
    const actor = requireActor(c);
    if (c.req.method === 'POST') requireScope(actor, 'write');
    return c.json(actor);
  });
  root.on(['GET', 'POST'], '/admin/admin/api/who', (c) => c.json(requireActor(c)));
  root.get('*', (c) => c.text('a page'));
  root.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code }, STATUS_ERRORS[error.code as StatusError] as 500)
      : c.text(String(error.stack), 500),
  );
  return root;
}

async function serve(
  site: ReturnType<typeof app>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const reply = await site.fetch(
    new Request(`http://${req.headers.host}${req.url}`, {
      method: req.method as string,
      headers: req.headers as Record<string, string>,
    }),
  );
  res.writeHead(reply.status, [...reply.headers].flat());
  res.end(Buffer.from(await reply.arrayBuffer()));
}

beforeAll(async () => {
  await db.insert(schema.group).values(
    [
      [10000, 'Super administrators'],
      [10001, 'Administrators'],
      [10, 'Members'],
    ].map(([id, name]) => ({
      id: id as number,
      name: `组${id}`,
      nameEn: name as string,
      allowPost: true,
    })),
  );
  await db.insert(schema.level).values({ id: 1, name: '铅笔', nameEn: 'Pencil', minCredits: 0 });
  await db.insert(schema.user).values(
    [
      [10000, 10000, '若谷'],
      [10001, 10001, 'Jonas Weber'],
      [10005, 10, '老周<爱>折腾'],
      [10006, 10, 'Marta'],
    ].map(([id, groupId, nickname]) => ({
      id: id as number,
      groupId: groupId as number,
      username: `u${id}`,
      nickname: nickname as string,
    })),
  );
  const handler = { now: (_req: IncomingMessage, res: ServerResponse): void => void res.end() };
  server = createServer((req, res) => handler.now(req, res));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = readEnv({ NODE_ENV: 'test', SITE_URL: site, PORT: '4321', DATA_DIR: folder });
  const provider = createProvider({ db, env, log: createLog('silent') });
  const root = app();
  handler.now = (req, res) =>
    void (req.url?.startsWith('/sso') ? provider.handle?.(req, res) : serve(root, req, res));
});

afterAll(async () => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  for (const spy of printed) spy.mockClear();
});

/** A browser at this site. */
class Browser extends Visitor {
  constructor() {
    super(() => site);
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = (scopes: Scope[], expiresAt?: Date) =>
  createToken(db, { userId: 10005, name: 'test', scopes, expiresAt });

test('[R17] a visitor is nobody, and nobody caches that', async () => {
  const reply = await new Browser().open('/api/v1/login/is_login');
  expect([reply.status, reply.text, reply.headers.get('cache-control')]).toEqual([
    200,
    'null',
    'no-store',
  ]);
});

test('[R17] a person logs in, is known, logs out at the provider too, and has to choose again', async () => {
  const browser = new Browser();
  const back = await browser.logIn(10005);
  expect([back.url, back.status]).toEqual([`${site}/zh/post/42`, 200]);
  expect(await browser.who()).toEqual({ id: 10005 });
  expect(browser.cookie('member')).toBe('1');
  expect((await db.select().from(schema.user).where(eq(schema.user.id, 10005)))[0]).toMatchObject({
    issuer: `${site}/sso`,
    subject: '10005',
    nickname: '老周<爱>折腾',
    loginIp: '127.0.0.1',
  });
  const { url } = JSON.parse((await browser.post('/api/v1/login/logout')).text);
  expect(new URL(url).origin).toBe(site);
  expect(await browser.who()).toBeNull();
  expect([browser.cookie('bbs'), browser.cookie('member')]).toEqual([undefined, undefined]);
  const bye = await browser.follow(
    `${url}?callback=${encodeURIComponent(`${site}/en/forums?a=1&b=%20`)}`,
  );
  expect([bye.url, bye.status]).toEqual([`${site}/en/forums?a=1&b=%20`, 200]);
  expect((await browser.follow('/api/v1/login')).url).toContain('/sso/interaction/');
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

test('[R17] who is logged in at the provider still comes in without being asked', async () => {
  const browser = new Browser();
  await browser.logIn(10005);
  await browser.post('/api/v1/login/logout');
  expect((await browser.logIn(10006)).url).toBe(`${site}/zh/post/42`);
  expect(await browser.who()).toEqual({ id: 10005 });
});

test('[R17] the session’s cookie is hidden from scripts and from other sites; its hash is all that is stored', async () => {
  const browser = new Browser();
  await browser.logIn(10005);
  const line = browser.jar.get('bbs;/')?.line ?? '';
  expect(line).toMatch(/HttpOnly/);
  expect(line).toMatch(/SameSite=Lax/);
  expect(line).toMatch(/Max-Age=2592000/);
  expect(browser.jar.get('XSRF-TOKEN;/')?.line).not.toMatch(/HttpOnly/);
  const rows = await db.execute(sql`select * from session`);
  expect(rows.rowCount).toBeGreaterThan(0);
  expect(JSON.stringify(rows.rows)).not.toContain(browser.cookie('bbs') as string);
});

test('[R17] a login that another browser started can’t be finished here, and its owner still can', async () => {
  const owner = new Browser();
  const page = await owner.follow('/api/v1/login?return_url=/zh');
  const { location } = await owner.choose(page, { user: '10000' }, '/callback');
  expect(location).toContain('/api/v1/login/callback?code=');
  const other = new Browser();
  await other.open('/api/v1/login');
  expect((await other.open(location as string)).location).toBe(`${site}/error?errCode=403`);
  expect(await other.who()).toBeNull();
  expect((await owner.follow(location as string)).url).toBe(`${site}/zh`);
  expect(await owner.who()).toEqual({ id: 10000 });
  expect((await owner.open(location as string)).location, 'a second time').toBe(
    `${site}/error?errCode=403`,
  );
});

test('[R17] a wrong, an expired and a missing state log nobody in', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login');
  const { location } = await browser.choose(page, { user: '10005' }, '/callback');
  const wrong = new URL(location as string);
  wrong.searchParams.set('state', 'x'.repeat(43));
  expect((await browser.open(wrong.href)).location).toBe(`${site}/error?errCode=403`);
  expect((await browser.open('/api/v1/login/callback')).location).toBe(`${site}/error?errCode=403`);
  await db.update(schema.loginAttempt).set({ expiresAt: new Date(Date.now() - 1_000) });
  expect((await browser.open(location as string)).location).toBe(`${site}/error?errCode=403`);
  expect(browser.cookie('bbs')).toBeUndefined();
});

test('[R17] who changes their mind at the provider is back where they were, as a visitor', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login?return_url=/zh/post/7');
  expect((await browser.choose(page, { cancel: '1' })).url).toBe(`${site}/zh/post/7`);
  expect(await browser.who()).toBeNull();
});

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/api/v1/login/logout/end?callback=/zh',
])('[R17] a login with return_url %s ends on the home page', async (wanted) => {
  const browser = new Browser();
  const page = await browser.follow(`/api/v1/login?return_url=${encodeURIComponent(wanted)}`);
  expect((await browser.choose(page, { user: '10005' })).url).toBe(`${site}/`);
});

test('[R17] only this site’s callback is taken as redirect_url', async () => {
  const status = async (url: string) =>
    (await new Browser().open(`/api/v1/login?redirect_url=${encodeURIComponent(url)}`)).status;
  expect(await status(`${site}/api/v1/login/callback`)).toBe(302);
  expect(await status('')).toBe(302);
  for (const url of [
    'https://evil.example/api/v1/login/callback',
    `${site}/api/v1/login/callback/../evil`,
    `${site}/zh`,
    `${site}/admin/admin/api/manager/callback`,
  ])
    expect(await status(url)).toBe(400);
});

test('[R17] a logout leads to no other site', async () => {
  for (const callback of ['//evil.example', 'https://evil.example/']) {
    expect(
      (
        await new Browser().follow(
          `/api/v1/login/logout/end?callback=${encodeURIComponent(callback)}`,
        )
      ).url,
    ).toBe(`${site}/`);
    expect(
      (await new Browser().open(`/api/v1/login/logout/done?state=${encodeURIComponent(callback)}`))
        .location,
    ).toBe(`${site}/`);
  }
});

test('[R17] a visitor may log out too', async () => {
  const reply = await new Browser().post('/api/v1/login/logout', {});
  const body = JSON.parse(reply.text);
  expect([reply.status, body.code, body.msg]).toEqual([200, 0, 'ok']);
  expect(
    (await new Browser().follow(`${body.url}?callback=${encodeURIComponent(`${site}/zh`)}`)).url,
  ).toBe(`${site}/zh`);
});

test('[R17] an expired session is nobody’s, and the browser is told so', async () => {
  const browser = new Browser();
  await browser.logIn(10005);
  await db.update(schema.session).set({ expiresAt: new Date(Date.now() - 1_000) });
  expect(await browser.who()).toBeNull();
  expect([browser.cookie('bbs'), browser.cookie('member')]).toEqual([undefined, undefined]);
});

test('[R17] a session that is used lives on, and so do its cookies', async () => {
  const browser = new Browser();
  await browser.logIn(10006);
  const soon = new Date(Date.now() + 60_000);
  const ofMarta = eq(schema.session.userId, 10006);
  await db
    .update(schema.session)
    .set({ expiresAt: soon, seenAt: new Date(Date.now() - 2 * 3_600_000) })
    .where(ofMarta);
  const { headers } = await browser.open('/api/v1/login/is_login');
  expect(
    headers
      .getSetCookie()
      .map((line) => line.split('=')[0])
      .sort(),
  ).toEqual(['XSRF-TOKEN', 'bbs', 'member']);
  await vi.waitFor(async () =>
    expect(
      (await db.select().from(schema.session).where(ofMarta))[0]?.expiresAt.getTime(),
    ).toBeGreaterThan(soon.getTime() + 29 * 86_400_000),
  );
  expect((await browser.open('/api/v1/login/is_login')).headers.getSetCookie()).toEqual([]);
});

test('[R21] a page of another site can’t write in a member’s name', async () => {
  const browser = new Browser();
  await browser.logIn(10005);
  const xsrf = browser.cookie('XSRF-TOKEN') as string;
  const refused = { status: 403, text: '{"code":"csrf"}' };
  expect(await browser.post('/api/v1/write', {})).toMatchObject(refused);
  expect(
    await browser.post('/api/v1/write', { 'x-xsrf-token': `${xsrf.slice(0, -1)}_` }),
  ).toMatchObject(refused);
  expect(await browser.post('/api/v1/login/logout', {})).toMatchObject(refused);
  expect((await browser.post('/api/v1/write')).status).toBe(200);
  for (const headers of [{ 'x-xsrf-token': xsrf }, { 'x-xsrf-token': '' }, {}]) {
    browser.jar.delete('XSRF-TOKEN;/');
    expect(await browser.post('/api/v1/write', headers), 'without the cookie').toMatchObject(
      refused,
    );
  }
  await browser.who(); // a lost token comes back with the next call
  expect((await browser.post('/api/v1/write')).status).toBe(200);
  expect((await new Browser().post('/api/v1/write', {})).status, 'a visitor').toBe(401);
});

test('[R21] an anti-forgery token belongs to its session: another session’s, a planted one, an older version’s are refused, and the last is renewed', async () => {
  const [browser, other] = [new Browser(), new Browser()];
  await browser.logIn(10005);
  await other.logIn(10006);
  const plant = (value: string) =>
    void browser.jar.set('XSRF-TOKEN;/', { value, path: '/', line: '' });
  for (const planted of [other.cookie('XSRF-TOKEN') as string, 'loose']) {
    plant(planted);
    expect((await browser.post('/api/v1/write', { 'x-xsrf-token': planted })).status, planted).toBe(
      403,
    );
    expect(
      (await browser.post('/api/v1/write')).status,
      'with the one that the refusal brought',
    ).toBe(200);
  }
});

test('[R21] a browser with a session of the site and one of the admin area repeats one cookie for both', async () => {
  const browser = new Browser();
  await browser.logIn(10001);
  await browser.logIn(10001, '/admin/admin/api/manager', '/bbs-admin');
  const both = browser.cookie('XSRF-TOKEN') as string;
  const post = (path: string, token: string) => browser.post(path, { 'x-xsrf-token': token });
  expect([
    (await post('/api/v1/write', both)).status,
    (await post('/admin/admin/api/who', both)).status,
  ]).toEqual([200, 200]);
  const [ofSite] = both.split('.') as [string];
  browser.jar.set('XSRF-TOKEN;/', { value: ofSite, path: '/', line: '' });
  expect(
    (await post('/admin/admin/api/who', ofSite)).status,
    'the site’s token in the admin area',
  ).toBe(403);
});

test('[R43] a program does with its token what the token is for, without anti-forgery header', async () => {
  const browser = new Browser();
  const [read, write] = [await tokenOf(['read']), await tokenOf(['read', 'write'])];
  expect((await browser.open('/api/v1/login/is_login', { headers: bearer(read.token) })).text).toBe(
    '{"id":10005}',
  );
  expect((await browser.post('/api/v1/write', bearer(read.token))).status).toBe(403);
  expect(await browser.post('/api/v1/write', bearer(write.token))).toMatchObject({
    status: 200,
    text: expect.stringContaining('"via":"token"'),
  });
  expect(
    (await browser.post('/api/v1/write', bearer((await tokenOf(['moderate'])).token))).status,
  ).toBe(403);
  expect(
    (await browser.open('/api/v1/write', { headers: bearer((await tokenOf(['write'])).token) }))
      .status,
  ).toBe(403);
  await vi.waitFor(async () =>
    expect(
      (await db.select().from(schema.accessToken).where(eq(schema.accessToken.id, read.id)))[0]
        ?.usedAt,
    ).toBeInstanceOf(Date),
  );
});

test('[R43] a revoked, an expired and a made-up token are refused', async () => {
  const { id, token } = await tokenOf(['read']);
  const status = async (text: string) =>
    (await new Browser().open('/api/v1/login/is_login', { headers: bearer(text) })).status;
  expect(await status(token)).toBe(200);
  expect(await revokeToken(db, 10006, id), 'by somebody else').toBe(false);
  expect(await status(token)).toBe(200);
  expect(await revokeToken(db, 10005, id)).toBe(true);
  expect(await status(token)).toBe(401);
  expect(await status((await tokenOf(['read'], new Date(Date.now() - 1_000))).token)).toBe(401);
  expect(await status(`lt_${'A'.repeat(32)}`)).toBe(401);
  expect(await status('')).toBe(401);
});

test('[R43] a token from the command line is one of the user and the scopes that it was asked for', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/token.ts', ...args], {
      env: { ...process.env, DATABASE_URL: url },
    });
  const [{ stdout }] = await Promise.all([
    run('--user', '10006', '--scopes', 'read,write', '--days', '2'),
    expect(run('--user', '99')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no user 99.\n',
    }),
    expect(run('--user', '10006', '--scopes', 'admin')).rejects.toMatchObject({
      code: 1,
      stdout: '',
    }),
  ]);
  expect(stdout).toMatch(/^lt_\w{32}\n$/);
  const reply = JSON.parse(
    (await new Browser().open('/api/v1/write', { headers: bearer(stdout.trim()) })).text,
  );
  expect(reply).toMatchObject({ userId: 10006, scopes: ['read', 'write'], via: 'token' });
}, 60_000);

test('[R19] an administrator logs in to the admin area with a session of its own', async () => {
  const browser = new Browser();
  expect((await browser.logIn(10001, '/admin/admin/api/manager', '/bbs-admin/reports')).url).toBe(
    `${site}/bbs-admin/reports`,
  );
  expect(browser.jar.get('bbs_admin;/')?.line).toMatch(/Max-Age=43200.*HttpOnly/);
  expect((await browser.open('/admin/admin/api/who')).status).toBe(200);
  expect(await browser.who(), 'on the site').toBeNull();
  const admin = browser.cookie('bbs_admin') as string;
  expect(
    (await browser.open('/api/v1/write', { headers: { cookie: `bbs=${admin}` } })).status,
    'as a site session',
  ).toBe(401);
  expect(
    (
      await browser.open('/admin/admin/api/who', {
        headers: bearer((await tokenOf(['read', 'write', 'moderate'])).token),
      })
    ).status,
  ).toBe(403);
  expect((await browser.post('/api/v1/login/logout', {})).status).toBe(403);
  expect((await browser.post('/api/v1/login/logout')).status).toBe(200);
  expect(
    (await browser.open('/admin/admin/api/who', { headers: { cookie: `bbs_admin=${admin}` } }))
      .status,
  ).toBe(401);
});

test('[R19] a member is not let into the admin area', async () => {
  const browser = new Browser();
  expect((await browser.logIn(10005, '/admin/admin/api/manager', '/bbs-admin')).status).toBe(403);
  expect(browser.cookie('bbs_admin')).toBeUndefined();
  await browser.logIn(10005);
  expect(
    (
      await browser.open('/admin/admin/api/who', {
        headers: { cookie: `bbs_admin=${browser.cookie('bbs')}` },
      })
    ).status,
    'with a site session',
  ).toBe(401);
});

test('[R20] a banned member is known as banned, until the ban ends', async () => {
  const browser = new Browser();
  await browser.logIn(10006);
  const ban = async (from: string, until: string) => {
    await db.execute(
      sql`
        update "user"
        set banned_from = ${from}::timestamptz, banned_until = ${until}::timestamptz
        where id = 10006`,
    );
    return (await readSession(db, browser.cookie('bbs') as string, 'site'))?.actor.ban;
  };
  expect(await ban('2020-01-01', 'infinity')).toEqual({ until: null });
  expect(await ban('2020-01-01', '2999-01-01T00:00:00Z')).toEqual({
    until: new Date('2999-01-01T00:00:00Z'),
  });
  expect(await ban('2020-01-01', '2020-01-02')).toBeUndefined();
  expect(await ban('2998-01-01', '2999-01-01')).toBeUndefined();
});

test('[R17] the built-in login lists people, in the reader’s language, and finds them without a script', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login');
  expect(page.text).toContain('选择一个账号登录');
  expect(page.text).toContain('老周&#60;爱&#62;折腾');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const found = await browser.open(`${page.url}?q=jonas`, { headers: { 'accept-language': 'en' } });
  expect(found.text).toContain('Log in as');
  expect(found.text.match(/name="user" value="\d+"/g)).toEqual(['name="user" value="10001"']);
  expect((await new Browser().open(page.url)).status, 'in another browser').toBe(400);
  for (const nobody of ['99999', '0', 'x', ''])
    expect((await browser.choose(page, { user: nobody })).status).toBe(400);
  expect((await browser.choose(page, { user: '10001' })).url, 'after a mistake').toBe(`${site}/`);
});

/** With headers that fetch doesn't let one choose. */
const askSso = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${site}/sso/.well-known/openid-configuration`, { headers }, (reply) =>
      resolve(reply.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });

test('[R17] the built-in login answers this machine only', async () => {
  expect(await askSso({})).toBe(200);
  expect(await askSso({ host: 'evil.example' })).toBe(403);
  expect(await askSso({ 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  const log = createLog('silent');
  expect(
    createProvider({ db, env: readEnv({ SITE_URL: 'https://forum.example' }), log }).refused,
  ).toMatch(/OIDC_ISSUER/);
  expect(
    createProvider({
      db,
      env: readEnv({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' }),
      log,
    }).refused,
  ).toMatch(/id\.example/);
});
