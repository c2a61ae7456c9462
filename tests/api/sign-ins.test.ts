import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#auth/actor.ts';
import { getFreshnessRefusal, UNPROVEN_LOGIN } from '#auth/guards.ts';
import { createSession, readSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { MAX_SIGN_INS_LISTED, SIGN_IN_RETENTION_DAYS } from '#contracts/limits.ts';
import type { AdminSignInWire, PersonalDataWire } from '#contracts/wire/admin-user.ts';
import type { SignInWire } from '#contracts/wire/settings.ts';
import { logSignIn } from '#domain/people/sign-in/log-sign-in.ts';
import { MAX_INVALID_CREDENTIALS_PER_MINUTE, MAX_WAITING_CREDENTIALS } from '#platform/limits.ts';
import { deleteExpiredRows } from '#server/background-jobs.ts';
import { findPrivateReader } from '#server/resolve-page.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Readers of the sign-in log (login.test.ts tests its writing), and invalid credentials. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [ME, OTHER] = [PEOPLE.member, PEOPLE.otherMember] as const;
const MEMBERS_PAGE = { path: '/zh/forum/1', status: 403 };
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

const browser = async (userId: number, on = api) => {
  const token = await createSession(db, {
    userId,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: agent,
  });
  const headers = {
    cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
    'x-xsrf-token': deriveXsrfToken(token),
  };
  return {
    headers,
    call: <T>(method: string, path: string) => on.call<T>(method, path, undefined, headers),
  };
};

beforeEach(async () => {
  await db.execute(sql`delete from sign_in`);
  for (const userId of [ME, OTHER])
    await logSignIn(db, {
      userId,
      kind: 'site',
      event: 'login',
      ip: `203.0.113.${userId - 10_000}`,
      userAgent: agent,
    });
  await logSignIn(db, {
    kind: 'admin',
    event: 'refused',
    reason: 'attempt',
    ip: '198.51.100.7',
    userAgent: '',
  });
});

describe('[R17] the log of sign-ins', () => {
  test('of one’s own is one’s own, by a browser alone, the newest first and not without end', async () => {
    const path = '/api/v1/user/session/log';
    const me = await browser(ME);
    const read = async () => (await me.call<{ data: SignInWire[] }>('GET', path)).body.data;
    expect(await read()).toMatchObject([
      { event: 'login', kind: 'site', reason: '', ip: '203.0.113.4', user_agent: agent },
    ]);
    expect((await api.call('GET', path)).status).toBe(401);
    expect((await (await api.as(ME)).call('GET', path)).status).toBe(403);
    await createSession(db, { userId: ME, kind: 'site', ip: '', userAgent: '' });
    expect((await me.call('DELETE', '/api/v1/user/session')).status).toBe(200);
    for (let n = 0; n < MAX_SIGN_INS_LISTED; n++)
      await logSignIn(db, {
        userId: ME,
        kind: 'site',
        event: 'again',
        ip: '203.0.113.4',
        userAgent: agent,
      });
    expect(new Set((await read()).map(({ event }) => event))).toEqual(new Set(['again']));
    await db.execute(sql`delete from sign_in where event = 'again'`);
    expect((await read()).map(({ event }) => event)).toEqual(['ended', 'login']);
  });

  test('of a person is part of their personal data', async () => {
    const admin = await adminCaller(api, db);
    const { body } = await admin.call<PersonalDataWire>(
      'POST',
      `/api/v2/admin/users/${OTHER}/personal`,
    );
    expect(body.sign_ins).toMatchObject([{ event: 'login', ip: '203.0.113.6' }]);
    const text = JSON.stringify((await admin.call('GET', `/api/v2/admin/users/${OTHER}`)).body);
    expect(text).not.toContain('203.0.113.6');
  });

  test('of everybody is for administrators with a fresh login, whose access is in the action log', async () => {
    const path = '/api/v2/admin/sign-ins';
    const logged = async () =>
      (
        await db.execute<{ who: number; about: number | null; by: string }>(
          sql`
            select actor_id as who, target_user_id as about, detail ->> 'by' as by
            from action_log
            where action = 'user.signins'
            order by id`,
        )
      ).rows;
    const before = (await logged()).length;
    expect(
      (
        await (
          await adminCaller(api, db, ADMIN, { ago: 660 })
        ).call<{ err_code: string }>('GET', path)
      ).body.err_code,
    ).toBe('loginAgain');
    expect((await (await adminCaller(api, db, ME)).call('GET', path)).status).toBe(403);
    expect((await (await api.as(ADMIN)).call('GET', path)).status).toBe(403);
    expect((await logged()).length).toBe(before);
    const admin = await adminCaller(api, db);
    const read = async (query: string) =>
      (await admin.call<{ rows: AdminSignInWire[]; total: number }>('GET', `${path}?${query}`))
        .body;
    expect(
      (await read('')).rows.map(({ user, event, reason }) => [user?.id ?? null, event, reason]),
    ).toEqual([
      [null, 'refused', 'attempt'],
      [OTHER, 'login', ''],
      [ME, 'login', ''],
    ]);
    expect((await read(`user=${ME}`)).rows.map(({ ip }) => ip)).toEqual(['203.0.113.4']);
    expect(await read('ip=198.51.100.7&limit=1')).toMatchObject({
      total: 1,
      rows: [{ event: 'refused' }],
    });
    expect((await read('event=refused')).total).toBe(1);
    expect((await read('to=2001-01-01')).total).toBe(0);
    expect((await read('user=nobody-has-this-name')).total).toBe(0);
    expect((await logged()).slice(before)).toEqual([
      { who: ADMIN, about: null, by: '[]' },
      { who: ADMIN, about: ME, by: '["userId"]' },
      { who: ADMIN, about: null, by: '["ip"]' },
      { who: ADMIN, about: null, by: '["event"]' },
      { who: ADMIN, about: null, by: '["to"]' },
    ]);
  });
});

test('[R17] [R43] lines of the log end after their time, and newer ones stay', async () => {
  await db.execute(
    sql`
      update sign_in
      set created_at =
        now() - make_interval(days => ${SIGN_IN_RETENTION_DAYS}) - interval '1 minute'
      where user_id = ${ME}`,
  );
  await db.execute(
    sql`
      update sign_in
      set created_at =
        now() - make_interval(days => ${SIGN_IN_RETENTION_DAYS}) + interval '1 minute'
      where user_id = ${OTHER}`,
  );
  await deleteExpiredRows(db);
  expect(
    (await db.execute(sql`select user_id as id from sign_in order by id`)).rows.map(({ id }) => id),
  ).toEqual([OTHER, null]);
});

describe('[R21] of two cookies of one name, one is somebody else’s', () => {
  const path = 'http://forum.example.org/api/v1/login/is_login';
  const open = async (cookie: string) => {
    const answer = await api.send('GET', path, undefined, { cookie });
    return {
      person: ((await answer.json()) as { id: number } | null)?.id,
      lines: answer.headers.getSetCookie(),
    };
  };
  const tokenOf = (userId: number) =>
    createSession(db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: agent });

  test('neither session is believed, and both cookies are removed', async () => {
    const [mine, planted] = [await tokenOf(ME), await tokenOf(OTHER)];
    expect((await open(`bbs=${mine}`)).person).toBe(ME);
    for (const cookie of [`bbs=${planted}; bbs=${mine}`, `bbs=${mine}; bbs=${planted}`]) {
      const { person, lines } = await open(cookie);
      expect(person).toBeUndefined();
      expect(lines).toEqual(
        expect.arrayContaining([
          'bbs=; Max-Age=0; Path=/',
          'bbs=; Max-Age=0; Domain=example.org; Path=/',
          'bbs=; Max-Age=0; Domain=example.org; Path=/api/v1',
        ]),
      );
      expect(lines.join()).not.toContain('Domain=org');
    }
    expect(
      await findPrivateReader(db, MEMBERS_PAGE, { cookies: `bbs=${planted}; bbs=${mine}` }),
      'a page for members',
    ).toBeUndefined();
    expect(await findPrivateReader(db, MEMBERS_PAGE, { cookies: `bbs=${mine}` })).toMatchObject({
      userId: ME,
    });
  });

  test('neither anti-forgery token is, and the answer leaves one', async () => {
    const token = await tokenOf(ME);
    const xsrf = deriveXsrfToken(token);
    const cookie = `bbs=${token}; XSRF-TOKEN=${xsrf}; XSRF-TOKEN=planted`;
    const refused = await api.send('POST', path.replace('is_login', 'logout'), undefined, {
      cookie,
      origin: 'null',
      'x-xsrf-token': xsrf,
    });
    expect(refused.status).toBe(403);
    const lines = refused.headers.getSetCookie();
    expect(lines).toContain('XSRF-TOKEN=; Max-Age=0; Domain=example.org; Path=/');
    expect(lines.filter((line) => line.startsWith(`XSRF-TOKEN=${xsrf};`))).toHaveLength(1);
  });
});

describe('[R43] tokens and cookies that don’t hold', () => {
  test('cost their address ever fewer queries; whose does hold comes in all the same', async () => {
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    const known = await browser(ME, limited);
    const program = await limited.as(OTHER);
    const path = '/api/v1/login/is_login';
    expect([
      (await known.call('GET', path)).status,
      (await program.call('GET', path)).status,
    ]).toEqual([200, 200]);
    const made = (n: number) => `lt_${String(n).padStart(32, '0')}`;
    const bearer = async (token: string) =>
      (await limited.send('GET', path, undefined, { authorization: `Bearer ${token}` })).status;
    const half = MAX_INVALID_CREDENTIALS_PER_MINUTE / 2;
    for (let n = 0; n < half; n++) expect(await bearer(made(n))).toBe(401);
    for (let n = 0; n < half; n++)
      expect(
        (
          await limited.send('GET', path, undefined, {
            cookie: `bbs=${String(n).padStart(43, 'A')}`,
          })
        ).status,
      ).toBe(200);
    const queries: string[] = [];
    const { query } = db.$client;
    db.$client.query = ((...all: Parameters<typeof query>) => {
      queries.push(JSON.stringify(all[0]));
      return query.apply(db.$client, all);
    }) as typeof query;
    const latecomer = await browser(OTHER, limited);
    queries.length = 0;
    try {
      const first = latecomer.call<{ id: number }>('GET', path);
      const answers = await Promise.all(
        Array.from({ length: 3 * MAX_WAITING_CREDENTIALS }, (_, n) =>
          limited.send('GET', path, undefined, { authorization: `Bearer ${made(1_000 + n)}` }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(2 * MAX_WAITING_CREDENTIALS + 1);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await first).body.id, 'a session that is new to this process').toBe(OTHER);
      expect(queries.filter((one) => one.includes('access_token'))).toHaveLength(
        MAX_WAITING_CREDENTIALS - 1,
      );
    } finally {
      db.$client.query = query;
    }
    expect([
      (await known.call('GET', path)).status,
      (await program.call('GET', path)).status,
    ]).toEqual([200, 200]);
    expect((await limited.send('GET', path)).status, 'who shows nothing').toBe(200);
  });
});

test('[R19] a login is fresh for ten minutes, and one that its provider doesn’t prove never is', async () => {
  const refusalAt = async (authenticatedAt: Date) => {
    const visit = { userId: ME, kind: 'site', ip: '', userAgent: agent } as const;
    const token = await createSession(db, { ...visit, authenticatedAt });
    return getFreshnessRefusal((await readSession(db, token, 'site'))?.actor as Actor);
  };
  expect([
    await refusalAt(UNPROVEN_LOGIN),
    await refusalAt(new Date(Date.now() - 3_600_000)),
    await refusalAt(new Date()),
  ]).toEqual(['loginUnproven', 'loginAgain', undefined]);
});
