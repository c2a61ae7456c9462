import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { SessionWire, SettingsWire, TokenWire } from '#contracts/wire/settings.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const me = await api.as(ME);

interface Answer<T> {
  code: number;
  err_code?: string;
  err_payload?: unknown;
  data: T;
}
const put = (body: unknown, by = me) =>
  by.call<Answer<SettingsWire>>('PUT', '/api/v1/user/info', body);
const browser = async (userId: number) => {
  const token = await createSession(db, {
    userId,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  return {
    cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}; member=1`,
    'x-xsrf-token': deriveXsrfToken(token),
  };
};

beforeEach(async () => {
  await db.execute(
    sql`
      update "user"
      set
        nickname = '林间小路',
        renamed_at = null,
        description = '',
        banned_from = null,
        banned_until = null
      where id = ${ME}`,
  );
});

test('[R20, R21] visitors have no settings, and a call by cookie needs its other half', async () => {
  for (const [method, path] of [
    ['GET', 'settings'],
    ['PUT', 'info'],
    ['POST', 'avatar'],
    ['GET', 'token'],
    ['POST', 'token'],
    ['GET', 'session'],
    ['DELETE', 'session'],
  ] as const)
    expect([
      path,
      (
        await api.call(
          method,
          `/api/v1/user/${path}`,
          method === 'GET'
            ? undefined
            : path === 'token'
              ? { name: 'x', scopes: ['read'], days: 30 }
              : {},
        )
      ).status,
    ]).toEqual([path, 401]);
  const { 'x-xsrf-token': _, ...half } = await browser(ME);
  for (const [method, path] of [
    ['PUT', 'info'],
    ['POST', 'token'],
    ['DELETE', 'session'],
  ] as const)
    expect(
      (await api.call(method, `/api/v1/user/${path}`, {}, { ...half, origin: 'null' })).status,
    ).toBe(403);
});

test('[R35] a nickname is unique, in any case, also when two want it at once', async () => {
  await db.execute(sql`update "user" set nickname = 'WalksAlone' where id = ${OTHER}`);
  expect((await put({ nickname: 'walksalone' })).body).toMatchObject({ err_code: 'taken' });
  const rival = await api.as(PEOPLE.fourthMember);
  const both = await Promise.all([
    put({ nickname: '同一个名字' }),
    put({ nickname: '同一个名字' }, rival),
  ]);
  expect(both.map(({ body }) => body.err_code ?? 'ok').sort()).toEqual(['ok', 'taken']);
});

test('[R35] a nickname has 2 to 20 characters that can be seen, and lasts for 7 days', async () => {
  for (const nickname of ['一', 'a'.repeat(21), '   ', '\u200ba\u202e'])
    expect([nickname, (await put({ nickname })).body.err_code]).toEqual([nickname, 'length']);
  for (const nickname of ['a<b>c', '@someone', 'a/b', 'a\u0000b'])
    expect([nickname, (await put({ nickname })).status]).toEqual([nickname, 400]);
  expect((await put({ nickname: '  👩‍💻   在写代码 ' })).body.data).toMatchObject({
    nickname: '👩‍💻 在写代码',
  });
  const { body } = await put({ nickname: '又一个' });
  expect(body).toMatchObject({
    err_code: 'renamed',
    err_payload: expect.stringMatching(/^\d{4}-/),
  });
  expect((await put({ nickname: '👩‍💻 在写代码', desc: '只改简介' })).body).toMatchObject({
    code: 0,
    data: { desc: '只改简介' },
  });
});

test('[R35] a nickname that mixes alphabets, or looks like an office, is refused to members, in their language', async () => {
  expect((await put({ nickname: 'Jоnas Weber' })).body).toMatchObject({ err_code: 'nameScripts' });
  const refused = await me.call<Answer<unknown> & { msg: string }>(
    'PUT',
    '/api/v1/user/info',
    { nickname: 'Аdm1n' },
    { 'accept-language': 'en' },
  );
  expect(['nameScripts', 'nameReserved']).toContain(refused.body.err_code);
  expect(refused.body.msg).toMatch(/name/);
  expect((await put({ nickname: '社区管理员' })).body).toMatchObject({ err_code: 'nameReserved' });
});

test('[R14] names and descriptions are screened: refused if a post would be pending review, replaced in a description', async () => {
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, replacement, created_by)
      values
        ('禁词子', '禁词子', 'ban', '', 10000),
        ('审词丑', '审词丑', 'review', '', 10000),
        ('换词寅', '换词寅', 'replace', '**', 10000)`,
  );
  for (const word of ['禁词子', '审词丑', '换词寅'])
    expect((await put({ nickname: `我是${word}` })).body).toMatchObject({
      err_code: 'verify',
      err_payload: [word],
    });
  for (const word of ['禁词子', '审词丑'])
    expect((await put({ desc: `我是${word}` })).body).toMatchObject({ err_code: 'verify' });
  expect((await put({ desc: '我是换词寅' })).body.data.desc).toBe('我是**');
  expect((await put({ desc: '长'.repeat(161) })).body.err_code).toBe('length');
});

test('[R29] a banned member changes only notification settings, nothing that others see', async () => {
  await db.execute(
    sql`
      update "user"
      set banned_from = now() - interval '1 minute', banned_until = 'infinity'
      where id = ${ME}`,
  );
  expect((await put({ nickname: '换个名字' })).body.err_code).toBe('banned');
  expect((await put({ avatar: '' })).body.err_code).toBe('banned');
  expect((await put({ notify: { like: false } })).body.data.notify.like).toBe(false);
});

test('[R20] hostile and foreign input is refused', async () => {
  expect((await put({ avatar: 'javascript:alert(1)' })).status).toBe(400);
  expect((await put({ language: 'fr' })).status).toBe(400);
  expect((await put({ notify: { like: 'yes' } })).status).toBe(400);
  await put({ notify: { nonsense: true }, groupId: 10000, credits: 99 });
  const { rows } = await db.execute(
    sql`select group_id, notify ? 'nonsense' as nonsense from "user" where id = ${ME}`,
  );
  expect(rows[0]).toMatchObject({ nonsense: false });
  expect(rows[0]?.group_id).not.toBe(10000);
  expect((await put({ desc: 'x' }, await api.as(ME, ['read']))).status).toBe(403);
});

test('[R43] tokens are made and revoked in a browser by their owner alone, and moderate only for moderators', async () => {
  const mine = await browser(ME);
  const make = (body: unknown, headers = mine) =>
    api.call<Answer<{ id: number; token: string }>>('POST', '/api/v1/user/token', body, headers);
  expect(
    (await me.call('POST', '/api/v1/user/token', { name: 'x', scopes: ['read'], days: 30 })).status,
  ).toBe(403);
  expect((await make({ name: 'x', scopes: ['moderate'], days: 30 })).status).toBe(403);
  for (const body of [
    { name: '', scopes: ['read'], days: 30 },
    { name: 'x', scopes: [], days: 30 },
    { name: 'x', scopes: ['admin'], days: 30 },
    { name: 'x', scopes: ['read'], days: 31 },
    { name: 'x'.repeat(41), scopes: ['read'], days: 30 },
  ])
    expect((await make(body)).status).toBe(400);
  const { data } = (await make({ name: '机器人', scopes: ['read', 'write'], days: 0 })).body;
  const list = async (headers = mine) =>
    (await api.call<Answer<TokenWire[]>>('GET', '/api/v1/user/token', undefined, headers)).body
      .data;
  const [newest] = await list();
  expect(newest).toMatchObject({
    id: data.id,
    name: '机器人',
    hint: data.token.slice(-4),
    scopes: ['read', 'write'],
    used_at: null,
    expires_at: null,
  });
  expect(JSON.stringify(newest)).not.toContain(data.token);
  const theirs = await browser(OTHER);
  expect((await list(theirs)).map(({ id }) => id)).not.toContain(data.id);
  expect(
    (await api.call('DELETE', `/api/v1/user/token?id=${data.id}`, undefined, theirs)).status,
  ).toBe(404);
  expect(
    (await api.call('DELETE', `/api/v1/user/token?id=${data.id}`, undefined, mine)).status,
  ).toBe(200);
  expect((await list()).map(({ id }) => id)).not.toContain(data.id);
});

test('[R43] a token needs a fresh login, an account of some days with some posts, and is one of twenty however many are asked for at once', async () => {
  const make = (headers: Record<string, string>) =>
    api.call<Answer<unknown>>(
      'POST',
      '/api/v1/user/token',
      { name: '机器人', scopes: ['read'], days: 30 },
      headers,
    );
  const standing = (days: number, posts: number) =>
    db.execute(
      sql`
        update "user"
        set created_at = now() - make_interval(days => ${days}), posts_cnt = ${posts}
        where id = ${OTHER}`,
    );
  const stale = await createSession(db, {
    userId: OTHER,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
    authenticatedAt: new Date(Date.now() - 601_000),
  });
  await standing(30, 50);
  expect(
    (
      await make({
        cookie: `bbs=${stale}; XSRF-TOKEN=${deriveXsrfToken(stale)}`,
        'x-xsrf-token': deriveXsrfToken(stale),
      })
    ).body,
  ).toMatchObject({ code: 401, err_code: 'loginAgain' });
  const fresh = await browser(OTHER);
  for (const [days, posts] of [
    [2, 50],
    [30, 4],
  ] as const) {
    await standing(days, posts);
    expect([days, posts, (await make(fresh)).body.err_code]).toEqual([days, posts, 'standing']);
  }
  await db.execute(sql`update "user" set created_at = now(), posts_cnt = 0 where id = 10001`);
  expect((await make(await browser(PEOPLE.globalModerator))).body.code, 'an administrator').toBe(0);
  await standing(3, 5);
  const answers = await Promise.all(Array.from({ length: 60 }, () => make(fresh)));
  expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(20);
  expect(answers.filter(({ body }) => body.err_code === 'limit')).toHaveLength(40);
});

test('[R17] logins are listed with this one first; one or all others are ended, never other people’s', async () => {
  await db.execute(sql`delete from session where user_id in (${ME}, ${OTHER})`);
  const [mine, theirs] = [await browser(ME), await browser(OTHER)];
  await browser(ME);
  await browser(ME);
  const list = async (headers: Record<string, string>) =>
    (await api.call<Answer<SessionWire[]>>('GET', '/api/v1/user/session', undefined, headers)).body
      .data;
  const own = await list(mine);
  expect(own.map(({ current }) => current)).toEqual([true, false, false]);
  const [, second] = own;
  expect(
    (await api.call('DELETE', `/api/v1/user/session?id=${second?.id}`, undefined, theirs)).status,
  ).toBe(404);
  expect(
    (await api.call('DELETE', `/api/v1/user/session?id=${own[0]?.id}`, undefined, mine)).status,
  ).toBe(404);
  expect((await api.call('DELETE', '/api/v1/user/session?id=%25', undefined, mine)).status).toBe(
    400,
  );
  await api.call('DELETE', `/api/v1/user/session?id=${second?.id}`, undefined, mine);
  expect(await list(mine)).toHaveLength(2);
  await api.call('DELETE', '/api/v1/user/session', undefined, mine);
  expect([await list(mine), await list(theirs)]).toEqual([
    [expect.objectContaining({ current: true })],
    [expect.objectContaining({ current: true })],
  ]);
  expect((await me.call('GET', '/api/v1/user/session')).status).toBe(403);
});

test('[R17] logging out all others ends sessions of the admin area too, but not those of the calling browser', async () => {
  await db.execute(sql`delete from session where user_id = 10000`);
  const admin = (): Promise<string> =>
    createSession(db, {
      userId: PEOPLE.administrator,
      kind: 'admin',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
  const [elsewhere, here] = [await admin(), await admin()];
  const site = await browser(PEOPLE.administrator);
  const mine = { ...site, cookie: `${site.cookie}; bbs_admin=${here}` };
  const list = async () =>
    (
      await api.call<Answer<SessionWire[]>>('GET', '/api/v1/user/session', undefined, mine)
    ).body.data.map(({ kind, current }) => [kind, current]);
  expect(await list()).toEqual([
    ['site', true],
    ['admin', true],
    ['admin', false],
  ]);
  expect((await api.call('DELETE', '/api/v1/user/session', undefined, mine)).status).toBe(200);
  expect(await list()).toEqual([
    ['site', true],
    ['admin', true],
  ]);
  const enter = async (token: string) =>
    (await api.call('GET', '/api/v2/admin/me', undefined, { cookie: `bbs_admin=${token}` })).status;
  expect([await enter(elsewhere), await enter(here)]).toEqual([401, 200]);
});

test('[R17] a session ends at last, however much it is used, and so do its cookies', async () => {
  await db.execute(sql`delete from session where user_id = ${OTHER}`);
  const { cookie } = await browser(OTHER);
  const began = (days: number) =>
    db.execute(
      sql`
        update session
        set
          created_at = now() - make_interval(days => ${days}),
          seen_at = now() - interval '2 hours',
          expires_at = now() + interval '29 days'
        where user_id = ${OTHER}`,
    );
  const who = () =>
    api.call<{ id: number } | null>('GET', '/api/v1/login/is_login', undefined, { cookie });
  await began(179);
  const { body, headers } = await who();
  expect(body?.id).toBe(OTHER);
  const [, left] =
    /^bbs=.*Max-Age=(\d+)/.exec(
      headers.getSetCookie().find((line) => line.startsWith('bbs=')) ?? '',
    ) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  expect(Number(left)).toBeLessThanOrEqual(86_400);
  const ends = async () =>
    (
      await db.execute<{ soon: boolean }>(
        sql`
          select expires_at < now() + interval '2 days' as soon
          from session
          where user_id = ${OTHER}`,
      )
    ).rows[0]?.soon;
  await expect.poll(ends).toBe(true);
  await began(181);
  expect((await who()).body).toBeNull();
});

test('[R17] a name chosen here outlives the next login at the provider', async () => {
  const { signIn } = await import('#auth/oidc/sign-in.ts');
  const identity = (name: string) => ({
    issuer: 'https://id.example',
    subject: 'someone',
    builtin: false,
    claims: { sub: 'someone', preferred_username: 'someone', nickname: name, name } as never,
  });
  const made = await signIn(db, identity('提供者的名字'), { ip: '127.0.0.1', lang: 'zh' });
  await put({ nickname: '自己的名字' }, await api.as(made?.userId as number));
  await signIn(db, identity('提供者的新名字'), { ip: '127.0.0.1', lang: 'zh' });
  const { rows } = await db.execute(sql`select nickname from "user" where id = ${made?.userId}`);
  expect(rows).toEqual([{ nickname: '自己的名字' }]);
});
