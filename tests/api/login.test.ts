import { request } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { createBuiltinProvider } from '#auth/oidc/builtin-provider.ts';
import { readSession } from '#auth/session.ts';
import { schema } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { bearerHeader, startLoginSite } from '../support/login-site.ts';
import { PEOPLE } from '../support/people.ts';

const printed = (['log', 'info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level),
);
const { db, site, Browser, tokenOf } = await startLoginSite();

beforeEach(() => {
  for (const spy of printed) spy.mockClear();
});

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
  const back = await browser.logIn(PEOPLE.thirdMember);
  expect([back.url, back.status]).toEqual([`${site}/zh/post/42`, 200]);
  expect(await browser.readLogin()).toMatchObject({ id: PEOPLE.thirdMember });
  expect(browser.cookie('member')).toBe('1');
  expect(
    (await db.select().from(schema.user).where(eq(schema.user.id, PEOPLE.thirdMember)))[0],
  ).toMatchObject({
    issuer: `${site}/sso`,
    subject: String(PEOPLE.thirdMember),
    nickname: '老周<爱>折腾',
    loginIp: '127.0.0.1',
  });
  const { url } = JSON.parse((await browser.post('/api/v1/login/logout')).text);
  expect(new URL(url).origin).toBe(site);
  expect(await browser.readLogin()).toBeNull();
  expect([browser.cookie('bbs'), browser.cookie('member')]).toEqual([undefined, undefined]);
  const bye = await browser.follow(
    `${url}?callback=${encodeURIComponent(`${site}/en/forums?a=1&b=%20`)}`,
  );
  expect([bye.url, bye.status]).toEqual([`${site}/en/forums?a=1&b=%20`, 200]);
  expect((await browser.follow('/api/v1/login')).url).toContain('/sso/interaction/');
  expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

test('[R17] a user who is logged in at the provider logs in without a question', async () => {
  const browser = new Browser();
  await browser.logIn(PEOPLE.thirdMember);
  await browser.post('/api/v1/login/logout');
  expect((await browser.logIn(PEOPLE.otherMember)).url).toBe(`${site}/zh/post/42`);
  expect(await browser.readLogin()).toMatchObject({ id: PEOPLE.thirdMember });
});

test('[R17] the session’s cookie is hidden from scripts and from other sites; its hash is all that is stored', async () => {
  const browser = new Browser();
  await browser.logIn(PEOPLE.thirdMember);
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
  expectRefusal(await other.open(location as string), '无法继续这次登录', '/');
  expect(await other.readLogin()).toBeNull();
  expect((await owner.follow(location as string)).url).toBe(`${site}/zh`);
  expect(await owner.readLogin()).toMatchObject({ id: 10000 });
});

/** Expects an error page with the reason and a link to a new login with the same target. */
function expectRefusal(
  { status, text }: { status: number; text: string },
  title: string,
  returnPath: string,
): void {
  expect([status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([403, title]);
  expect(text).toContain(
    `href="/api/v1/login?return_url=${encodeURIComponent(returnPath)}">重新登录</a>`,
  );
}

test('[R17] a callback that is opened twice leads there again, or says that it was used', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login?return_url=/zh/post/7?a=1');
  const { location = '' } = await browser.choose(page, { user: '10000' }, '/callback');
  await browser.follow(location);
  expect((await browser.open(location)).location).toBe(`${site}/zh/post/7?a=1`);
  await browser.post('/api/v1/login/logout');
  expectRefusal(await browser.open(location), '登录链接已使用过', '/zh/post/7?a=1');
  expect(await browser.readLogin()).toBeNull();
});

test('[R17] a login of more than 15 minutes fails with a message, and retains its target', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login?return_url=/zh/post/7');
  const { location = '' } = await browser.choose(page, { user: '10000' }, '/callback');
  await db.update(schema.loginAttempt).set({ expiresAt: new Date(Date.now() - 1_000) });
  expectRefusal(await browser.open(location), '登录已超时', '/zh/post/7');
  expect(browser.cookie('bbs')).toBeUndefined();
});

test('[R17] a refused login is explained in the reader’s language, by a page that runs nothing', async () => {
  const { text, headers } = await new Browser().open('/api/v1/login/callback', {
    headers: { 'accept-language': 'en' },
  });
  expect(text).toContain('<h1>This login can’t go on</h1>');
  expect(text).toContain('<html lang="en"');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
});

test('[R17] a wrong and a missing state log nobody in', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login');
  const { location } = await browser.choose(
    page,
    { user: String(PEOPLE.thirdMember) },
    '/callback',
  );
  const wrong = new URL(location as string);
  wrong.searchParams.set('state', 'x'.repeat(43));
  expectRefusal(await browser.open(wrong.href), '无法继续这次登录', '/');
  expectRefusal(await browser.open('/api/v1/login/callback'), '无法继续这次登录', '/');
  expect(browser.cookie('bbs')).toBeUndefined();
});

test('[R17] cancelling at the provider returns to the former page as a visitor', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login?return_url=/zh/post/7');
  expect((await browser.choose(page, { cancel: '1' })).url).toBe(`${site}/zh/post/7`);
  expect(await browser.readLogin()).toBeNull();
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
  expect((await browser.choose(page, { user: String(PEOPLE.thirdMember) })).url).toBe(`${site}/`);
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

test('[R17] an expired session belongs to nobody, and the browser learns that', async () => {
  const browser = new Browser();
  await browser.logIn(PEOPLE.thirdMember);
  await db.update(schema.session).set({ expiresAt: new Date(Date.now() - 1_000) });
  expect(await browser.readLogin()).toBeNull();
  expect([browser.cookie('bbs'), browser.cookie('member')]).toEqual([undefined, undefined]);
});

test('[R17] a session that is used lives on, and so do its cookies', async () => {
  const browser = new Browser();
  await browser.logIn(PEOPLE.otherMember);
  const soon = new Date(Date.now() + 60_000);
  const ofMarta = eq(schema.session.userId, PEOPLE.otherMember);
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

test('[R19] an administrator logs in to the admin area with a session of its own', async () => {
  const browser = new Browser();
  expect(
    (await browser.logIn(PEOPLE.globalModerator, '/admin/admin/api/manager', '/bbs-admin/reports'))
      .url,
  ).toBe(`${site}/bbs-admin/reports`);
  expect(browser.jar.get('bbs_admin;/')?.line).toMatch(/Max-Age=43200.*HttpOnly/);
  expect((await browser.open('/admin/admin/api/who')).status).toBe(200);
  expect(await browser.readLogin(), 'on the site').toBeNull();
  const admin = browser.cookie('bbs_admin') as string;
  expect(
    (await browser.open('/api/v1/write', { headers: { cookie: `bbs=${admin}` } })).status,
    'as a site session',
  ).toBe(401);
  expect(
    (
      await browser.open('/admin/admin/api/who', {
        headers: bearerHeader((await tokenOf(['read', 'write', 'moderate'])).token),
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
  const refused = await browser.logIn(
    PEOPLE.thirdMember,
    '/admin/admin/api/manager',
    '/bbs-admin/reports',
  );
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('<h1>不是管理员</h1>');
  expect(refused.text, 'as somebody else').toContain(
    'href="/admin/admin/api/manager?return_url=%2Fbbs-admin%2Freports&amp;fresh=1"',
  );
  expect(browser.cookie('bbs_admin')).toBeUndefined();
  await browser.logIn(PEOPLE.thirdMember);
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
  await browser.logIn(PEOPLE.otherMember);
  const ban = async (from: string, until: string) => {
    await db.execute(
      sql`
        update "user"
        set banned_from = ${from}::timestamptz, banned_until = ${until}::timestamptz
        where id = ${PEOPLE.otherMember}`,
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
  expect(page.text).toContain('老周&lt;爱&gt;折腾');
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

test('[R17] the search text among the accounts appears on the page as text', async () => {
  const browser = new Browser();
  const page = await browser.follow('/api/v1/login');
  const found = await browser.open(`${page.url}?q=${encodeURIComponent('"><i>x</i>')}`);
  expect(found.text).not.toContain('<i>x');
  expect(found.text).toContain('value="&quot;&gt;&lt;i&gt;x&lt;/i&gt;"');
});

/** With headers that fetch forbids. */
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
    createBuiltinProvider({ db, env: readEnv({ SITE_URL: 'https://forum.example' }), log }).refused,
  ).toMatch(/OIDC_ISSUER/);
  expect(
    createBuiltinProvider({
      db,
      env: readEnv({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' }),
      log,
    }).refused,
  ).toMatch(/id\.example/);
});
