import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
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
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

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

interface Report {
  id: number;
  state: string;
  report_type: string;
  reports_cnt: number;
  taken_by: { id: number } | null;
  post: { message: string };
  author: { id: number };
  outcome: string;
}
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const report = async (postId: number, by = member, kind = 'spam') =>
  (
    await by.call<CallReply<{ id: number }>>('POST', '/api/v1/thread/post/report', {
      forum_id: 1,
      post_id: postId,
      report_type: kind,
      message: '看看',
    })
  ).body.data.id;
const queue = async (query = '', by = moderator) =>
  (await by.call<CallReply<Report[]>>('GET', `/api/v1/user/report?${query}`)).body;
const handle = (id: number, action: string, by = moderator, more: object = {}) =>
  by.call<CallReply>('POST', '/api/v1/user/report', { id, action, note: '已核实', ...more });
const outcomes = async (postId: number) =>
  (
    await db.execute(
      sql`
        select user_id, act
        from notification
        where post_id = ${postId} and kind = 'report'
        order by user_id`,
    )
  ).rows;

describe('[R28] the queue of reports', () => {
  test('shows those of the own forums, by state, forum, kind and claimant', async () => {
    const post = await write.reply(await write.thread());
    const there = await write.reply(await write.thread(member, 2));
    const [a, b, c] = [await report(post), await report(post, third, 'abuse'), await report(there)];
    expect((await queue()).data.slice(0, 2)).toMatchObject([
      {
        id: b,
        report_type: 'abuse',
        reports_cnt: 2,
        author: { id: OTHER },
        post: { message: expect.stringContaining('<p>') },
      },
      { id: a, report_type: 'spam' },
    ]);
    expect((await queue('forum_id=2')).data).toEqual([]);
    expect((await queue('forum_id=2', elsewhere)).data[0]?.id).toBe(c);
    expect((await queue('', admin)).data.map(({ id }) => id).slice(0, 3)).toEqual([c, b, a]);
    expect((await queue('kind=abuse')).data.map(({ id }) => id)).toEqual([b]);
    expect((await queue('limit=1&offset=1')).data.map(({ id }) => id)).toEqual([a]);
    await handle(a, 'claim');
    expect((await queue('claimed=me')).data).toMatchObject([
      { id: a, state: 'taken', taken_by: { id: MODERATOR } },
    ]);
    expect((await queue('state=open')).data.map(({ id }) => id)).toEqual([b]);
  });
});

describe('[R28] handling a report', () => {
  test('handles the post’s other open ones along, and notifies all reporters', async () => {
    const post = await write.reply(await write.thread());
    const [a, b] = [await report(post), await report(post, third)];
    const answer = await handle(a, 'delete', moderator, { is_notify: 1 });
    expect(answer.body).toMatchObject({
      code: 0,
      data: {
        changed: [a],
        undo: [
          { body: { action: 'restore', kind: 'reply', ids: [post] } },
          { body: { action: 'reopenReports', kind: 'report', ids: [a, b] } },
        ],
      },
    });
    expect(
      (
        await db.execute(
          sql`
            select id, state, outcome, handled_by
            from report
            where post_id = ${post}
            order by id`,
        )
      ).rows,
    ).toEqual(
      [a, b].map((id) => ({ id, state: 'handled', outcome: 'delete', handled_by: MODERATOR })),
    );
    expect(await outcomes(post)).toEqual([
      { user_id: MEMBER, act: 'report.delete' },
      { user_id: PEOPLE.fourthMember, act: 'report.delete' },
    ]);
    expect(await one(sql`select state from post where id = ${post}`)).toEqual({ state: 'deleted' });
    expect(
      (
        await db.execute(
          sql`select action from action_log where target_post_id = ${post} order by id`,
        )
      ).rows,
    ).toEqual([{ action: 'post.delete' }, { action: 'report.delete' }]);
    expect(await findWrongCounters(db)).toEqual([]);
    expect((await queue('state=handled')).data[0]).toMatchObject({ id: b, outcome: 'delete' });
  });

  test('of a first post deletes the thread, and dismissing changes nothing', async () => {
    const thread = await write.thread(other);
    const { id } = await one<{ id: number }>(
      sql`select first_post_id as id from thread where id = ${thread}`,
    );
    await handle(await report(id), 'dismiss');
    expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(200);
    await handle(await report(id), 'delete');
    expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(406);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('can warn or ban the author, for a reason', async () => {
    const post = await write.reply(await write.thread(), third);
    const warned = await report(post);
    expect((await handle(warned, 'warn', moderator, { note: '' })).status).toBe(400);
    expect((await handle(warned, 'warn')).body.code).toBe(0);
    expect(await one(sql`select count(*)::int as n from warning where post_id = ${post}`)).toEqual({
      n: 1,
    });
    expect(
      (await handle(await report(post), 'ban', moderator, { end_at: '2046-01-01', hide_thread: 1 }))
        .body.code,
    ).toBe(0);
    expect(
      await one(sql`select content_hidden from "user" where id = ${PEOPLE.fourthMember}`),
    ).toEqual({ content_hidden: true });
    expect(api.takenDown.at(-1)).toEqual([`u:${PEOPLE.fourthMember}`]);
    await admin.call('POST', '/api/v1/user/crime', { user_id: PEOPLE.fourthMember, action: 1 });
  });

  test('happens once: a later one, or one claimed by another, is a conflict', async () => {
    const post = await write.reply(await write.thread());
    const id = await report(post);
    await db.execute(
      sql`
        insert into forum_moderator (forum_id, user_id)
        values (1, ${OTHER_MODERATOR})
        on conflict do nothing`,
    );
    const claims = await Promise.all([handle(id, 'claim'), handle(id, 'claim', elsewhere)]);
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] =
      claims[0]?.status === 200 ? [moderator, elsewhere] : [elsewhere, moderator];
    expect((await handle(id, 'dismiss', second)).status).toBe(409);
    expect((await handle(id, 'unclaim', second)).status).toBe(409);
    expect((await handle(id, 'unclaim', first)).body.code).toBe(0);
    const answers = await Promise.all([handle(id, 'delete', first), handle(id, 'dismiss', second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await outcomes(post)).toHaveLength(1);
    expect(await findWrongCounters(db)).toEqual([]);
    await appointModerators(db);
  });

  test('isn’t for moderators of other forums, and not for members', async () => {
    const id = await report(await write.reply(await write.thread()));
    expect([
      (await handle(id, 'dismiss', elsewhere)).status,
      (await handle(id, 'dismiss', member)).status,
      (await handle(99_999_999, 'dismiss')).status,
    ]).toEqual([403, 403, 404]);
  });
});
