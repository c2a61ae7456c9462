import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Recipients of notifications (R30). */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const me = await api.as(ME);
const fans = await Promise.all(
  [PEOPLE.otherMember, PEOPLE.fourthMember, PEOPLE.fifthMember, userIdOf('dabao')].map((id) =>
    api.as(id),
  ),
);
const [first, second, third, fourth] = fans as [typeof me, typeof me, typeof me, typeof me];

let thread: number;
let post: number;

let count = 0;
const words = () => `<p>第 ${++count} 句话，每句都不同。</p>`;
const reply = async (by: typeof me, more = {}) =>
  (
    await by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
      thread_id: thread,
      forum_id: 1,
      message: words(),
      quote_user_id: 0,
      ...more,
    })
  ).body.data.id;
const told = async (category: number, by = me) =>
  (await by.call<{ data: MessageWire[] }>('GET', `/api/v1/user/msg?category=${category}`)).body
    .data;
const like = (by: typeof me, id = post, idtype = 'pid') =>
  by.call('POST', '/api/v1/thread/up', { id, idtype });

beforeEach(async () => {
  thread = (
    await me.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `怎么换壁纸 ${++count}`,
      message: words(),
      language: 'zh_CN',
    })
  ).body.data.id;
  post = await reply(me);
  await db.execute(sql`delete from notification`);
  await db.execute(sql`update "user" set notify = '{}' where id = ${ME}`);
});

test('[R30] likes of one post are one message that names the latest and counts the others', async () => {
  for (const fan of [first, second, third, fourth]) await like(fan);
  const [message, ...more] = await told(2);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    type: 'like',
    send_post_id: post,
    storey: 1,
    like_cnt: 4,
    is_new: 0,
    language: 'zh_CN',
  });
  expect(message?.likers?.map(({ id }) => id)).toEqual([userIdOf('dabao'), PEOPLE.fifthMember]);
  await like(first, thread, 'tid');
  expect(await told(1)).toMatchObject([
    { type: 'like', thread_id: thread, storey: 0, like_cnt: 1 },
  ]);
});

test('[R30] after reading, the next like brings it back to the top; repeated likes notify nobody', async () => {
  await like(first);
  const [before] = await told(2);
  await me.call('GET', `/api/v1/user/msg/read?id=${before?.id}`);
  await like(first);
  expect(await told(2)).toEqual([]); // nobody likes it any more
  await like(first);
  await like(second);
  await me.call('GET', '/api/v1/user/msg/readAll');
  await like(second);
  await like(second);
  expect((await told(2)).map(({ is_new }) => is_new)).toEqual([1]);
  await reply(first, { quote_post_id: post });
  await like(third);
  expect((await told(2)).map(({ type, is_new }) => [type, is_new])).toEqual([
    ['like', 0],
    ['quote', 0],
  ]);
});

test('[R30] nobody is notified of their own actions or of unwanted kinds', async () => {
  await like(me);
  await like(me, thread, 'tid');
  await me.call('POST', '/api/v1/post/comment', { post_id: post, message: words() });
  await reply(me, { quote_post_id: post });
  expect(await told(0)).toEqual([]);
  await me.call('PUT', '/api/v1/user/info', {
    notify: { like: false, comment: false, quote: false, reply: false, mention: false },
  });
  await like(first);
  await first.call('POST', '/api/v1/post/comment', { post_id: post, message: words() });
  await reply(first, { quote_post_id: post });
  await reply(first);
  await reply(first, { user_ids: [ME] });
  expect(await told(0)).toEqual([]);
  await me.call('PUT', '/api/v1/user/info', { notify: { reply: true } });
  await reply(first);
  expect((await told(0)).map(({ type }) => type)).toEqual(['reply']);
});

test('[R30, R14] pending and removed posts notify nobody', async () => {
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('待审词乙', '待审词乙', 'review', 10000)
      on conflict do nothing`,
  );
  await first.call('POST', '/api/v1/post', {
    thread_id: thread,
    forum_id: 1,
    message: `<p>待审词乙 ${++count}</p>`,
    quote_user_id: 0,
    quote_post_id: post,
    user_ids: [ME],
  });
  await first.call('POST', '/api/v1/post/comment', {
    post_id: post,
    message: `<p>待审词乙 ${++count}</p>`,
  });
  expect(await told(0)).toEqual([]);
  await me.call('DELETE', `/api/v1/thread/post?id=${post}`);
  expect((await like(first)).status).toBe(404);
  expect(await told(0)).toEqual([]);
});

test('[R30] all categories are one list, newest first, in pages; a notification of a deleted post shows nothing of it', async () => {
  await reply(first, { quote_post_id: post });
  const own = await reply(second);
  await reply(third, { user_ids: [ME] });
  await like(fourth, thread, 'tid');
  expect((await told(0)).map(({ type }) => type)).toEqual(['like', 'mention', 'reply', 'quote']);
  const page = await me.call<{ data: MessageWire[]; total_count: number }>(
    'GET',
    '/api/v1/user/msg?category=0&limit=3&offset=1',
  );
  expect([page.body.data.map(({ type }) => type), page.body.total_count]).toEqual([['quote'], 4]);
  await second.call('DELETE', `/api/v1/thread/post?id=${own}`);
  expect((await told(0)).find(({ type }) => type === 'reply')).toMatchObject({
    message_fmt: '',
    send_post_id: own,
  });
});

test('[R30] a quote shows nothing of a quoted reply that was moved to another thread', async () => {
  await reply(first, { quote_post_id: post });
  const quoteOf = async () => (await told(0)).find(({ type }) => type === 'quote');
  expect((await quoteOf())?.send_message_fmt).not.toBe('');
  const moderator = await api.as(PEOPLE.globalModerator);
  const { status } = await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'split',
    kind: 'reply',
    ids: [post],
    subject: '分出来的话题',
    note: '',
    is_notify: 0,
  });
  expect([status, (await quoteOf())?.send_message_fmt]).toEqual([200, '']);
});

test('[R30] a page of messages begins with one walk of an index', async () => {
  await db.execute(
    sql`
      insert into notification (
        user_id,
        category,
        kind,
        actor_id,
        thread_id,
        post_id
      )
      select
        u.id,
        2,
        'quote',
        ${PEOPLE.otherMember},
        ${thread},
        ${post}
      from generate_series(1, 60), "user" u`,
  );
  await db.execute(sql`analyze notification`);
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`
      explain
      select *
      from notification
      where user_id = ${ME} and category = 2
      order by id desc
      limit 20`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    /Index Scan using notification_user/,
  );
});
