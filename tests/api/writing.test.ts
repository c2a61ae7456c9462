import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';

const { db } = await freshDatabase();
const api = await testApi(db);
const member = await api.as(10004);
const other = await api.as(10006);
const moderator = await api.as(10001);
const BANNED = 10059;

interface Reply {
  code: number;
  msg: string;
  err_code?: string;
  data: { id: number; offset: number; storey: number };
}
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const numbers = (threadId: number) =>
  one<Record<string, number>>(sql`
    select
      t.replies_cnt,
      t.last_floor,
      f.posts_cnt as forum_posts,
      f.threads_cnt as forum_threads,
      u.posts_cnt as user_posts,
      u.threads_cnt as user_threads,
      (
        select coalesce(sum(replies), 0)::int
        from forum_day d
        where d.forum_id = f.id
      ) as day_replies,
      th.threads_cnt as theme_threads
    from thread t
    join forum f on f.id = t.forum_id
    join theme th on th.id = t.theme_id
    join "user" u on u.id = 10004
    where t.id = ${threadId}`);

let count = 0;
const words = () => `<p>写第 ${++count} 遍的内容，每遍都不同。</p>`;
async function newThread(by = member) {
  const made = await by.call<Reply>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: `系统问题 ${++count}`,
    message: words(),
    language: 'zh_CN',
  });
  return made.body.data.id;
}
const reply = (threadId: number, message = words(), by = member, more = {}) =>
  by.call<Reply>('POST', '/api/v1/post', {
    thread_id: threadId,
    forum_id: 1,
    message,
    quote_user_id: 0,
    ...more,
  });

test('[R24] a reply gets the next floor and every counter moves with it', async () => {
  const thread = await newThread();
  const before = await numbers(thread);
  const { body } = await reply(thread);
  expect(body).toMatchObject({ code: 0, data: { storey: 1, offset: 0 } });
  const after = await numbers(thread);
  expect(after).toEqual({
    ...before,
    replies_cnt: 1,
    last_floor: 1,
    forum_posts: before.forum_posts! + 1,
    user_posts: before.user_posts! + 1,
    day_replies: before.day_replies! + 1,
  });
});

test('[R24] twenty replies at once get twenty floors, none twice', async () => {
  const thread = await newThread();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reply(thread, words(), index % 2 ? member : other)),
  );
  expect(answers.map(({ body }) => body.data.storey).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 20, last_floor: 20 });
});

test('[R36] the offset of a reply is its page index, for the page size asked for', async () => {
  const thread = await newThread();
  for (let floor = 1; floor <= 10; floor++) await reply(thread);
  expect((await reply(thread)).body.data).toMatchObject({ storey: 11, offset: 1 });
  const sized = await member.call<Reply>('POST', '/api/v1/post?page_size=5', {
    thread_id: thread,
    forum_id: 1,
    message: words(),
  });
  expect(sized.body.data).toMatchObject({ storey: 12, offset: 2 });
});

test('[R14] the same content by the same author is refused, by another it is not', async () => {
  const thread = await newThread();
  const message = words();
  expect((await reply(thread, message)).body.code).toBe(0);
  expect((await reply(thread, `${message}<p> </p>`)).body).toMatchObject({
    err_code: 'repeat',
    msg: '已存在相同内容，请刷新页面',
  });
  expect((await reply(thread, message, other)).body.code).toBe(0);
  const english = await member.call<Reply>(
    'POST',
    '/api/v1/post',
    { thread_id: thread, message },
    { 'accept-language': 'en' },
  );
  expect(english.body.msg).toBe('The same content already exists, please refresh the page');
});

test('[R14] of two equal replies that race one is kept', async () => {
  const thread = await newThread();
  const message = words();
  const answers = await Promise.all(Array.from({ length: 6 }, () => reply(thread, message)));
  expect(answers.map(({ body }) => body.err_code ?? 'ok').sort()).toEqual([
    'ok',
    'repeat',
    'repeat',
    'repeat',
    'repeat',
    'repeat',
  ]);
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 1, last_floor: 1 });
});

test('[R13] what a member sends is stored safe, and frames of strangers are taken out', async () => {
  const thread = await newThread();
  const { body } = await reply(
    thread,
    '<p onclick="x()">看<script>alert(1)</script></p><iframe src="https://evilbilibili.com/"></iframe><iframe src="//www.youtube.com/embed/x" style="height:9000px"></iframe>',
  );
  const { html } = await one<{ html: string }>(
    sql`select html from post where id = ${body.data.id}`,
  );
  expect(html).toBe(
    '<p>看</p><iframe src="https://www.youtube.com/embed/x" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" width="704" height="396" allowfullscreen=""></iframe>',
  );
});

test('[R23] a subject has 2 to 30 characters as people count them', async () => {
  const begin = (subject: string) =>
    member.call<Reply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject,
      message: words(),
      language: 'zh_CN',
    });
  expect((await begin('家')).body.err_code).toBe('length');
  expect((await begin('系'.repeat(31))).body.err_code).toBe('length');
  expect((await begin('系统')).body.code).toBe(0);
  const family = await begin('  👨‍👩‍👧   家  ');
  expect(family.body.code).toBe(0);
  expect(await one(sql`select subject from thread where id = ${family.body.data.id}`)).toEqual({
    subject: '👨‍👩‍👧 家',
  });
});

test('[R23] a subject, a poll or a message of signs that nobody sees is none, and what turns the direction of a line is left out', async () => {
  const begin = (subject: string, poll?: object) =>
    member.call<Reply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject,
      message: words(),
      language: 'zh_CN',
      ...(poll ? { poll } : {}),
    });
  for (const subject of ['\u200b\u200b\u200b', '\u2800\u2800', '\ufe0f \ufe0f', '\u3164\u3164'])
    expect((await begin(subject)).body.err_code).toBe('length');
  const turned = await begin(`报告\u202etxt.exe${'\u0301'.repeat(300)}`);
  expect(await one(sql`select subject from thread where id = ${turned.body.data.id}`)).toEqual({
    subject: `报告txt.exe${'\u0301'.repeat(8)}`,
  });
  const poll = { maxchoices: 1, poll_day: 3, visible: 1 };
  expect(
    (await begin('投票吧', { ...poll, question: '', options: ['a', '\u200b'] })).body.err_code,
  ).toBe('limit');
  expect(
    (await begin('投票吧', { ...poll, question: '', options: ['a', 'a\u200b'] })).body.err_code,
  ).toBe('limit');
  expect(
    (await begin('投票吧', { ...poll, question: '问'.repeat(81), options: ['a', 'b'] })).body
      .err_code,
  ).toBe('limit');
  expect(
    (await begin('投票吧', { ...poll, question: '问\n题', options: ['a\nb', 'c'] })).body.code,
  ).toBe(0);
  const [stored] = (
    await db.execute<{ question: string; options: string[] }>(
      sql`
        select
          question,
          array(
            select o.text
            from poll_option o
            where o.thread_id = p.thread_id
            order by rank
          ) as options
        from poll p
        order by thread_id desc
        limit 1`,
    )
  ).rows;
  expect(stored).toEqual({ question: '问 题', options: ['a b', 'c'] });
  for (const message of [
    '<p>\u200b\u2060</p>',
    '<p>&nbsp;\u2800</p>',
    '<p>\ufe0f</p>',
    '<p>&shy;&ZeroWidthSpace;</p>',
  ]) {
    expect([
      message,
      (await member.call<Reply>('POST', '/api/v1/post', { thread_id: 1, message })).body.err_code,
    ]).toEqual([message, 'length']);
  }
});

test('[R23] a message without text or picture, or of more than is allowed, is refused', async () => {
  const thread = await newThread();
  expect((await reply(thread, '<p> </p><p><br></p>')).body.err_code).toBe('length');
  expect((await reply(thread, `<p>${'长'.repeat(100_001)}</p>`)).body.err_code).toBe('length');
});

test('[R20] who may not speak is told so and nothing is written', async () => {
  const thread = await newThread();
  const banned = await api.as(BANNED);
  expect((await reply(thread, words(), banned)).body).toMatchObject({
    code: 4000,
    err_code: 'banned',
  });
  expect(
    (await api.call('POST', '/api/v1/post', { thread_id: thread, message: words() })).status,
  ).toBe(401);
  expect((await reply(thread, words(), await api.as(10004, ['read']))).status).toBe(403);
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 0, last_floor: 0 });
});

test('[R23] a closed thread takes no replies; a thread that is gone is not there', async () => {
  const thread = await newThread();
  await db.execute(sql`update thread set closed = true where id = ${thread}`);
  expect((await reply(thread)).body).toMatchObject({ err_code: 'closed' });
  expect((await reply(999_999)).status).toBe(404);
  await db.execute(sql`update thread set closed = false, state = 'hidden' where id = ${thread}`);
  expect((await reply(thread)).status).toBe(406);
  await db.execute(sql`update thread set state = 'normal' where id = ${thread}`);
});

test('[R36] a malformed request is answered with 400 and the name of the field', async () => {
  const wrong = await member.call<{ msg: string }>('POST', '/api/v1/post', {
    thread_id: 'x',
    message: 1,
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.msg).toContain('thread_id');
  expect((await member.call('DELETE', '/api/v1/thread?id=abc')).status).toBe(400);
});

test('[R30] a reply tells the author of the thread and who is quoted, each once, and not oneself', async () => {
  const thread = await newThread();
  const first = await reply(thread, words(), other);
  await reply(thread, words(), moderator, {
    quote_user_id: 10006,
    quote_post_id: first.body.data.id,
  });
  await reply(thread, words(), member, { quote_post_id: first.body.data.id });
  const { rows } = await db.execute(
    sql`
      select user_id, kind
      from notification
      where thread_id = ${thread}
      order by post_id, user_id`,
  );
  expect(rows).toEqual([
    { user_id: 10004, kind: 'reply' },
    { user_id: 10004, kind: 'reply' },
    { user_id: 10006, kind: 'quote' },
    { user_id: 10006, kind: 'quote' },
  ]);
});

test('[R24] an edit keeps what stood there, and only the author or a moderator may', async () => {
  const thread = await newThread();
  const { data } = (await reply(thread, '<p>第一稿</p>')).body;
  expect(
    (await other.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>别人改</p>' }))
      .status,
  ).toBe(403);
  expect(
    (await member.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>第二稿</p>' }))
      .body,
  ).toMatchObject({ code: 0 });
  expect(
    (await moderator.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>第三稿</p>' }))
      .body,
  ).toMatchObject({ code: 0 });
  const { rows } = await db.execute(
    sql`select editor_id, source from post_revision where post_id = ${data.id} order by id`,
  );
  expect(rows).toEqual([
    { editor_id: 10004, source: '<p>第一稿</p>' },
    { editor_id: 10001, source: '<p>第二稿</p>' },
  ]);
});

test('[R23] a thread’s subject, text and kind are changed together, and the counts of kinds follow', async () => {
  const thread = await newThread();
  const edited = await member.call('PUT', '/api/v1/thread', {
    id: thread,
    type_id: 2,
    subject: '新的标题',
    message: '<h2>新的</h2><p>内容</p>',
    language: 'en_US',
  });
  expect(edited.body).toMatchObject({ code: 0 });
  expect(
    await one(sql`select subject, theme_id, language, excerpt from thread where id = ${thread}`),
  ).toEqual({ subject: '新的标题', theme_id: 2, language: 'en_US', excerpt: '新的 内容' });
  const real = await one<{ agree: boolean }>(
    sql`
      select bool_and(
        th.threads_cnt = (select count(*) from thread where theme_id = th.id and state = 'normal')
      ) as agree
      from theme th`,
  );
  expect(real.agree).toBe(true);
});

test('[R24] a deleted reply keeps its floor, the ones after it keep theirs, and its pages are taken down before the answer', async () => {
  const thread = await newThread();
  const ids: number[] = [];
  for (let floor = 1; floor <= 5; floor++) ids.push((await reply(thread)).body.data.id);
  api.takenDown.length = 0;
  expect((await other.call('DELETE', `/api/v1/thread/post?id=${ids[2]}`)).status).toBe(403);
  expect((await member.call('DELETE', `/api/v1/thread/post?id=${ids[2]}`)).body).toMatchObject({
    code: 0,
  });
  expect(api.takenDown.flat()).toContain(`t:${thread}:p1`);
  const { rows } = await db.execute(
    sql`select floor, state from post where thread_id = ${thread} and floor > 0 order by floor`,
  );
  expect(rows).toEqual(
    [1, 2, 3, 4, 5].map((floor) => ({ floor, state: floor === 3 ? 'deleted' : 'normal' })),
  );
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 4, last_floor: 5 });
  expect((await reply(thread)).body.data.storey).toBe(6);
});

test('[R23] a deleted thread leaves no count behind', async () => {
  const sums = () =>
    one(
      sql`
        select
          sum(threads_cnt)::int as threads,
          sum(posts_cnt)::int as posts,
          (select sum(threads_cnt)::int from theme) as themes
        from forum`,
    );
  const before = await sums();
  const thread = await newThread();
  await reply(thread);
  api.takenDown.length = 0;
  expect((await other.call('DELETE', `/api/v1/thread?id=${thread}`)).status).toBe(403);
  expect((await member.call('DELETE', `/api/v1/thread?id=${thread}`)).body).toMatchObject({
    code: 0,
  });
  expect((await member.call('DELETE', `/api/v1/thread?id=${thread}`)).body).toMatchObject({
    code: 0,
  });
  expect(await sums()).toEqual(before);
  expect(api.takenDown.flat()).toEqual([
    `t:${thread}`,
    `r:${thread}`,
    `t:${thread}:named`,
    'sitemap:0',
  ]);
});

test('[R25] a like counts once however often it is clicked at once, and is taken back by the next', async () => {
  const thread = await newThread();
  const like = () =>
    other.call<{ data: { is_up: boolean; like_cnt: number } }>('POST', '/api/v1/thread/up', {
      id: thread,
      idtype: 'tid',
    });
  expect((await like()).body.data).toEqual({ is_up: true, like_cnt: 1 });
  expect((await other.call('POST', '/api/v1/thread/exists/up', { ids: [thread, 1] })).body).toEqual(
    { code: 0, data: expect.arrayContaining([thread]) },
  );
  expect((await like()).body.data).toEqual({ is_up: false, like_cnt: 0 });
  await Promise.all([like(), like(), like()]);
  const {
    rows: [row],
  } = await db.execute(
    sql`
      select likes_cnt, (select count(*)::int from thread_like where thread_id = t.id) as likes
      from thread t
      where id = ${thread}`,
  );
  expect(row?.likes_cnt).toBe(row?.likes);
  expect(
    (await other.call('POST', '/api/v1/thread/up', { id: 999_999, idtype: 'pid' })).status,
  ).toBe(404);
});

test('[R25] threads and forums are kept as favourites and let go', async () => {
  const thread = await newThread();
  const keep = (kind: string, id: number) =>
    member.call<{ data: { is_favorite: boolean } }>('POST', `/api/v1/${kind}/favorite`, { id });
  expect((await keep('thread', thread)).body.data).toEqual({ is_favorite: true, favourite_cnt: 1 });
  expect(
    (await member.call('POST', '/api/v1/thread/exists/favorite', { ids: [thread] })).body,
  ).toEqual({ code: 0, data: [thread] });
  expect((await keep('thread', thread)).body.data).toEqual({
    is_favorite: false,
    favourite_cnt: 0,
  });
  const was = (await keep('forum', 3)).body.data.is_favorite;
  expect((await keep('forum', 3)).body.data.is_favorite).toBe(!was);
});

test('[R21] a write with a session but without the anti-forgery header is refused', async () => {
  const { createSession } = await import('#auth/session.ts');
  const { xsrfTokenOf } = await import('#auth/xsrf.ts');
  const cookie = await createSession(db, { userId: 10004, kind: 'site', ip: '', userAgent: '' });
  const body = { id: 1, idtype: 'tid' };
  expect(
    (
      await api.call('POST', '/api/v1/thread/up', body, {
        cookie: `bbs=${cookie}; XSRF-TOKEN=${xsrfTokenOf(cookie)}`,
      })
    ).status,
  ).toBe(403);
  expect(
    (
      await api.call('POST', '/api/v1/thread/up', body, {
        cookie: `bbs=${cookie}; XSRF-TOKEN=abc`,
        'x-xsrf-token': 'abc',
      })
    ).status,
    'one that belongs to no session',
  ).toBe(403);
  expect(
    (
      await api.call('POST', '/api/v1/thread/up', body, {
        cookie: `bbs=${cookie}; XSRF-TOKEN=${xsrfTokenOf(cookie)}`,
        'x-xsrf-token': xsrfTokenOf(cookie),
      })
    ).status,
  ).toBe(200);
});

test('[R20] too many replies in a minute are refused with the seconds to wait, by however many tokens and browsers', async () => {
  const strict = await testApi(db, { RATE_LIMITS: 'on' });
  const fast = await strict.as(10007);
  const more = await strict.as(10007);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      (turn % 2 ? fast : more).call<Reply>('POST', '/api/v1/post', {
        thread_id: 999_999,
        message: words(),
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
