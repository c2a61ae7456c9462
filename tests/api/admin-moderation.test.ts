import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  AdminLogEntryWire,
  AdminWaitingWire,
  CaseDetailWire,
  CaseWire,
  WrittenWire,
} from '#contracts/wire/admin-moderation.ts';
import { runJob } from '#domain/job/run.ts';
import { purgeAsJob } from '#moderation/purge-job.ts';
import { adminCaller } from '../support/admin.ts';
import { testApi } from '../support/api.ts';
import { wrongCounts } from '../support/counts.ts';
import { freshDatabase } from '../support/database.ts';
import { type Answer, MEMBER, OTHER, words, writers } from '../support/moderating.ts';

const { db } = await freshDatabase();
const api = await testApi(db);
const [member, other, third, admin, second] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(10_007),
  adminCaller(api, db),
  adminCaller(api, db, 10_001),
]);
const write = await writers(api, member, other);
beforeAll(
  async () =>
    void (await db.execute(
      sql`
        insert into sensitive_word (word, normalized, action, created_by)
        values ('内部消息', '内部消息', 'review', 10000)`,
    )),
);

interface Table<Row> {
  rows: Row[];
  total: number;
  more?: boolean;
}
interface Done {
  changed: number[];
  undo: { path: string; body: object }[];
}
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const table = async <Row>(path: string): Promise<Table<Row>> =>
  (await admin.call<Table<Row>>('GET', `/api/v2/admin/${path}`)).body;
const csv = async (path: string): Promise<string[]> =>
  (
    await (
      await api.send('GET', `/api/v2/admin/${path}`, undefined, { cookie: admin.cookie })
    ).text()
  )
    .trim()
    .split('\r\n');

describe('[R28] reports in the admin area', () => {
  const report = async (post_id: number, by = member, report_type = 'spam') =>
    (
      await by.call<Answer<{ id: number }>>('POST', '/api/v1/thread/post/report', {
        post_id,
        report_type,
        message: '看看',
      })
    ).body.data.id;
  const reported = async (kind = 'spam') => {
    const post = await write.reply(await write.thread());
    return { post, id: await report(post, member, kind) };
  };
  const seen = async (id: number, by = admin) =>
    (await by.call<CaseDetailWire>('GET', `/api/v2/admin/reports/${id}`)).body;
  const act = async (
    id: number,
    action: string,
    {
      by = admin,
      version,
      ...more
    }: { by?: typeof admin; version?: string; [field: string]: unknown } = {},
  ) =>
    by.call<Done & { err_payload?: CaseDetailWire }>('POST', `/api/v2/admin/reports/${id}`, {
      action,
      version: version ?? (await seen(id, by)).version,
      note: '已核实',
      ...more,
    });
  const cases = (query: string) => table<CaseWire>(`reports?${query}`);

  test('are one row for each post, by tab, kind, forum and language, the longest wait or the most reports first', async () => {
    const a = await reported();
    await report(a.post, third, 'abuse');
    const b = await reported('privacy');
    const { rows, total } = await cases('');
    expect([total, rows.map((row) => row.id)]).toEqual([2, [a.id, b.id]]);
    expect(rows[0]).toMatchObject({
      reports: 2,
      author: { id: OTHER },
      post_id: a.post,
      taken_by: null,
    });
    expect(rows[0]?.kinds).toEqual([
      { kind: 'abuse', count: 1 },
      { kind: 'spam', count: 1 },
    ]);
    expect((await cases('sort=-created_at')).rows.map((row) => row.id)).toEqual([b.id, a.id]);
    expect((await cases('sort=-reports')).rows[0]?.id).toBe(a.id);
    expect((await cases('sort=reports')).rows[0]?.id).toBe(b.id);
    expect((await cases('kind=abuse')).rows.map((row) => row.id)).toEqual([a.id]);
    expect([
      (await cases('forum_id=2')).total,
      (await cases('language=en_US')).total,
      (await cases('language=zh_CN')).total,
    ]).toEqual([0, 0, 2]);
    expect((await cases('tab=nothing')).rows).toBeUndefined();
    await act(a.id, 'claim');
    expect((await cases('tab=mine')).rows).toMatchObject([{ id: a.id, taken_by: { id: 10_000 } }]);
    expect((await admin.call('GET', '/api/v2/admin/reports/open')).body).toMatchObject({
      open: 2,
      mine: 1,
    });
    await act(a.id, 'dismiss');
    await report(a.post);
    expect([
      (await cases('tab=handled')).total,
      (await cases('')).total,
      (await cases('tab=all')).total,
    ]).toEqual([1, 2, 3]);
    expect((await csv('reports.csv?tab=handled'))[1]).toContain('"abuse 1; spam 1",2,');
  });

  test('tell of the post in its place, of who reported it, and of its author’s history', async () => {
    const { post, id } = await reported();
    await db.execute(
      sql`insert into warning (user_id, moderator_id, note) values (${OTHER}, 10000, '一')`,
    );
    const detail = await seen(id);
    expect(detail).toMatchObject({
      post_id: post,
      storey: 1,
      answers: { storey: 0 },
      message: expect.stringContaining('<p>'),
      author: { id: OTHER, warnings: 1, bans: 0, banned_until: null },
      reporters: [{ id: MEMBER, message: '看看' }],
    });
    expect((await admin.call('GET', '/api/v2/admin/reports/99999999')).status).toBe(404);
  });

  test('end with a deletion and a warning in one act; who reported is told, undo restores the post', async () => {
    const { post, id } = await reported();
    expect((await act(id, 'deleteAndWarn', { note: '' })).status).toBe(400);
    expect(await one(sql`select state from post where id = ${post}`)).toEqual({ state: 'normal' });
    const { body } = await act(id, 'deleteAndWarn', { notify: true });
    const { id: warning } = await one<{ id: number }>(
      sql`select id from warning where post_id = ${post}`,
    );
    expect(body.undo.toSorted((a, b) => b.path.localeCompare(a.path))).toEqual([
      { path: '/v2/admin/written/restore', body: { kind: 'reply', ids: [post] } },
      { path: `/v2/admin/warnings/${warning}/withdraw`, body: {} },
    ]);
    expect(
      await one(
        sql`
          select
            (select count(*)::int from warning where post_id = ${post}) as warned,
            (select state from post where id = ${post}) as state,
            (select act from notification where post_id = ${post} and kind = 'report') as told`,
      ),
    ).toEqual({
      warned: 1,
      state: 'deleted',
      told: 'report.delete',
    });
    for (const undo of body.undo)
      expect((await admin.call('POST', `/api${undo.path}`, undo.body)).status).toBe(200);
    expect(
      await one(
        sql`
          select
            state,
            (select withdrawn_at is not null from warning where id = ${warning}) as withdrawn
          from post
          where id = ${post}`,
      ),
    ).toEqual({ state: 'normal', withdrawn: true });
    expect(await wrongCounts(db)).toEqual([]);
  });

  test('end with a ban for some days, or without end', async () => {
    const { id } = await reported();
    const { body } = await act(id, 'ban', {
      begin_at: '2026-11-01',
      end_at: '2040-01-04 08:00:00',
      hide_content: true,
    });
    const standing = sql`
      select
        to_char(banned_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until,
        content_hidden as hidden
      from "user"
      where id = ${OTHER}`;
    expect(await one(standing)).toEqual({ until: '2040-01-04 00:00', hidden: true });
    const ban = body.undo.find((undo) => undo.path === `/v2/admin/users/${OTHER}/unban`);
    expect(ban?.body).toEqual({ seen: expect.any(Number) });
    const author = (await seen(id)).author;
    expect([author.bans, author.banned_until !== null]).toEqual([1, true]);
    await db.execute(
      sql`
        update "user"
        set banned_from = null, banned_until = null, content_hidden = false
        where id = ${OTHER}`,
    );
    await act((await reported()).id, 'ban');
    expect(
      await one(sql`select banned_until = 'infinity' as ever from "user" where id = ${OTHER}`),
    ).toEqual({ ever: true });
    await db.execute(
      sql`update "user" set banned_from = null, banned_until = null where id = ${OTHER}`,
    );
  });

  test('are not handled on what somebody else changed meanwhile: 409 with the present state', async () => {
    const { post, id } = await reported();
    const { version } = await seen(id);
    await act(id, 'claim', { by: second });
    const late = await act(id, 'dismiss', { version });
    expect([late.status, late.body.err_payload?.taken_by?.id]).toEqual([409, 10_001]);
    const claimed = (await seen(id)).version;
    await report(post, third);
    expect((await act(id, 'dismiss', { version: claimed })).status).toBe(409);
    const now = (await seen(id)).version;
    const answers = await Promise.all([
      act(id, 'delete', { version: now }),
      act(id, 'dismiss', { by: second, version: now }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.err_payload).toMatchObject({
      handled_by: { id: expect.any(Number) },
      outcome: expect.stringMatching(/delete|dismiss/),
    });
    expect((await act(id, 'claim', { version: now })).status).toBe(409);
  });
});

describe('[R14, R32] the review queue in the admin area', () => {
  const waiting = (query = '') => table<AdminWaitingWire>(`review?limit=100&${query}`);
  test('says why something waits and marks the words and links; approves and rejects several at once, or none', async () => {
    const thread = await write.thread();
    const send = async (message: string, by = other) =>
      (
        await by.call<Answer<{ id: number }>>('POST', '/api/v1/post', {
          thread_id: thread,
          message,
        })
      ).body.data.id;
    const word = await send(`<p>${'前文。'.repeat(600)}内部 消息在此</p>`);
    await db.execute(sql`delete from forum_moderator where user_id = 10031`);
    await db.execute(sql`update "user" set created_at = now() where id = 10031`);
    const link = await send(
      '<p>去 <a href="https://shop.example/a">那里</a></p>',
      (await api.as(10_031)) as typeof other,
    );
    const { rows } = await waiting();
    const [first, second] = rows.slice(-2);
    expect(first).toMatchObject({
      key: `reply:${word}`,
      reason: 'words',
      findings: [{ word: '内部消息' }],
    });
    expect(first?.text.slice(first.findings[0]?.start, first.findings[0]?.end)).toBe('内部 消息');
    expect(second).toMatchObject({
      key: `reply:${link}`,
      reason: 'newcomer',
      links: ['https://shop.example/a'],
      findings: [],
    });
    expect((await waiting('reason=newcomer')).rows.map((row) => row.id)).toEqual([link]);
    expect((await waiting('reason=words&kind=thread')).total).toBe(0);
    expect((await csv('review.csv?reason=newcomer'))[1]).toContain('"https://shop.example/a"');
    const decide = (action: string, ...ids: number[]) =>
      admin.call<Done>('POST', '/api/v2/admin/review', {
        action,
        items: ids.map((id) => ({ kind: 'reply', id })),
        note: '不合适',
        notify: true,
      });
    expect((await decide('approve', word, link)).status).toBe(200);
    expect((await waiting('forum_id=1')).rows.map((row) => row.id)).not.toContain(word);
    const bad = await send('<p>又有内部消息</p>');
    expect((await decide('reject', bad, word)).status).toBe(409);
    expect((await decide('reject', bad)).body.changed).toEqual([bad]);
    expect(
      await one(sql`select note from notification where post_id = ${bad} and user_id = ${OTHER}`),
    ).toEqual({ note: '不合适' });
    expect(await wrongCounts(db)).toEqual([]);
  });
});

describe('[R23] threads and replies in the admin area', () => {
  const find = (query: string) => table<WrittenWire>(`written?${query}`);
  const act = (verb: string, kind: string, ids: number[], more: object = {}) =>
    admin.call<Done>('POST', `/api/v2/admin/written/${verb}`, { kind, ids, ...more });

  test('are found by words, author, forum, state and time, oldest or newest first', async () => {
    const thread = await write.thread();
    const marker = 'zyxgraph';
    const reply = (
      await other.call<Answer<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: `<p>${marker} 一</p>`,
      })
    ).body.data.id;
    const next = (
      await member.call<Answer<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: `<p>${marker} 二</p>`,
      })
    ).body.data.id;
    expect((await find(`kind=reply&q=${marker}`)).rows).toMatchObject([
      { id: next, storey: 2, thread_id: thread, state: 'normal' },
      { id: reply, storey: 1 },
    ]);
    expect(
      (await find(`kind=reply&q=${marker}&sort=created_at`)).rows.map((row) => row.id),
    ).toEqual([reply, next]);
    expect(
      (await find(`kind=reply&q=${marker}&author=${MEMBER}`)).rows.map((row) => row.id),
    ).toEqual([next]);
    const { nickname } = await one<{ nickname: string }>(
      sql`select nickname from "user" where id = ${OTHER}`,
    );
    expect(
      (await find(`kind=reply&q=${marker}&author=${encodeURIComponent(nickname)}`)).rows.map(
        (row) => row.id,
      ),
    ).toEqual([reply]);
    expect((await find('kind=reply&author=nobody-has-this-name')).total).toBe(0);
    expect((await find('kind=thread')).rows[0]).toMatchObject({ id: thread, replies: 2 });
    expect((await find('kind=thread&forum_id=2')).rows.every((row) => row.forum_id === 2)).toBe(
      true,
    );
    const oldest = (await find('kind=thread&sort=created_at&limit=1')).rows[0];
    expect((await find(`kind=thread&to=${oldest?.created_at}`)).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    const since = await find(`kind=reply&from=${today}&limit=100&sort=created_at`);
    expect(since.total).toBe(
      (
        await one<{ n: number }>(
          sql`
            select count(*)::int as n
            from post
            where floor > 0 and created_at >= ${today}::timestamp at time zone 'Asia/Shanghai'`,
        )
      ).n,
    );
    const all = (await one<{ n: number }>(sql`select count(*)::int as n from post where floor > 0`))
      .n;
    expect(await find('kind=reply&offset=50&limit=25')).toMatchObject({ total: all, more: false });
    expect((await find('kind=reply&q=%20...%20')).total).toBe(0);
    expect((await admin.call('GET', '/api/v2/admin/written?offset=10001')).status).toBe(400);
    expect((await csv(`written.csv?kind=reply&q=${marker}`)).length).toBe(3);
  });

  test.each([
    'kind=thread',
    'kind=thread&sort=created_at',
    'kind=thread&forum_id=1',
    'kind=thread&from=2020-01-01&sort=created_at',
    'kind=reply',
    'kind=reply&sort=created_at',
    'kind=reply&q=%E7%B3%BB%E7%BB%9F',
    'kind=thread&q=%E7%B3%BB%E7%BB%9F&sort=created_at',
  ])('are paged on from behind a row where offsets end: %s', async (query) => {
    const [whole, first] = [await find(`${query}&limit=20`), await find(`${query}&limit=7`)];
    const rest = await find(`${query}&limit=13&past=${(first as { past?: number }).past}`);
    expect(whole.rows.length).toBeGreaterThan(7);
    expect([...first.rows, ...rest.rows].map((row) => row.id)).toEqual(
      whole.rows.map((row) => row.id),
    );
    expect([first.total, rest.total]).toEqual([whole.total, whole.total - 7]);
  });

  test('are hidden, deleted, restored and moved, told with the reason, and each act leads back', async () => {
    const thread = await write.thread();
    const reply = await write.reply(thread);
    const deleted = await act('delete', 'reply', [reply], { note: '重复', notify: true });
    expect(
      await one(
        sql`select note from notification where post_id = ${reply} and kind = 'moderation'`,
      ),
    ).toEqual({ note: '重复' });
    expect((await find('kind=reply&state=deleted')).rows[0]).toMatchObject({
      id: reply,
      deleted_by: expect.any(String),
      deleted_at: expect.any(String),
    });
    await admin.call('POST', `/api${deleted.body.undo[0]?.path}`, deleted.body.undo[0]?.body);
    expect((await find('kind=reply&state=deleted')).rows[0]?.id).not.toBe(reply);
    await act('hide', 'thread', [thread]);
    expect((await find('kind=thread&state=hidden')).rows[0]?.id).toBe(thread);
    expect((await find(`kind=reply&author=${OTHER}`)).rows[0]).toMatchObject({
      id: reply,
      state: 'normal',
      thread_state: 'hidden',
    });
    await act('restore', 'thread', [thread]);
    const moved = await admin.call<Done>('POST', '/api/v2/admin/written/move', {
      ids: [thread],
      forum_id: 2,
    });
    expect((await find('kind=thread&forum_id=2')).rows[0]?.id).toBe(thread);
    await admin.call('POST', `/api${moved.body.undo[0]?.path}`, moved.body.undo[0]?.body);
    expect(await one(sql`select forum_id from thread where id = ${thread}`)).toEqual({
      forum_id: 1,
    });
    expect((await act('delete', 'thread', [thread, 99_999_999])).status).toBe(404);
    expect(await wrongCounts(db)).toEqual([]);
  });

  test('are purged as a job: nothing of the deleted is left but the log, counters stay right, pictures are left to the sweep', async () => {
    const thread = await write.thread();
    const [reply, kept] = [await write.reply(thread), await write.reply(thread, member)];
    await write.comment(reply);
    await other.call('POST', '/api/v1/thread/up', { id: thread, idtype: 'tid' });
    await other.call('POST', '/api/v1/thread/favorite', { id: thread });
    await third.call('POST', '/api/v1/thread/post/report', { post_id: reply, report_type: 'spam' });
    const hash = 'ab'.repeat(16);
    await db.execute(
      sql`
        insert into upload (
          hash,
          path,
          mime,
          bytes,
          width,
          height,
          user_id,
          used_at,
          created_at
        )
        values (
          ${hash},
          ${`ab/${hash}.webp`},
          'image/webp',
          1,
          1,
          1,
          ${OTHER},
          now(),
          now() - interval '8 days'
        )`,
    );
    await db.execute(
      sql`
        update post
        set source = source || ${`<img src="/uploads/ab/${hash}.webp">`}
        where id = ${reply}`,
    );
    await db.execute(
      sql`
        insert into post_upload (post_id, upload_id)
        select ${reply}, id
        from upload
        where hash = ${hash}`,
    );
    const reactions = () =>
      one<{ liked: number; kept: number }>(
        sql`
          select
            (select likes_cnt from "user" where id = ${MEMBER}) as liked,
            (select favourites_cnt from "user" where id = ${OTHER}) as kept`,
      );
    const before = await reactions();
    const run = async (kind: string, ids: number[]) => {
      const { job } = (
        await admin.call<{ job: number }>('POST', '/api/v2/admin/written/purge', {
          kind,
          ids,
          note: '依法移除',
        })
      ).body;
      const purge = purgeAsJob({ db, timeZone: 'Asia/Shanghai' });
      await runJob(
        db,
        {
          purge,
          screen: purge,
          check: purge,
          publish: purge,
          'publish-all': purge,
          resanitize: purge,
        },
        job,
        new AbortController().signal,
      );
      return table<{ detail: object }>(`jobs/${job}/items`);
    };
    expect((await run('reply', [reply, 99_999_999])).rows.map(({ detail }) => detail)).toEqual([
      { purged: 'reply', id: reply, why: 'conflict' },
      { purged: 'reply', id: 99_999_999, why: 'notFound' },
    ]);
    await act('delete', 'reply', [reply]);
    expect((await run('reply', [reply])).rows).toEqual([
      { n: 1, detail: { purged: 'reply', id: reply } },
    ]);
    expect(
      await one(
        sql`
          select
            (select count(*)::int from post where id = ${reply}) as posts,
            (select count(*)::int from comment where post_id = ${reply}) as comments,
            (select count(*)::int from report where post_id = ${reply}) as reports`,
      ),
    ).toEqual({ posts: 0, comments: 0, reports: 0 });
    expect(await one(sql`select used_at from upload where hash = ${hash}`)).toEqual({
      used_at: null,
    });
    expect(await wrongCounts(db)).toEqual([]);
    await act('delete', 'thread', [thread]);
    await run('thread', [thread]);
    expect(
      await one(
        sql`
          select
            (select count(*)::int from thread where id = ${thread}) as threads,
            (select count(*)::int from post where id = ${kept}) as posts`,
      ),
    ).toEqual({ threads: 0, posts: 0 });
    expect(await reactions()).toEqual({ liked: before.liked - 1, kept: before.kept - 1 });
    expect(await wrongCounts(db)).toEqual([]);
    expect(
      (await table<AdminLogEntryWire>('log?kind=thread&action=thread.purge')).rows,
    ).toMatchObject([
      {
        action: 'thread.purge',
        target: { kind: 'thread', id: thread, name: '' },
        reason: '依法移除',
        actor: { id: 10_000 },
      },
    ]);
    expect(
      (await table<AdminLogEntryWire>(`log?target=post&about=${reply}`)).rows.map(
        (row) => row.action,
      ),
    ).toEqual(['post.purge', 'post.delete']);
  });
});

describe('[R20] the action log in the admin area', () => {
  const log = (query: string) => table<AdminLogEntryWire>(`log?${query}`);

  test('finds entries by target, actor, kind and time, and has each act with exactly one target', async () => {
    const thread = await write.thread();
    await admin.call('POST', '/api/v2/admin/written/hide', {
      kind: 'thread',
      ids: [thread],
      note: '=cmd()',
    });
    await second.call('POST', '/api/v2/admin/written/restore', { kind: 'thread', ids: [thread] });
    expect((await log(`target=thread&about=${thread}`)).rows).toMatchObject([
      { action: 'thread.restore', actor: { id: 10_001 }, detail: { before: 'hidden' } },
      { action: 'thread.hide', actor: { id: 10_000 }, reason: '=cmd()', thread_id: thread },
    ]);
    expect((await log(`about=${thread}&actor=10001`)).rows.map((row) => row.action)).toEqual([
      'thread.restore',
    ]);
    expect((await log(`about=${thread}&sort=created_at`)).rows.map((row) => row.action)).toEqual([
      'thread.hide',
      'thread.restore',
    ]);
    expect((await log('actor=nobody-has-this-name')).total).toBe(0);
    const { nickname } = await one<{ nickname: string }>(
      sql`select nickname from "user" where id = ${OTHER}`,
    );
    const own = await log(`about=${encodeURIComponent(nickname)}`);
    expect([
      own.total > 0,
      own.rows.every((row) => row.target.kind === 'user' && row.target.id === OTHER),
    ]).toEqual([true, true]);
    expect((await log('kind=user')).rows.every((row) => row.action.startsWith('user.'))).toBe(true);
    expect((await log('to=2020-01-01')).total).toBe(0);
    expect((await csv(`log.csv?about=${thread}&action=thread.hide`))[1]).toContain(`"'=cmd()"`);
    await expect(
      db.execute(
        sql`
          insert into action_log (actor_id, action, target_thread_id, target_user_id)
          values (10000, 'thread.hide', 1, 10004)`,
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'action_log_one_target' } });
    await expect(
      db.execute(sql`insert into action_log (actor_id, action) values (10000, 'thread.hide')`),
    ).rejects.toMatchObject({ cause: { constraint: 'action_log_one_target' } });
  });

  test('can’t be changed or shortened: the database refuses it, whoever asks, and no call of the product offers it', async () => {
    const { id } = await one<{ id: number }>(sql`select max(id) as id from action_log`);
    const before = await one(
      sql`select count(*), md5(string_agg(l::text, '' order by id)) from action_log l`,
    );
    for (const change of [
      sql`update action_log set reason = 'x' where id = ${id}`,
      sql`delete from action_log where id = ${id}`,
      sql`truncate action_log`,
      sql`update action_log set reason = reason where false`,
    ])
      await expect(db.execute(change)).rejects.toMatchObject({
        cause: { message: 'rows of action_log are never changed' },
      });
    // Who acted, and on whom, can't be deleted from under it either.
    await expect(db.execute(sql`delete from "user" where id = 10000`)).rejects.toThrow();
    await expect(db.execute(sql`truncate "user" cascade`)).rejects.toMatchObject({
      cause: { message: 'rows of action_log are never changed' },
    });
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'])
      expect((await admin.call(method, '/api/v2/admin/log', {})).status).toBe(404);
    expect(
      await one(sql`select count(*), md5(string_agg(l::text, '' order by id)) from action_log l`),
    ).toEqual(before);
    expect((await admin.call('GET', '/api/v2/admin/log?offset=10001')).status).toBe(400);
    expect(words()).toContain('段');
  });

  test.each(['-created_at', 'created_at'])(
    'is paged to its end in the order %s: what can’t be reached by an offset is behind the last row that can',
    async (sort) => {
      await db.execute(
        sql`
          insert into action_log (actor_id, action, target_name)
          select 10000, 'config.save', 'notify'
          from generate_series(1, 10040)`,
      );
      const page = async (query: string) =>
        (
          await admin.call<{ rows: { id: number }[]; total: number; more: boolean; past: number }>(
            'GET',
            `/api/v2/admin/log?sort=${sort}&limit=100&${query}`,
          )
        ).body;
      const order = sql.raw(sort === 'created_at' ? 'asc' : 'desc');
      const all = (
        await db.execute<{ id: number }>(sql`select id from action_log order by id ${order}`)
      ).rows.map((row) => Number(row.id));
      const last = await page('offset=9900');
      expect([last.more, last.total, last.rows.map((row) => row.id)]).toEqual([
        true,
        10_000,
        all.slice(9_900, 10_000),
      ]);
      const behind = await page(`past=${last.past}`);
      expect(behind.rows.map((row) => row.id)).toEqual(all.slice(10_000, 10_100));
      expect((behind.more ? 10_001 : behind.total) >= Math.min(10_001, all.length - 10_000)).toBe(
        true,
      );
    },
  );
});
