import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { revokeToken } from '#auth/access-token.ts';
import { schema } from '#db/client.ts';
import { bearerHeader, startLoginSite } from '../support/login-site.ts';
import { PEOPLE } from '../support/people.ts';

/* Headers that browsers send in addition to their session, and programs instead of one. */

const { db, url, Browser, tokenOf } = await startLoginSite();

test('[R21] a page of another site can’t write in a member’s name', async () => {
  const browser = new Browser();
  await browser.logIn(PEOPLE.thirdMember);
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
  await browser.readLogin(); // the next call restores a lost token
  expect((await browser.post('/api/v1/write')).status).toBe(200);
  expect((await new Browser().post('/api/v1/write', {})).status, 'a visitor').toBe(401);
});

test('[R21] an anti-forgery token belongs to its session: another session’s, a planted one, an older version’s are refused, and the last is renewed', async () => {
  const [browser, other] = [new Browser(), new Browser()];
  await browser.logIn(PEOPLE.thirdMember);
  await other.logIn(PEOPLE.otherMember);
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
  await browser.logIn(PEOPLE.globalModerator);
  await browser.logIn(PEOPLE.globalModerator, '/admin/admin/api/manager', '/bbs-admin');
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

test('[R43] a program may use its token’s scopes without an anti-forgery header', async () => {
  const browser = new Browser();
  const [read, write] = [await tokenOf(['read']), await tokenOf(['read', 'write'])];
  const { text } = await browser.open('/api/v1/login/is_login', {
    headers: bearerHeader(read.token),
  });
  expect(JSON.parse(text)).toMatchObject({ id: PEOPLE.thirdMember });
  expect((await browser.post('/api/v1/write', bearerHeader(read.token))).status).toBe(403);
  expect(await browser.post('/api/v1/write', bearerHeader(write.token))).toMatchObject({
    status: 200,
    text: expect.stringContaining('"via":"token"'),
  });
  expect(
    (await browser.post('/api/v1/write', bearerHeader((await tokenOf(['moderate'])).token))).status,
  ).toBe(403);
  expect(
    (
      await browser.open('/api/v1/write', {
        headers: bearerHeader((await tokenOf(['write'])).token),
      })
    ).status,
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
    (await new Browser().open('/api/v1/login/is_login', { headers: bearerHeader(text) })).status;
  expect(await status(token)).toBe(200);
  expect(await revokeToken(db, PEOPLE.otherMember, id), 'by somebody else').toBe(false);
  expect(await status(token)).toBe(200);
  expect(await revokeToken(db, PEOPLE.thirdMember, id)).toBe(true);
  expect(await status(token)).toBe(401);
  expect(await status((await tokenOf(['read'], -1 / 86_400)).token)).toBe(401);
  expect(await status(`lt_${'A'.repeat(32)}`)).toBe(401);
  expect(await status('')).toBe(401);
});

test('[R43] a token from the command line is one of the user and the scopes that it was asked for', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/token.ts', ...args], {
      env: { ...process.env, DATABASE_URL: url },
    });
  const [{ stdout }] = await Promise.all([
    run('--user', String(PEOPLE.otherMember), '--scopes', 'read,write', '--days', '2'),
    expect(run('--user', '99')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no user 99.\n',
    }),
    expect(run('--user', String(PEOPLE.otherMember), '--scopes', 'admin')).rejects.toMatchObject({
      code: 1,
      stdout: '',
    }),
  ]);
  expect(stdout).toMatch(/^lt_\w{32}\n$/);
  const reply = JSON.parse(
    (await new Browser().open('/api/v1/write', { headers: bearerHeader(stdout.trim()) })).text,
  );
  expect(reply).toMatchObject({
    userId: PEOPLE.otherMember,
    scopes: ['read', 'write'],
    via: 'token',
  });
}, 60_000);
