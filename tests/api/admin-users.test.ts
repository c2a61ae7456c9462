import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import type { AdminUserRowWire, AdminUserWire } from '#contracts/wire/admin-user.ts';
import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import { createToken } from '../../scripts/create-token.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { type CallReply, createWriters } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);
const [MEMBER, OTHER] = [PEOPLE.member, PEOPLE.otherMember];
const write = await createWriters(api, await api.as(MEMBER), await api.as(OTHER));

type Page = { rows: AdminUserRowWire[]; total: number };
const look = async (query: string) =>
  (await admin.call<Page>('GET', `/api/v2/admin/users?${query}`)).body;
const ids = async (query: string) => (await look(query)).rows.map((row) => row.id);
const person = async (id = OTHER) =>
  (await admin.call<AdminUserWire>('GET', `/api/v2/admin/users/${id}`)).body;
const act = (path: string, body: object, id = OTHER) =>
  admin.call<CallReply>('POST', `/api/v2/admin/users/${id}/${path}`, body);
const moderate = (action: 'ban' | 'liftBan', body: object) =>
  admin.call<CallReply>('POST', '/api/v2/admin/actions', {
    action,
    kind: 'user',
    ids: [OTHER],
    ...body,
  });
/** The log's entries about a user, newest first. */
const logged = async (id = OTHER) => {
  const { data } = (
    await (
      await api.as(ADMIN)
    ).call<CallReply<LogEntryWire[]>>('GET', `/api/v2/moderation/log?target=user&target_id=${id}`)
  ).body;
  return data.map(({ action, actor, reason }) => [action, actor.id, reason]);
};

beforeAll(async () => {
  await db.execute(
    sql`
      update "user"
      set
        mobile = '13800138000',
        login_ip = '203.0.113.9',
        created_ip = '2001:db8::7',
        realname = '林晓',
        qq = '10086'
      where id = ${OTHER}`,
  );
});

describe('[R20] people are found', () => {
  test.each([
    ['the beginning of a name, however written', 'LENA', 'Lena Fischer'],
    ['a number', String(MEMBER), '林间小路'],
    ['an account’s name', 'marta', 'Marta Oliveira'],
    ['an address of mail', 'Marta@', 'Marta Oliveira'],
    ['a phone number', '13800138000', undefined],
    ['an address that somebody logged in from', '203.0.113.9', undefined],
    ['an address that somebody joined from', '2001:db8::7', undefined],
  ])('by %s', async (_, text, nickname) => {
    const { rows, total } = await look(`q=${encodeURIComponent(text)}`);
    expect([rows.length, total]).toEqual([1, 1]);
    if (nickname) expect(rows[0]?.nickname).toBe(nickname);
    else expect(rows[0]?.id).toBe(OTHER);
  });

  test('by mail, phone and address only after a fresh login, and the log says by which of them, not by what', async () => {
    await db.execute(sql`update "user" set mobile = '123456' where id = ${OTHER}`);
    const stale = await adminCaller(api, db, PEOPLE.administrator, { ago: 660 });
    const asked = async (by: typeof stale, text: string, path = 'users') =>
      (
        await by.call<{ err_code?: string; rows?: { id: number }[] }>(
          'GET',
          `/api/v2/admin/${path}?q=${encodeURIComponent(text)}`,
        )
      ).body;
    const logged = async () =>
      (
        await db.execute<{ by: string }>(
          sql`
            select detail ->> 'by' as by
            from action_log
            where action = 'user.search'
            order by id`,
        )
      ).rows.map(({ by }) => by);
    const before = await logged();
    for (const text of ['marta@', '13800138000', '203.0.113.9', '2001:db8::7'])
      expect([text, (await asked(stale, text)).err_code]).toEqual([text, 'loginAgain']);
    expect(
      (await stale.call<{ err_code?: string }>('GET', '/api/v2/admin/users.csv?q=marta%40')).body
        .err_code,
    ).toBe('loginAgain');
    expect((await asked(stale, 'marta')).rows).toHaveLength(1);
    expect((await asked(stale, '123456')).rows, 'may be a number: then it is one').toEqual([]);
    expect(await logged()).toEqual(before);
    const fresh = await adminCaller(api, db, PEOPLE.administrator);
    for (const text of ['marta@', '13800138000', '203.0.113.9', '123456']) await asked(fresh, text);
    expect((await logged()).slice(before.length)).toEqual(['email', 'mobile', 'ip', 'mobile']);
    expect(
      JSON.stringify(
        (await db.execute(sql`select * from action_log where action = 'user.search'`)).rows,
      ),
    ).not.toContain('203.0.113.9');
    await db.execute(sql`update "user" set mobile = '13800138000' where id = ${OTHER}`);
  });

  test('literally, not by a pattern', async () => {
    expect(await ids('q=%25')).toEqual([]);
    expect(await ids('q=_')).toEqual([]);
  });

  test('by group, by state, by when they joined; in the order that was asked for, a page at a time', async () => {
    expect(new Set((await look('group=30')).rows.map((row) => row.group.id))).toEqual(
      new Set([30]),
    );
    const banned = await look('state=banned');
    expect(banned.rows.length).toBeGreaterThan(0);
    expect(banned.rows.every((row) => row.banned)).toBe(true);
    await db.execute(
      sql`update "user" set created_at = now() - interval '2 days' where id = ${OTHER}`,
    );
    expect(await ids('joined=1')).not.toContain(OTHER);
    expect(await ids('joined=7')).toContain(OTHER);
    const all = await ids('sort=created_at&limit=100');
    expect([
      ...(await ids('sort=created_at&limit=10')),
      ...(await ids('sort=created_at&limit=10&offset=10')),
    ]).toEqual(all.slice(0, 20));
    expect(await ids('sort=-created_at&limit=100')).toEqual([...all].reverse().slice(0, 100));
    expect((await admin.call('GET', '/api/v2/admin/users?sort=email')).status).toBe(400);
  });

  test('without anything personal, in the table, in its file and on their page; the file runs nothing', async () => {
    await db.execute(sql`update "user" set nickname = '=1+1' where id = ${PEOPLE.fifthMember}`);
    const answers = await Promise.all(
      ['users?limit=100', 'users.csv', `users/${OTHER}`].map(async (path) =>
        (
          await api.send('GET', `/api/v2/admin/${path}`, undefined, { cookie: admin.cookie })
        ).text(),
      ),
    );
    for (const text of answers)
      for (const secret of ['13800138000', '203.0.113.9', '2001:db8::7', '林晓', 'lantu.example'])
        expect(text).not.toContain(secret);
    expect(answers[1]).toContain(`"'=1+1"`);
  });
});

describe('[R20] personal data', () => {
  test('is shown to an administrator on request, and the log has the request', async () => {
    await createSession(db, {
      userId: OTHER,
      kind: 'site',
      ip: '198.51.100.4',
      userAgent: 'Firefox/1',
    });
    const { body } = await act('personal', {});
    expect(body).toMatchObject({
      email: expect.stringContaining('@'),
      mobile: '13800138000',
      login_ip: '203.0.113.9',
      realname: '林晓',
      sessions: [expect.objectContaining({ ip: '198.51.100.4' })],
    });
    expect((await logged())[0]).toEqual(['user.personal', ADMIN, '']);
    expect((await act('personal', {}, 99_999_999)).status).toBe(404);
  });
});

describe('[R20] a group', () => {
  const regroup = (body: object, id = OTHER) =>
    admin.call<CallReply & { pages: number }>('PUT', `/api/v2/admin/users/${id}/group`, {
      reason: '加入文档组',
      ...body,
    });

  test('is changed with a reason; pages with the badge are rendered again, and their number is reported', async () => {
    const thread = await write.thread();
    await write.reply(thread);
    await db.execute(sql`
      insert into published_page (path, tags, hash, build, rendered_at)
      values
        ('/zh/post/1', array[${`t:${thread}:p1`}], 'x', 'x', now()),
        ('/zh/user/1', array[${`u:${OTHER}:page`}], 'x', 'x', now()),
        ('/zh/post/2', array['t:999999:p1'], 'x', 'x', now())`);
    await db.execute(sql`delete from invalidation`);
    expect((await regroup({ group_id: 30, was: 10 })).body).toEqual({ pages: 2 });
    const tags = (await db.execute<{ tag: string }>(sql`select tag from invalidation`)).rows.map(
      (row) => row.tag,
    );
    expect(tags).toEqual(
      expect.arrayContaining([`u:${OTHER}`, `u:${OTHER}:page`, `t:${thread}:p1`, `r:${thread}`]),
    );
    expect((await person()).group.id).toBe(30);
    expect((await logged())[0]).toEqual(['user.group', ADMIN, '加入文档组']);
  });

  test('that somebody else changed meanwhile is a conflict, and stays', async () => {
    expect((await regroup({ group_id: 20, was: 10 })).body).toMatchObject({
      code: 409,
      err_code: 'conflict',
      err_payload: { group_id: 30 },
    });
    expect((await person()).group.id).toBe(30);
  });

  test('is changed without a reason, to one that isn’t there, or by oneself, never', async () => {
    expect((await regroup({ group_id: 20, was: 30, reason: ' ' })).status).toBe(400);
    expect((await regroup({ group_id: 4_000, was: 30 })).status).toBe(400);
    expect((await regroup({ group_id: 10, was: 10_000 }, ADMIN)).status).toBe(400);
  });

  test('of administrators retains at least one: of two who remove each other at once, one stays', async () => {
    await db.execute(
      sql`update "user" set group_id = 10000 where id in (${PEOPLE.member}, ${PEOPLE.otherMember})`,
    );
    const [one, two] = await Promise.all([
      adminCaller(api, db, PEOPLE.member),
      adminCaller(api, db, PEOPLE.otherMember),
    ]);
    const take = (by: typeof one, from: number) =>
      by.call('PUT', `/api/v2/admin/users/${from}/group`, {
        group_id: 10,
        was: 10_000,
        reason: '轮换',
      });
    const answers = await Promise.all([take(one, PEOPLE.otherMember), take(two, PEOPLE.member)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    await db.execute(
      sql`update "user" set group_id = 10 where id in (${PEOPLE.member}, ${PEOPLE.otherMember})`,
    );
  });
});

describe('[R29] a ban', () => {
  test('begins and ends as it says, hides at once, is lifted, and stays in the history', async () => {
    const begun = await moderate('ban', {
      begin_at: '2026-01-01',
      end_at: '2046-01-01 08:00:00',
      note: '广告',
      hide: 1,
      seen: 0,
    });
    expect(begun.status).toBe(200);
    expect(api.takenDown.at(-1)).toEqual([`u:${OTHER}`]);
    const banned = await person();
    expect(banned).toMatchObject({
      banned: true,
      banned_until: '2046-01-01T00:00:00.000Z',
      bans: [{ reason: '广告', hides: true, by: { id: ADMIN }, lifted_at: null }],
    });
    expect(await ids(`state=banned&q=${OTHER}`)).toEqual([OTHER]);
    const seen = await moderate('ban', { note: '再封', seen: 0 });
    expect(seen.body).toMatchObject({ code: 409, err_code: 'conflict' });
    expect((await moderate('liftBan', { note: '申诉成立', seen: banned.ban })).status).toBe(200);
    expect(await person()).toMatchObject({
      banned: false,
      ban: 0,
      bans: [{ lifted_by: expect.any(String), lifted_at: expect.any(String) }],
    });
    expect((await moderate('liftBan', { seen: banned.ban })).status).toBe(409);
    expect((await logged()).slice(0, 2)).toEqual([
      ['user.unban', ADMIN, '申诉成立'],
      ['user.ban', ADMIN, '广告'],
    ]);
  });

  test('whose times can’t be, or without a reason, is refused by the name of the field', async () => {
    expect(
      (await moderate('ban', { end_at: '2020-01-01', note: '广告', seen: 0 })).body,
    ).toMatchObject({ code: 400 });
    expect(
      (await moderate('ban', { begin_at: 'morgen', note: '广告', seen: 0 })).body.msg,
    ).toContain('begin_at');
    expect((await moderate('ban', { note: '', seen: 0 })).status).toBe(400);
  });
});

test('[R29] a warning counts until it is withdrawn, and its person is notified of both', async () => {
  const thread = await write.thread();
  const reply = await write.reply(thread);
  await (await api.as(PEOPLE.administrator)).call('POST', '/api/v1/thread/warning', {
    post_id: reply,
    note: '请勿灌水',
  });
  expect(await ids('state=warned')).toEqual([OTHER]);
  const warned = await person();
  expect(warned).toMatchObject({
    warnings: 1,
    warned: [{ note: '请勿灌水', thread_id: thread, withdrawn_at: null }],
  });
  const withdrawn = await admin.call<CallReply>('POST', '/api/v2/admin/actions', {
    action: 'withdrawWarning',
    kind: 'warning',
    ids: [warned.warned[0]?.id],
    note: '误判',
  });
  expect(withdrawn.status).toBe(200);
  expect(await person()).toMatchObject({
    warnings: 0,
    warned: [{ withdrawn_by: expect.any(String) }],
  });
  expect((await logged())[0]).toEqual(['user.unwarn', ADMIN, '误判']);
  expect(
    (
      await db.execute(
        sql`select act from notification where user_id = ${OTHER} order by id desc limit 1`,
      )
    ).rows,
  ).toEqual([{ act: 'user.unwarn' }]);
});

describe('[R20] logins', () => {
  test('end one at a time or all at once, of the site and of the admin area', async () => {
    await db.execute(sql`delete from session where user_id = ${OTHER}`);
    for (const kind of ['site', 'site', 'admin'] as const)
      await createSession(db, { userId: OTHER, kind, ip: '', userAgent: 'Firefox/1' });
    const { sessions } = await person();
    expect(sessions.map((session) => session.kind).sort()).toEqual(['admin', 'site', 'site']);
    expect((await act('sessions/end', { id: sessions[0]?.id })).body).toEqual({ ended: 1 });
    expect((await act('sessions/end', {})).body).toEqual({ ended: 2 });
    expect((await person()).sessions).toEqual([]);
    expect((await logged())[0]).toEqual(['user.logout', ADMIN, '']);
  });

  test('of the browser that asks go on', async () => {
    const own = await adminCaller(api, db, PEOPLE.globalModerator);
    await own.call('POST', '/api/v2/admin/users/10001/sessions/end', {});
    const { body } = await own.call<AdminUserWire>('GET', '/api/v2/admin/users/10001');
    expect(body.sessions).toEqual([expect.objectContaining({ kind: 'admin', current: true })]);
  });
});

test('[R29, R43] a bot with the scope `moderate` polls, asks who it is and bans, with no cookie; one without it can’t ban', async () => {
  const BOT = PEOPLE.otherForumModerator;
  await db.execute(
    sql`insert into forum_moderator (forum_id, user_id) values (1, ${BOT}) on conflict do nothing`,
  );
  const issue = (scopes: string[]) =>
    admin.call<{ token: string }>('POST', '/api/v2/admin/tokens', {
      user_id: BOT,
      name: '巡查',
      scopes,
      days: 90,
    });
  const bot = async (token: string, method: string, path: string, body?: object) =>
    api.send(method, path, body && JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    });
  const crime = {
    user_id: OTHER,
    action: 2,
    end_at: '2046-01-01',
    reason: '机器广告',
    hide_thread: 1,
  };
  const { token } = (await issue(['read', 'moderate'])).body;
  const feed = (await (await bot(token, 'GET', '/api/v2/public/posts?limit=5')).json()) as {
    id: number;
  }[];
  expect(feed).toHaveLength(5);
  expect(await (await bot(token, 'GET', '/api/v1/user/info')).json()).toMatchObject({ id: BOT });
  const answer = await bot(token, 'POST', '/api/v1/user/crime', crime);
  expect([
    answer.status,
    ((await answer.json()) as CallReply).code,
    answer.headers.get('set-cookie'),
  ]).toEqual([200, 0, null]);
  expect((await person()).banned).toBe(true);
  const { token: small } = (await issue(['read', 'write'])).body;
  expect((await bot(small, 'POST', '/api/v1/user/crime', { ...crime, action: 1 })).status).toBe(
    403,
  );
  const made = await createToken(db, { userId: BOT, name: 'x', scopes: ['moderate'] });
  await admin.call('POST', `/api/v2/admin/tokens/${made.id}/revoke`);
  expect((await bot(made.token, 'POST', '/api/v1/user/crime', crime)).status).toBe(401);
});
