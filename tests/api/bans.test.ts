import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyBan } from '#domain/people/apply-ban.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, moderator, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
beforeAll(() => appointModerators(db));
beforeEach(async () => {
  await db.execute(
    sql`
      update "user"
      set banned_from = null, banned_until = null, content_hidden = false
      where id = ${OTHER}`,
  );
  await db.execute(
    sql`update ban set lifted_at = now() where user_id = ${OTHER} and lifted_at is null`,
  );
});

const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const crime = (body: object, by = moderator) =>
  by.call<CallReply>('POST', '/api/v1/user/crime', {
    user_id: OTHER,
    action: 2,
    reason: '广告',
    hide_thread: 0,
    ...body,
  });
const standing = () =>
  one<{ from: string; until: string; hidden: boolean }>(sql`
    select to_char(banned_from at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as
    from ,
      to_char(banned_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as until,
      content_hidden as hidden
    from "user"
    where id = ${OTHER}`);
const speaks = async (thread: number) =>
  (
    await other.call<CallReply>('POST', '/api/v1/post', {
      thread_id: thread,
      message: freshMessage(),
    })
  ).body.err_code ?? 'ok';

describe('[R29] a ban', () => {
  test('begins and ends at moments of the community’s time zone, and ends by itself', async () => {
    const thread = await write.thread();
    await crime({ begin_at: '2026-11-01', end_at: '2046-11-08' });
    expect(await standing()).toEqual({
      from: '2026-11-01 00:00:00',
      until: '2046-11-08 00:00:00',
      hidden: false,
    });
    expect(
      await one(
        sql`
          select banned_until = timestamptz '2046-11-08T00:00:00+08:00' as same
          from "user"
          where id = ${OTHER}`,
      ),
    ).toEqual({ same: true });
    expect(await speaks(thread)).toBe('banned');
    expect(
      (await other.call<{ state: number; allow_speak: boolean }>('GET', '/api/v1/user/info')).body,
    ).toMatchObject({ state: 2, allow_speak: false });
    await db.execute(sql`update "user" set banned_until = now() where id = ${OTHER}`);
    expect(await speaks(thread)).toBe('ok');
    expect((await api.call('GET', `/api/v1/user/info?id=${OTHER}`)).body).toMatchObject({
      state: 1,
      allow_speak: true,
    });
  });

  test('gives its end to the banned member, in the community’s named time zone', async () => {
    const thread = await write.thread();
    const reply = (lang: string) =>
      other.call<CallReply>(
        'POST',
        '/api/v1/post',
        { thread_id: thread, message: freshMessage() },
        { 'accept-language': lang },
      );
    const told = async (lang: string) => {
      const { body } = await other.call<{ data: { note: string; ban_end_at?: string }[] }>(
        'GET',
        '/api/v1/user/msg?category=3&limit=1',
        undefined,
        { 'accept-language': lang },
      );
      return body.data[0];
    };
    await crime({ end_at: '2046-11-08 14:35:00' });
    const end = { until: '2046-11-08T06:35:00.000Z', time_zone: 'Asia/Shanghai' };
    expect((await reply('zh')).body).toMatchObject({
      code: 4000,
      err_payload: end,
      msg: '账号封禁至 2046-11-08 14:35 (UTC+8)，期间不能发言',
    });
    expect((await reply('en')).body.msg).toBe(
      'Your account is banned until 8 Nov 2046 14:35 (UTC+8). You can’t post until then.',
    );
    expect(await told('zh')).toMatchObject({
      ban_end_at: end.until,
      note: '你的账号被封禁至 2046-11-08 14:35 (UTC+8)，期间可以阅读，不能发言。理由：广告',
    });
    expect((await told('en'))?.note).toContain(' until 8 Nov 2046 14:35 (UTC+8). ');

    await crime({});
    expect((await reply('zh')).body).not.toHaveProperty('err_payload');
    expect((await reply('zh')).body.msg).toBe('账号已被封禁，暂时不能发言');
    expect(await told('zh')).not.toHaveProperty('ban_end_at');
  });

  test('in the future isn’t in force yet, and jobs are scheduled for its start and end', async () => {
    const thread = await write.thread();
    await crime({ begin_at: '2046-01-01 08:00:00', end_at: '2046-01-02' });
    expect(await speaks(thread)).toBe('ok');
    const { rows } = await db.execute(
      sql`
        select key, run_at = timestamptz '2046-01-01T08:00:00+08:00' as begins
        from graphile_worker.jobs
        where key like ${`ban:${OTHER}:%`}
        order by key`,
    );
    expect(rows).toEqual([
      { key: `ban:${OTHER}:begin`, begins: true },
      { key: `ban:${OTHER}:end`, begins: false },
    ]);
  });

  test.each([
    [{ end_at: '2020-01-01' }],
    [{ begin_at: '2046-01-02', end_at: '2046-01-01' }],
    [{ begin_at: '2046-02-30' }],
    [{ begin_at: 'tomorrow' }],
    [{ end_at: '2046-01-01T00:00:00Z' }],
    [{ reason: ' ' }],
    [{ user_id: MODERATOR }],
  ])('is refused when it can’t be: %j', async (body) => {
    expect((await crime(body)).status).toBe(400);
    expect((await standing()).until).toBeNull();
  });

  test('that replaced another one is undone by restoring that one, and a lifted one is restored as it was', async () => {
    await crime({ begin_at: '2026-11-01', end_at: '2046-11-08', hide_thread: 1 });
    const { body } = await crime({ end_at: '2030-01-01' });
    const undo = async ([call]: CallReply['data']['undo']) =>
      (await moderator.call<CallReply>('POST', call?.path as string, call?.body)).body;
    expect((await undo(body.data.undo)).code).toBe(0);
    expect(await standing()).toEqual({
      from: '2026-11-01 00:00:00',
      until: '2046-11-08 00:00:00',
      hidden: true,
    });
    const lifted = (await crime({ action: 1, reason: '申诉成立' })).body;
    expect((await standing()).until).toBeNull();
    expect((await undo(lifted.data.undo)).code).toBe(0);
    expect(await standing()).toEqual({
      from: '2026-11-01 00:00:00',
      until: '2046-11-08 00:00:00',
      hidden: true,
    });
  });

  test('that somebody else has changed meanwhile can’t be undone: 409', async () => {
    const { body } = await crime({ end_at: '2030-01-01' });
    await crime({ end_at: '2031-01-01' }, admin);
    const [undo] = body.data.undo;
    expect((await moderator.call<CallReply>('POST', undo?.path as string, undo?.body)).status).toBe(
      409,
    );
    expect((await standing()).until).toBe('2031-01-01 00:00:00');
  });

  test('of moderators and administrators is for administrators', async () => {
    expect((await crime({ user_id: OTHER_MODERATOR })).status).toBe(403);
    expect((await crime({ user_id: ADMIN })).status).toBe(403);
    expect((await crime({ user_id: OTHER_MODERATOR, end_at: '2046-01-01' }, admin)).body.code).toBe(
      0,
    );
    expect((await crime({ user_id: OTHER_MODERATOR, action: 1 }, admin)).body.code).toBe(0);
    expect((await crime({ user_id: 99_999_999 }, admin)).status).toBe(404);
  });

  test('that hides takes everything out within the call, and its end or its lifting brings it back', async () => {
    const thread = await write.thread(other);
    const { id } = await one<{ id: number }>(
      sql`select first_post_id as id from thread where id = ${thread}`,
    );
    const seen = async () => [
      (
        await api.call<CallReply<{ subject: string }>>('GET', `/api/v1/thread/info?id=${thread}`)
      ).body.data.subject.startsWith('主题'),
      (await api.call<unknown[]>('GET', `/api/v2/public/posts?id=${id}`)).body.length,
    ];
    const { body } = await crime({ hide_thread: 1 });
    expect(api.takenDown.at(-1)).toEqual([`u:${OTHER}`]);
    expect(await seen()).toEqual([false, 0]);
    expect((await other.call('GET', '/api/v1/user/msg/count')).status).toBe(200);
    expect(
      await one<{ act: string; note: string }>(
        sql`select act, note from notification where user_id = ${OTHER} order by id desc limit 1`,
      ),
    ).toEqual({ act: 'user.ban', note: '广告' });
    await db.execute(sql`delete from invalidation`);
    const [undo] = body.data.undo;
    await moderator.call('POST', undo?.path as string, undo?.body);
    expect(await seen()).toEqual([true, 1]);
    const tags = async () =>
      (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows.map(
        (row) => row.tag,
      );
    expect(await tags()).toEqual(
      expect.arrayContaining([`u:${OTHER}`, 'l:0:newest', 'l:1:newest']),
    );

    // The job at a ban's end: pages are re-rendered, and the row no longer has the ban.
    await crime({ hide_thread: 1, end_at: '2046-01-01' });
    await db.execute(sql`update "user" set banned_until = now() where id = ${OTHER}`);
    await tags();
    expect(await applyBan(db, OTHER)).toEqual([]);
    expect(await tags()).toEqual(expect.arrayContaining([`u:${OTHER}`, 'l:0:newest']));
    expect(await standing()).toEqual({ from: null, until: null, hidden: false });
    await crime({ hide_thread: 1 });
    expect(await applyBan(db, OTHER)).toEqual([`u:${OTHER}`]);
  });

  test('that hides nothing stays in force after the job at its start', async () => {
    await crime({ end_at: '2046-01-01' });
    await applyBan(db, OTHER);
    expect((await standing()).until).toBe('2046-01-01 00:00:00');
  });

  test('replaces one in force, so that lifting leaves none', async () => {
    await crime({ end_at: '2046-01-01' });
    await crime({ end_at: '2045-01-01', hide_thread: true }, admin);
    expect(await standing()).toMatchObject({ until: '2045-01-01 00:00:00', hidden: true });
    expect((await crime({ action: 1 }, admin)).body.data.changed).toEqual([OTHER]);
    expect(
      await one(
        sql`select count(*)::int as n from ban where user_id = ${OTHER} and lifted_at is null`,
      ),
    ).toEqual({ n: 0 });
    expect((await crime({ action: 1 })).body.data).toMatchObject({
      changed: [],
      unchanged: [OTHER],
    });
    expect(
      await one(sql`select action, target_user_id from action_log order by id desc limit 1`),
    ).toEqual({ action: 'user.unban', target_user_id: OTHER });
  });
});

describe('[R29] warnings', () => {
  test('count until they are withdrawn, and are notified with their reason', async () => {
    const thread = await write.thread(member);
    const reply = await write.reply(thread, other);
    const count = async (by = other) =>
      (await by.call<CallReply<number>>('GET', `/api/v1/thread/warning/count?user_id=${OTHER}`))
        .body.data;
    const before = await count();
    const { body } = await moderator.call<
      CallReply<{ id: number; count: number; undo: { path: string; body: object }[] }>
    >('POST', '/api/v1/thread/warning', { post_id: reply, user_id: OTHER, note: '请文明发言' });
    expect([body.data.count, await count(), await count(moderator)]).toEqual([
      before + 1,
      before + 1,
      before + 1,
    ]);
    expect(
      await one(
        sql`
          select act, note, post_id
          from notification
          where user_id = ${OTHER}
          order by id desc
          limit 1`,
      ),
    ).toEqual({ act: 'user.warn', note: '请文明发言', post_id: reply });
    expect(
      (
        await moderator.call('POST', '/api/v1/thread/warning', {
          post_id: reply,
          user_id: MEMBER,
          note: 'x',
        })
      ).status,
    ).toBe(400);
    expect(
      (await moderator.call('POST', '/api/v1/thread/warning', { post_id: reply, note: ' ' }))
        .status,
    ).toBe(400);
    expect((await member.call('GET', `/api/v1/thread/warning/count?user_id=${OTHER}`)).status).toBe(
      403,
    );
    await moderator.call('POST', body.data.undo[0]?.path as string, body.data.undo[0]?.body);
    expect(await count()).toBe(before);
    expect(
      (
        await moderator.call<CallReply<{ id: number; withdrawn_at: string | null }[]>>(
          'GET',
          `/api/v2/moderation/warnings?user_id=${OTHER}`,
        )
      ).body.data[0],
    ).toMatchObject({ id: body.data.id, withdrawn_at: expect.any(String) });
  });
});
