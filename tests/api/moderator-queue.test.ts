import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportCaseDetailWire, ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import type { LogEntryWire, UserNoteWire, WaitingCountsWire } from '#contracts/wire/moderation.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { insertHeldReply } from '../support/moderation-queues.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The queue of a forum's moderators, and their shared notes. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, third, moderator, elsewhere, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(PEOPLE.fourthMember),
  api.as(MODERATOR),
  api.as(OTHER_MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
beforeAll(() => appointModerators(db));
beforeEach(async () => {
  await db.execute(sql`delete from report`);
});

const report = async (post_id: number, by = member) =>
  (
    await by.call<CallReply<{ id: number }>>('POST', '/api/v1/thread/post/report', {
      post_id,
      report_type: 'spam',
      message: '看看',
    })
  ).body.data.id;
const reported = async (forum = 1) => {
  const post = await write.reply(await write.thread(member, forum));
  return { post, id: await report(post) };
};
const cases = async (by: Caller, query = '') =>
  (
    await by.call<{ rows: ReportCaseWire[]; total: number }>(
      'GET',
      `/api/v2/moderation/reports?${query}`,
    )
  ).body;
const ids = async (by: Caller, query = '') => (await cases(by, query)).rows?.map(({ id }) => id);
const detail = (by: Caller, id: number) =>
  by.call<ReportCaseDetailWire>('GET', `/api/v2/moderation/reports/${id}`);
const act = async (by: Caller, id: number, action: string, note = '已核实') =>
  by.call<{ undo: { path: string; body: object }[] }>('POST', `/api/v2/moderation/reports/${id}`, {
    action,
    version: (await detail(admin, id)).body.version,
    note,
  });
const waiting = async (by: Caller) =>
  (await by.call<CallReply<WaitingCountsWire>>('GET', '/api/v2/moderation/waiting')).body.data;

describe('[R28, R20] the queue of a forum’s moderator', () => {
  test('has the reported posts of the own forums alone, and follows threads that move', async () => {
    const here = await reported();
    const there = await reported(2);
    expect(await ids(moderator)).toEqual([here.id]);
    expect(await ids(elsewhere)).toEqual([there.id]);
    expect(await ids(admin)).toEqual([here.id, there.id]);
    expect(await ids(moderator, 'forum_id=2')).toEqual([]);
    expect((await detail(moderator, there.id)).status).toBe(404);
    expect((await act(moderator, there.id, 'dismiss')).status).toBe(403);
    const thread = (await detail(moderator, here.id)).body.thread_id;
    await admin.call('POST', '/api/v2/moderation/actions', {
      action: 'move',
      kind: 'thread',
      ids: [thread],
      forum_id: 2,
    });
    expect(await ids(moderator)).toEqual([]);
    expect((await detail(moderator, here.id)).status).toBe(404);
    expect(await ids(elsewhere)).toEqual([here.id, there.id]);
  });

  test('counts pending items, and shows nothing to users whose right has ended', async () => {
    for (const table of ['post', 'comment'])
      await db.execute(sql`update ${sql.identifier(table)} set checked = true where not checked`);
    await reported();
    await reported(2);
    const held = await insertHeldReply(db, 'captcha', '<p>等一等</p>');
    const { rows } = await db.execute(sql`select forum_id from post where id = ${held}`);
    const forum = rows[0]?.forum_id as number;
    await db.execute(
      sql`
        insert into forum_moderator (forum_id, user_id)
        values (${forum}, ${MODERATOR})
        on conflict do nothing`,
    );
    expect(await waiting(moderator)).toEqual({ reports: forum === 2 ? 2 : 1, review: 1 });
    const view = await moderator.call<CallReply<{ waiting: number }>>(
      'GET',
      '/api/v2/moderation/forum?id=1',
    );
    expect(view.body.data.waiting).toBe(forum === 1 ? 2 : 1);
    expect((await waiting(elsewhere)).review).toBe(forum === 2 ? 1 : 0);
    await db.execute(sql`delete from forum_moderator where user_id = ${MODERATOR}`);
    for (const path of ['waiting', 'reports', 'review', 'log', `notes?user_id=${OTHER}`])
      expect((await moderator.call('GET', `/api/v2/moderation/${path}`)).status).toBe(403);
    await appointModerators(db);
  });

  test('offers only the rights of the moderators’ group', async () => {
    const { id } = await reported();
    expect((await detail(moderator, id)).body.actions).toEqual([
      'claim',
      'unclaim',
      'dismiss',
      'delete',
      'deleteAndWarn',
      'warn',
      'ban',
    ]);
    const allow = (warn: boolean) =>
      db.execute(
        sql`update "group" set allow_update = ${warn}, allow_ban_user = ${warn} where id = 20`,
      );
    await allow(false);
    expect((await detail(moderator, id)).body.actions).toEqual([
      'claim',
      'unclaim',
      'dismiss',
      'delete',
    ]);
    for (const action of ['warn', 'deleteAndWarn', 'ban'])
      expect((await act(moderator, id, action)).status).toBe(403);
    await allow(true);
    expect((await act(moderator, id, 'delete')).status).toBe(200);
  });

  test('undoes every decision: the reports are open again, and notifications are withdrawn', async () => {
    const { post, id } = await reported();
    await report(post, third);
    for (const action of ['dismiss', 'delete', 'warn']) {
      const { body } = await act(moderator, id, action);
      expect(await ids(moderator)).toEqual([]);
      for (const undo of body.undo) {
        expect(undo.path).toBe('/v2/moderation/actions');
        expect((await moderator.call('POST', '/api/v2/moderation/actions', undo.body)).status).toBe(
          200,
        );
      }
      expect(await cases(moderator)).toMatchObject({ rows: [{ id, reports: 2 }] });
      const { rows } = await db.execute(
        sql`select 1 from notification where kind = 'report' and post_id = ${post}`,
      );
      expect(rows).toEqual([]);
    }
    await act(admin, id, 'dismiss');
    const reopen = { action: 'reopenReports', kind: 'report', ids: [id] };
    expect((await moderator.call('POST', '/api/v2/moderation/actions', reopen)).body).toMatchObject(
      { err_code: 'outranked' },
    );
    expect((await elsewhere.call('POST', '/api/v2/moderation/actions', reopen)).status).toBe(403);
  });

  test('logs actions in the moderator’s own forums', async () => {
    const here = await reported();
    const there = await reported(2);
    await act(admin, here.id, 'dismiss', '看过了');
    await act(admin, there.id, 'dismiss', '别处的');
    const log = async (by: Caller) =>
      (await by.call<CallReply<LogEntryWire[]>>('GET', '/api/v2/moderation/log')).body.data;
    expect((await log(moderator))[0]).toMatchObject({
      action: 'report.dismiss',
      reason: '看过了',
      target: { kind: 'post', id: here.post },
    });
    expect((await log(moderator)).map(({ reason }) => reason)).not.toContain('别处的');
  });
});

describe('[R29, R20] notes on a user', () => {
  const notes = async (by: Caller, user = OTHER) =>
    (await by.call<CallReply<UserNoteWire[]>>('GET', `/api/v2/moderation/notes?user_id=${user}`))
      .body.data;
  const add = (by: Caller, text: string, user_id = OTHER) =>
    by.call('POST', '/api/v2/moderation/notes', { user_id, text });

  test('are shared by moderators, changed by their writer and by administrators, and logged', async () => {
    expect((await add(moderator, '  发过两次广告  ')).status).toBe(200);
    const [note] = await notes(elsewhere);
    expect(note).toMatchObject({
      text: '发过两次广告',
      writer: { id: MODERATOR },
      edited_at: null,
      may_edit: false,
    });
    const path = `/api/v2/moderation/notes/${note?.id}`;
    expect((await elsewhere.call('PUT', path, { text: '改' })).status).toBe(403);
    expect((await elsewhere.call('DELETE', path)).status).toBe(403);
    expect((await moderator.call('PUT', path, { text: '发过三次广告' })).status).toBe(200);
    const [edited] = await notes(admin);
    expect(edited).toMatchObject({ text: '发过三次广告', may_edit: true });
    expect(edited?.edited_at).not.toBeNull();
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect(await notes(moderator)).toEqual([]);
    const { rows } = await db.execute(
      sql`
        select action, actor_id as actor
        from action_log
        where action like 'user.note%' and target_user_id = ${OTHER}
        order by id`,
    );
    expect(rows).toEqual([
      { action: 'user.note', actor: MODERATOR },
      { action: 'user.note-edit', actor: MODERATOR },
      { action: 'user.note-remove', actor: ADMIN },
    ]);
  });

  test('are seen neither by members nor by whom they are on, and are bounded', async () => {
    await add(admin, '留意', MODERATOR);
    expect(await notes(moderator, MODERATOR)).toEqual([]);
    expect(await notes(elsewhere, MODERATOR)).toHaveLength(1);
    expect((await add(moderator, '自己', MODERATOR)).status).toBe(400);
    expect((await add(moderator, '谁', 999_999)).status).toBe(404);
    expect((await add(moderator, ' ')).status).toBe(400);
    expect((await add(moderator, '长'.repeat(1_001))).status).toBe(400);
    for (const by of [member, third]) expect((await add(by, '我也写')).status).toBe(403);
    await db.execute(
      sql`
        insert into user_note (user_id, writer_id, text)
        select ${OTHER}, ${ADMIN}, 'n' || n
        from generate_series(1, 100) n`,
    );
    expect((await add(moderator, '再来')).body).toMatchObject({ err_code: 'limit' });
    expect(await notes(moderator)).toHaveLength(100);
  });
});
