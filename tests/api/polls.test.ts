import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Members' other actions: voting, drafts, reports, notifications, private messages, resolving. */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const BANNED = PEOPLE.banned;
const me = await api.as(ME);
const other = await api.as(OTHER);
const moderator = await api.as(PEOPLE.globalModerator);
const banned = await api.as(BANNED);

interface Answer<Data = { id: number }> {
  code: number;
  err_code?: string;
  msg: string;
  data: Data;
  total_count: number;
}
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
let count = 0;
const words = () => `<p>第 ${++count} 次说的话</p>`;

async function newThread(poll?: {
  options: string[];
  maxchoices?: number;
  poll_day?: number;
  visible?: number;
}): Promise<number> {
  const { body } = await me.call<Answer>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: `事情 ${++count}`,
    message: words(),
    language: 'zh_CN',
    ...(poll ? { poll: { question: '选哪个', ...poll } } : {}),
  });
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.id;
}

describe('[R26] a poll', () => {
  interface Poll {
    polloptionids: number[] | null;
    voters: number;
    forum_polloption: { polloptionid: number; votes: number; rate: number }[];
  }
  const poll = async (thread: number, caller = me) =>
    (await caller.call<Answer<{ poll_list: Poll }>>('GET', `/api/v1/thread/info?id=${thread}`)).body
      .data.poll_list;
  const options = async (thread: number) =>
    (await poll(thread)).forum_polloption.map(({ polloptionid }) => polloptionid);
  const vote = async (thread: number, ids: number[], caller = me) =>
    (await caller.call<Answer>('POST', '/api/v1/thread/poll', { tid: thread, polloptionid: ids }))
      .body;
  const voted = async (thread: number, caller = me) =>
    (await caller.call<Answer<boolean>>('GET', `/api/v1/thread/exists/poll?id=${thread}`)).body
      .data;

  test('counts a vote once, shows it to its voter, and shows shares with two digits', async () => {
    const thread = await newThread({ options: ['甲', '乙', '丙'] });
    const [first, second, third] = (await options(thread)) as [number, number, number];
    expect(await voted(thread)).toBe(false);
    expect(await vote(thread, [first])).toMatchObject({ code: 0 });
    expect(await voted(thread)).toBe(true);
    expect(await vote(thread, [second])).toMatchObject({
      code: 8,
      err_code: 'voted',
      msg: '你已经投过票了',
    });
    await vote(thread, [second], other);
    await vote(thread, [third], moderator);
    const { voters, forum_polloption, polloptionids } = await poll(thread);
    expect([voters, polloptionids]).toEqual([3, [first]]);
    expect(forum_polloption.map((one) => [one.votes, one.rate])).toEqual(
      [1, 1, 1].map((votes) => [votes, 33.33]),
    );
  });

  test('counts one of two votes of one user at once', async () => {
    const thread = await newThread({ options: ['甲', '乙'] });
    const [first, second] = (await options(thread)) as [number, number];
    const answers = await Promise.all([vote(thread, [first]), vote(thread, [second])]);
    expect(answers.map((answer) => answer.err_code ?? '').sort()).toEqual(['', 'voted']);
    expect((await poll(thread)).voters).toBe(1);
  });

  test('refuses too many options, none, those of another poll, and late votes', async () => {
    const thread = await newThread({ options: ['甲', '乙', '丙'], maxchoices: 2 });
    const ids = await options(thread);
    const [foreign] = await options(await newThread({ options: ['子', '丑'] }));
    expect(await vote(thread, ids)).toMatchObject({ err_code: 'limit' });
    expect(await vote(thread, [])).toMatchObject({ err_code: 'limit' });
    expect(
      (await me.call('POST', '/api/v1/thread/poll', { tid: thread, polloptionid: [foreign] }))
        .status,
    ).toBe(400);
    expect(
      (await me.call('POST', '/api/v1/thread/poll', { tid: await newThread(), polloptionid: [1] }))
        .status,
    ).toBe(404);
    await db.execute(
      sql`update poll set expires_at = now() - interval '1 second' where thread_id = ${thread}`,
    );
    expect(await vote(thread, ids.slice(0, 1))).toMatchObject({ err_code: 'expired' });
    expect((await poll(thread)).voters).toBe(0);
  });

  test('counts the same option named twice as one, and takes visitors for nobody', async () => {
    const thread = await newThread({ options: ['甲', '乙'] });
    const [first] = (await options(thread)) as [number];
    expect(
      (await api.call('POST', '/api/v1/thread/poll', { tid: thread, polloptionid: [first] }))
        .status,
    ).toBe(401);
    expect(await vote(thread, [first, first])).toMatchObject({ code: 0 });
    expect((await poll(thread)).forum_polloption[0]).toMatchObject({ votes: 1, rate: 100 });
  });
});

describe('[R27] drafts', () => {
  interface Draft {
    id: number;
    subject: string;
    message: string;
    thread_id: number;
    thread_subject: string;
    updated_at: string;
  }
  const save = async (body: object, caller = me) =>
    (await caller.call<Answer<{ id: number }>>('POST', '/api/v1/thread/draft', body)).body;
  const list = async (caller = me, query = '') =>
    (await caller.call<Answer<Draft[]>>('GET', `/api/v1/thread/draft${query}`)).body;

  test('are stored, replaced, found again, and discarded', async () => {
    const { data } = await save({
      forum_id: 1,
      type_id: 1,
      subject: '写了一半',
      message: '<p>一</p>',
    });
    expect(
      (await save({ id: data.id, forum_id: 1, subject: '写了一半', message: '<p>一二</p>' })).data
        .id,
    ).toBe(data.id);
    expect((await list()).data[0]).toMatchObject({
      id: data.id,
      subject: '写了一半',
      message: '<p>一二</p>',
    });
    expect((await list(other)).data.some(({ id }) => id === data.id)).toBe(false);
    expect(await save({ id: data.id, message: '别人的' }, other)).not.toMatchObject({
      data: { id: data.id },
    });
    await other.call('DELETE', `/api/v1/thread/draft?id=${data.id}`);
    expect((await list()).data.some(({ id }) => id === data.id)).toBe(true);
    await me.call('DELETE', `/api/v1/thread/draft?id=${data.id}`);
    expect((await list()).data.some(({ id }) => id === data.id)).toBe(false);
  });

  test('of a reply exist once, from any device, and a deleted draft is created again', async () => {
    const thread = await newThread();
    const first = await save({ thread_id: thread, message: '<p>手机上</p>' });
    const second = await save({ thread_id: thread, message: '<p>电脑上</p>' });
    expect(second.data.id).toBe(first.data.id);
    const { data, total_count } = await list(me, `?thread_id=${thread}`);
    expect(total_count).toBe(1);
    expect(data[0]).toMatchObject({
      message: '<p>电脑上</p>',
      thread_id: thread,
      thread_subject: expect.stringContaining('事情'),
    });
    await me.call('DELETE', `/api/v1/thread/draft?id=${first.data.id}`);
    expect(
      (await save({ id: first.data.id, thread_id: thread, message: '<p>还在</p>' })).code,
    ).toBe(0);
    expect((await list(me, `?thread_id=${thread}`)).data[0]?.message).toBe('<p>还在</p>');
  });

  test('for deleted targets are stored all the same, a banned author’s too, and their number is limited', async () => {
    expect(
      await save({ forum_id: 999_999, thread_id: 999_999, message: '<p>留着</p>' }, banned),
    ).toMatchObject({ code: 0 });
    await db.execute(
      sql`insert into draft (user_id, body) select ${OTHER}, '{}' from generate_series(1, 100)`,
    );
    expect(await save({ message: '<p>多了</p>' }, other)).toMatchObject({ err_code: 'limit' });
    expect((await api.call('POST', '/api/v1/thread/draft', { message: 'x' })).status).toBe(401);
  });
});

describe('[R28] a report', () => {
  test('is accepted once from each person, of an existing kind, and is pending for the moderators', async () => {
    const { id } = await one<{ id: number }>(
      sql`select first_post_id as id from thread where id = ${await newThread()}`,
    );
    const report = async (more: object = {}, caller = other) =>
      caller.call<Answer>('POST', '/api/v1/thread/post/report', {
        forum_id: 1,
        thread_id: 1,
        post_id: id,
        report_type: 'spam',
        message: '是广告',
        ...more,
      });
    const made = await report();
    expect(made.body.code).toBe(0);
    expect(
      await one(
        sql`
          select state, kind, message, forum_id, reporter_id
          from report
          where id = ${made.body.data.id}`,
      ),
    ).toEqual({ state: 'open', kind: 'spam', message: '是广告', forum_id: 1, reporter_id: OTHER });
    expect((await report()).body).toMatchObject({ code: 9, err_code: 'reported' });
    expect((await report({}, moderator)).body.code).toBe(0);
    expect((await report({ report_type: 'boredom' }, me)).status).toBe(400);
    expect((await report({ message: '长'.repeat(501) }, me)).body).toMatchObject({
      err_code: 'length',
    });
    expect((await report({ post_id: 99_999_999 }, me)).status).toBe(404);
    await db.execute(sql`update report set state = 'handled' where id = ${made.body.data.id}`);
    expect((await report()).body.code).toBe(0);
  });
});

describe('[R30] messages', () => {
  let thread: number;
  const counts = async (caller = me) =>
    (await caller.call<Answer<Record<string, number>>>('GET', '/api/v1/user/msg/count')).body.data;
  const messages = async (category: number, caller = me) =>
    (
      await caller.call<Answer<{ id: number; is_new: number; thread_id: number }[]>>(
        'GET',
        `/api/v1/user/msg?category=${category}`,
      )
    ).body.data;

  beforeAll(async () => {
    await db.execute(sql`delete from notification where user_id = ${ME}`);
    // replies in one thread would be one notification
    for (let index = 0; index < 3; index++) {
      thread = await newThread();
      await other.call('POST', '/api/v1/post', { thread_id: thread, message: words() });
    }
  });

  test('are read one by one, or all, and thrown away; nobody touches another’s', async () => {
    const [first, second] = (await messages(1)) as {
      id: number;
      is_new: number;
      thread_id: number;
    }[];
    expect([(await counts()).thread_msg_count, first?.thread_id, first?.is_new]).toEqual([
      3,
      thread,
      0,
    ]);
    await other.call('GET', `/api/v1/user/msg/read?id=${first?.id}`);
    await other.call('DELETE', `/api/v1/user/msg?id=${second?.id}`);
    expect((await counts()).thread_msg_count).toBe(3);
    expect((await me.call('GET', `/api/v1/user/msg/read?id=${first?.id}`)).body).toMatchObject({
      code: 0,
    });
    expect((await counts()).thread_msg_count).toBe(2);
    await me.call('DELETE', `/api/v1/user/msg?id=${second?.id}`);
    expect((await messages(1)).map(({ id }) => id)).not.toContain(second?.id);
    await me.call('GET', '/api/v1/user/msg/readAll?category=2');
    expect((await counts()).thread_msg_count).toBe(1);
    await me.call('GET', '/api/v1/user/msg/readAll');
    expect((await counts()).thread_msg_count).toBe(0);
    expect((await api.call('GET', '/api/v1/user/msg/readAll')).status).toBe(401);
  });

  test('go from one member to another as private messages, are sanitized, and count until the conversation is opened', async () => {
    await db.execute(sql`delete from letter where ${ME} in (sender_id, receiver_id)`);
    const write = (note: string, caller = other, to = ME) =>
      caller.call<Answer<{ id: number; note: string }>>('POST', '/api/v1/user/letter', {
        receive_user_id: to,
        note,
      });
    const sent = await write('<p>你好<script>alert(1)</script></p>');
    expect(sent.body).toMatchObject({
      code: 0,
      data: { note: '<p>你好</p>', message_fmt: '你好' },
    });
    expect((await counts()).letter_msg_count).toBe(1);
    const letters = async (caller: typeof me, to: number) =>
      (
        await caller.call<Answer<{ id: number }[]>>(
          'GET',
          `/api/v1/user/letter?receive_user_id=${to}`,
        )
      ).body.data.map(({ id }) => id);
    expect(await letters(other, ME)).toEqual([sent.body.data.id]);
    expect((await counts()).letter_msg_count).toBe(1);
    expect(await letters(me, OTHER)).toEqual([sent.body.data.id]);
    expect((await counts()).letter_msg_count).toBe(0);
    await me.call('DELETE', `/api/v1/user/msg?id=${sent.body.data.id}&category=5`);
    expect([await letters(me, OTHER), await letters(other, ME)]).toEqual([[], [sent.body.data.id]]);
    expect((await write('自言自语', me)).status).toBe(400);
    expect((await write('没有这个人', me, 99_999_999)).status).toBe(404);
    expect((await write('<p> </p>')).body).toMatchObject({ err_code: 'length' });
    expect((await write('不让说', banned)).body).toMatchObject({ code: 4000, err_code: 'banned' });
  });
});

describe('[R23] a thread', () => {
  test('is marked as resolved by its author and by moderators, not by others, and the mark is removed', async () => {
    const thread = await newThread();
    const set = (word: string, caller = me) =>
      caller.call('POST', `/api/v2/user/thread/${thread}/${word}`);
    const resolved = async () =>
      (await one<{ resolved: boolean }>(sql`select resolved from thread where id = ${thread}`))
        .resolved;
    expect((await set('resolve', other)).status).toBe(403);
    expect([(await set('resolve')).body, await resolved()]).toEqual([
      expect.objectContaining({ code: 0 }),
      true,
    ]);
    expect(
      (
        await me.call<{ data: { attrs: { name: string }[] } }>(
          'GET',
          `/api/v1/thread/info?id=${thread}`,
        )
      ).body.data.attrs,
    ).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Resolved' })]));
    expect([(await set('unresolve', moderator)).status, await resolved()]).toEqual([200, false]);
    await me.call('DELETE', `/api/v1/thread?id=${thread}`);
    expect((await set('resolve')).status).toBe(406);
    expect((await me.call('POST', '/api/v2/user/thread/99999999/resolve')).status).toBe(404);
  });
});

test('[R26] a poll has the caller’s vote', async () => {
  const { thread, option } = await one<{ thread: number; option: number }>(
    sql`
      select o.thread_id as thread, min(o.id) as option
      from poll_option o
      join thread t on t.id = o.thread_id and t.state = 'normal'
      group by 1
      limit 1`,
  );
  await db.execute(
    sql`
      update poll
      set results_visible = false, expires_at = now() + interval '1 day'
      where thread_id = ${thread}`,
  );
  await db.execute(sql`delete from poll_vote where thread_id = ${thread} and user_id = ${ME}`);
  await db.execute(sql`update poll_option set votes_cnt = 4 where thread_id = ${thread}`);
  const poll = async (by: Pick<typeof api, 'call'>) =>
    (await by.call<ThreadInfoReplyWire>('GET', `/api/v1/thread/info?id=${thread}`)).body.data
      .poll_list;
  expect(await poll(me)).toMatchObject({
    tid: thread,
    polloptionids: null,
    poll_expire: true,
    forum_polloption: expect.arrayContaining([
      expect.objectContaining({ polloptionid: option, votes: 0 }),
    ]),
  });
  await db.execute(
    sql`
      insert into poll_vote (thread_id, user_id, option_ids)
      values (${thread}, ${ME}, ${sql.raw(`'{${option}}'`)})`,
  );
  expect(await poll(me)).toMatchObject({
    polloptionids: [option],
    forum_polloption: expect.arrayContaining([
      expect.objectContaining({ polloptionid: option, votes: 4 }),
    ]),
  });
  expect(
    (await poll(api))?.forum_polloption?.every(({ votes, rate }) => votes === 0 && rate === 0),
  ).toBe(true);
});
