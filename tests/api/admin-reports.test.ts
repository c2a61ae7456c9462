import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  AdminLogEntryWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '#contracts/wire/admin-moderation.ts';
import { adminCaller } from '../support/admin-session.ts';
import { type ActionReply, adminTableReader } from '../support/admin-table-reader.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  OTHER,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, third, admin, second] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(PEOPLE.fourthMember),
  adminCaller(api, db),
  adminCaller(api, db, PEOPLE.globalModerator),
]);
const write = await createWriters(api, member, other);
const one = selectRow(db);
const { table, csv } = adminTableReader(api, admin);

describe('[R28] reports in the admin area', () => {
  beforeEach(async () => {
    for (const table of ['report', 'warning', 'ban'])
      await db.execute(sql`delete from ${sql.identifier(table)}`);
  });
  const report = async (post_id: number, by = member, report_type = 'spam') =>
    (
      await by.call<CallReply<{ id: number }>>('POST', '/api/v1/thread/post/report', {
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
    (await by.call<ReportCaseDetailWire>('GET', `/api/v2/admin/reports/${id}`)).body;
  const act = async (
    id: number,
    action: string,
    {
      by = admin,
      version,
      ...more
    }: { by?: typeof admin; version?: string; [field: string]: unknown } = {},
  ) =>
    by.call<ActionReply & { err_payload?: ReportCaseDetailWire }>(
      'POST',
      `/api/v2/admin/reports/${id}`,
      { action, version: version ?? (await seen(id, by)).version, note: '已核实', ...more },
    );
  const cases = (query: string) => table<ReportCaseWire>(`reports?${query}`);

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
    expect((await cases('tab=mine')).rows).toMatchObject([
      { id: a.id, taken_by: { id: PEOPLE.administrator } },
    ]);
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
    const [, ...lines] = await csv('reports.csv?tab=handled');
    expect(lines).toEqual([expect.stringContaining('"abuse 1; spam 1",2,')]);
  });

  test('show the post in its context, its reporters, and its author’s history', async () => {
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

  test('end with a deletion and a warning in one action; the reporters are notified, undo restores the post', async () => {
    const { post, id } = await reported();
    expect((await act(id, 'deleteAndWarn', { note: '' })).status).toBe(400);
    expect(await one(sql`select state from post where id = ${post}`)).toEqual({ state: 'normal' });
    const { body } = await act(id, 'deleteAndWarn', { notify: true });
    const { id: warning } = await one<{ id: number }>(
      sql`select id from warning where post_id = ${post}`,
    );
    const undone = [
      { action: 'restore', kind: 'reply', ids: [post] },
      { action: 'withdrawWarning', kind: 'warning', ids: [warning] },
      { action: 'reopenReports', kind: 'report', ids: [id] },
    ];
    expect(body.undo).toHaveLength(undone.length);
    expect(body.undo).toEqual(
      expect.arrayContaining(undone.map((sent) => ({ path: '/v2/admin/actions', body: sent }))),
    );
    expect(
      await one(
        sql`
          select
            (select count(*)::int from warning where post_id = ${post}) as warned,
            (select state from post where id = ${post}) as state,
            (select act from notification where post_id = ${post} and kind = 'report') as told`,
      ),
    ).toEqual({ warned: 1, state: 'deleted', told: 'report.delete' });
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
    expect(await findWrongCounters(db)).toEqual([]);
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
    const ban = body.undo.find((undo) => undo.body.action === 'liftBan');
    expect(ban?.body).toEqual({
      action: 'liftBan',
      kind: 'user',
      ids: [OTHER],
      seen: expect.any(Number),
    });
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

  test('are not handled after somebody else’s change: 409 with the current state', async () => {
    const { post, id } = await reported();
    const { version } = await seen(id);
    await act(id, 'claim', { by: second });
    const late = await act(id, 'dismiss', { version });
    expect([late.status, late.body.err_payload?.taken_by?.id]).toEqual([
      409,
      PEOPLE.globalModerator,
    ]);
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

describe('[R20] the action log in the admin area', () => {
  const log = (query: string) => table<AdminLogEntryWire>(`log?${query}`);

  test('finds entries by target, actor, kind and time, and has each act with exactly one target', async () => {
    const thread = await write.thread();
    await admin.call('POST', '/api/v2/admin/actions', {
      action: 'hide',
      kind: 'thread',
      ids: [thread],
      note: '=cmd()',
    });
    await second.call('POST', '/api/v2/admin/actions', {
      action: 'restore',
      kind: 'thread',
      ids: [thread],
    });
    expect((await log(`target=thread&about=${thread}`)).rows).toMatchObject([
      {
        action: 'thread.restore',
        actor: { id: PEOPLE.globalModerator },
        detail: { before: 'hidden' },
      },
      {
        action: 'thread.hide',
        actor: { id: PEOPLE.administrator },
        reason: '=cmd()',
        thread_id: thread,
      },
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
    await db.execute(
      sql`
        insert into action_log (actor_id, action, target_user_id)
        values (10000, 'user.warn', ${OTHER})`,
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
          values (10000, 'thread.hide', 1, ${PEOPLE.member})`,
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'action_log_one_target' } });
    await expect(
      db.execute(sql`insert into action_log (actor_id, action) values (10000, 'thread.hide')`),
    ).rejects.toMatchObject({ cause: { constraint: 'action_log_one_target' } });
  });

  test('can’t be changed or shortened: the database refuses it for everybody, and no call of the product offers it', async () => {
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
    // The rows of the actor and the target can't be deleted either.
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
    expect(freshMessage()).toContain('段');
  });

  test.each(['-created_at', 'created_at'])(
    'is paged to its end in the order %s: rows beyond the largest offset follow the last reachable row',
    async (sort) => {
      await db.execute(
        sql`
          insert into action_log (actor_id, action, target_name)
          select 10000, 'config.save', 'notify'
          from generate_series(1, 10000 + 40)`,
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
