import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportCaseDetailWire, ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import { NO_FORUM_ID } from '#moderation/hide-letter.ts';
import { adminCaller } from '../support/admin-session.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Reports of comments and private messages. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, third, moderator, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(PEOPLE.fourthMember),
  api.as(MODERATOR),
  adminCaller(api, db),
]);
const write = await createWriters(api, member, other);
const one = selectRow(db);
beforeAll(() => appointModerators(db));
beforeEach(async () => {
  for (const table of ['report', 'warning', 'letter', 'conversation'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
});

/** A caller on the site or in the admin area. */
type Asking = Pick<typeof member | typeof admin, 'call'>;

const report = (item: object, by = member) =>
  by.call<CallReply<{ id: number }>>('POST', '/api/v1/thread/post/report', {
    ...item,
    report_type: 'abuse',
    message: '看看',
  });
const idOf = async (sent: ReturnType<typeof report>) => (await sent).body.data.id;
const site = '/api/v2/moderation/reports';
const area = '/api/v2/admin/reports';
const cases = async (by: Asking, path = site) =>
  (await by.call<{ rows: ReportCaseWire[] }>('GET', path)).body.rows;
const detail = async (by: Asking, id: number, path = site) =>
  by.call<ReportCaseDetailWire>('GET', `${path}/${id}`);
const act = async (id: number, action: string, path: string, by: Asking) =>
  by.call<{ undo: { path: string; body: object }[] }>('POST', `${path}/${id}`, {
    action,
    version: (await detail(by, id, path)).body.version,
    note: '已核实',
  });
const takeBack = async (by: Asking, undo: { path: string; body: object }[]) => {
  for (const step of undo)
    expect((await by.call('POST', `/api${step.path}`, step.body)).status).toBe(200);
};
const sendLetter = async (text: string) => {
  await other.call('POST', '/api/v1/user/letter', {
    receive_user_id: MEMBER,
    note: `<p>${text}</p>`,
  });
  return (await one<{ id: number }>(sql`select max(id) as id from letter`)).id;
};
const inbox = async () =>
  (
    await member.call<{ data: { id: number }[] }>(
      'GET',
      `/api/v1/user/letter?receive_user_id=${OTHER}`,
    )
  ).body.data;

describe('[R28] a comment', () => {
  test('is reported in addition to its reply, once by each; deleted and restored by its forum’s moderator', async () => {
    const post = await write.reply(await write.thread());
    const comment = await write.comment(post, other);
    const id = await idOf(report({ comment_id: comment }));
    expect((await report({ comment_id: comment })).body).toMatchObject({ err_code: 'reported' });
    expect((await report({ post_id: post }, third)).status).toBe(200);
    expect((await report({ post_id: post, comment_id: comment })).status).toBe(400);
    expect((await report({})).status).toBe(400);
    expect((await report({ comment_id: 99_999_999 })).status).toBe(404);
    expect((await cases(moderator)).map(({ item }) => item)).toEqual(['comment', 'reply']);
    const text = (await one<{ html: string }>(sql`select html from comment where id = ${comment}`))
      .html;
    expect((await detail(moderator, id)).body).toMatchObject({
      item: 'comment',
      message: text,
      author: { id: OTHER },
      answers: { storey: 1 },
      reports: 1,
    });
    const state = sql`
      select c.state, p.state as reply
      from comment c
      join post p on p.id = c.post_id
      where c.id = ${comment}`;
    const { body } = await act(id, 'deleteAndWarn', site, moderator);
    expect(await one(state)).toEqual({ state: 'deleted', reply: 'normal' });
    expect(await cases(moderator)).toMatchObject([{ item: 'reply' }]);
    expect(
      await one(
        sql`
          select comment_id, act
          from notification
          where user_id = ${MEMBER} and kind = 'report'
          order by id desc
          limit 1`,
      ),
    ).toEqual({ comment_id: comment, act: 'report.delete' });
    await takeBack(moderator, body.undo);
    expect(await one(state)).toEqual({ state: 'normal', reply: 'normal' });
    expect(await cases(moderator)).toHaveLength(2);
    expect(await findWrongCounters(db)).toEqual([]);
  });
});

describe('[R28, R30] a private message', () => {
  test('is reported by its receiver, and shown to administrators alone, without the others', async () => {
    const [first, letter] = [await sendLetter('你好'), await sendLetter('加我领 &lt;红包&gt;')];
    for (const by of [other, third])
      expect((await report({ letter_id: letter }, by)).status).toBe(404);
    const id = await idOf(report({ letter_id: letter }));
    expect((await report({ letter_id: letter })).body).toMatchObject({ err_code: 'reported' });
    expect(await cases(moderator)).toEqual([]);
    expect((await detail(moderator, id)).status).toBe(404);
    const old = await moderator.call<CallReply<object[]>>('GET', '/api/v1/user/report');
    expect(old.body.data).toEqual([]);
    for (const action of ['claim', 'dismiss', 'delete'])
      expect(
        (await moderator.call('POST', `${site}/${id}`, { action, version: `0.${id}`, note: '看' }))
          .status,
      ).toBe(403);
    const [row] = await cases(admin, area);
    expect(row).toMatchObject({
      id,
      item: 'letter',
      excerpt: '加我领 <红包>',
      forum_id: NO_FORUM_ID,
      thread_id: 0,
      author: { id: OTHER },
    });
    const seen = (await detail(admin, id, area)).body;
    expect(seen.message).toContain('加我领');
    expect(JSON.stringify(seen)).not.toContain('你好');
    expect(first).toBeLessThan(letter);
  });

  test('is hidden from its receiver, with a warning of its sender, and comes back', async () => {
    const letter = await sendLetter('加我领红包');
    const id = await idOf(report({ letter_id: letter }));
    const { body } = await act(id, 'deleteAndWarn', area, admin);
    expect(await inbox()).toEqual([]);
    expect(
      await one(
        sql`
          select deleted_by_sender is null as kept, (
              select array_agg(act order by act)
              from notification
              where act like '%letter'
            ) as told, (
              select count(*)::int
              from warning
              where user_id = ${OTHER}
            ) as warnings
          from letter`,
      ),
    ).toEqual({ kept: true, told: ['report.delete.letter', 'user.warn.letter'], warnings: 1 });
    const { rows } = await db.execute(
      sql`select forum_id, detail from action_log order by id desc limit 3`,
    );
    expect(rows).toContainEqual({ forum_id: null, detail: { letter } });
    const forged = { action: 'restoreLetter', kind: 'letter', ids: [letter] };
    expect((await moderator.call('POST', '/api/v2/moderation/actions', forged)).status).toBe(403);
    await takeBack(admin, body.undo);
    expect(await inbox()).toMatchObject([{ id: letter }]);
    expect(await cases(admin, area)).toHaveLength(1);
  });

  test('is hidden alone: those before and after it stay as they are', async () => {
    const before = await sendLetter('你好');
    const letter = await sendLetter('加我领红包');
    const after = await sendLetter('在吗');
    const id = await idOf(report({ letter_id: letter }));
    await act(id, 'delete', area, admin);
    expect((await inbox()).map((one) => one.id).sort()).toEqual([before, after]);
    const { rows } = await db.execute(sql`select id from letter where hidden_at is not null`);
    expect(rows).toEqual([{ id: letter }]);
  });

  test('that its receiver has deleted stays deleted', async () => {
    const letter = await sendLetter('加我领红包');
    const id = await idOf(report({ letter_id: letter }));
    await member.call('DELETE', `/api/v1/user/msg?id=${letter}&category=5`);
    const { body } = await act(id, 'delete', area, admin);
    expect(body.undo).toHaveLength(1);
    await takeBack(admin, body.undo);
    expect(await inbox()).toEqual([]);
  });
});
