import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { PEOPLE } from '../support/people.ts';
import { createPosts, freshMessage, type PostReply } from '../support/sample-posts.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const moderator = await api.as(PEOPLE.globalModerator);
const BANNED = PEOPLE.banned;
const { one, numbers, newThread, reply } = createPosts(db, member);

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

test('[R24, R36] a reply is answered as the list of replies has it', async () => {
  const thread = await newThread();
  const quoted = await reply(thread, freshMessage(), other);
  const sent = await member.call<PostReply>('POST', '/api/v1/post?with_post=1', {
    thread_id: thread,
    message: freshMessage(),
    quote_post_id: quoted.body.data.id,
  });
  const list = await member.call<{ data: unknown[] }>(
    'GET',
    `/api/v1/thread/post/list?id=${thread}&offset=1&limit=1`,
  );
  expect(sent.body.data).toMatchObject({ storey: 2, post: { son_post: { storey: 1 } } });
  expect([sent.body.data.post]).toEqual(list.body.data);
  expect(quoted.body.data.post).toBeNull();
});

test('[R24] twenty replies at once get twenty floors, none twice', async () => {
  const thread = await newThread();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      reply(thread, freshMessage(), index % 2 ? member : other),
    ),
  );
  expect(answers.map(({ body }) => body.data.storey).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 20, last_floor: 20 });
});

test('[R23, R40] a new thread’s page is rendered before the lists that contain it', async () => {
  await db.execute(sql`delete from invalidation`);
  const thread = await newThread();
  const { rows } = await db.execute(sql`
    select tag
    from invalidation
    where urgency <= 2
    order by tag`);
  expect(rows).toEqual([{ tag: `t:${thread}:p1` }, { tag: `t:${thread}:p1:new` }]);
});

test('[R36] the offset of a reply is its page index, for the page size asked for', async () => {
  const thread = await newThread();
  for (let floor = 1; floor <= 10; floor++) await reply(thread);
  expect((await reply(thread)).body.data).toMatchObject({ storey: 11, offset: 1 });
  const sized = await member.call<PostReply>('POST', '/api/v1/post?page_size=5', {
    thread_id: thread,
    forum_id: 1,
    message: freshMessage(),
  });
  expect(sized.body.data).toMatchObject({ storey: 12, offset: 2 });
});

test('[R14] the same content by the same author is refused, by another it is not', async () => {
  const thread = await newThread();
  const message = freshMessage();
  expect((await reply(thread, message)).body.code).toBe(0);
  expect((await reply(thread, `${message}<p> </p>`)).body).toMatchObject({
    err_code: 'repeat',
    msg: '已存在相同内容，请刷新页面',
  });
  expect((await reply(thread, message, other)).body.code).toBe(0);
  const english = await member.call<PostReply>(
    'POST',
    '/api/v1/post',
    { thread_id: thread, message },
    { 'accept-language': 'en' },
  );
  expect(english.body.msg).toBe('The same content already exists, please refresh the page');
});

test.each([
  ['videos', (name: string) => `<video src="https://videos.example/${name}.mp4"></video>`],
  [
    'frames',
    (name: string) =>
      `<iframe src="https://player.bilibili.com/player.html?bvid=${name}"></iframe>`,
  ],
] as const)('[R14] two replies of different %s and no words are different', async (_, show) => {
  const thread = await newThread();
  const send = async (name: string) => (await reply(thread, show(name))).body.code;
  expect([await send('BV1'), await send('BV2')]).toEqual([0, 0]);
  expect(await send('BV1')).not.toBe(0);
});

test('[R14] of two equal replies that race, one is stored', async () => {
  const thread = await newThread();
  const message = freshMessage();
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

test('[R13] a member’s HTML is stored sanitized, without frames of unknown hosts', async () => {
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

test('[R23] a subject has 2 to 80 characters as people count them', async () => {
  const begin = (subject: string, lang = 'zh') =>
    member.call<PostReply>(
      'POST',
      '/api/v1/thread',
      { forum_id: 1, type_id: 1, subject, message: freshMessage(), language: 'zh_CN' },
      { 'accept-language': lang },
    );
  const [zh, en] = ['标题要有 2 到 80 个字', 'A subject needs 2 to 80 characters'];
  expect((await begin('家')).body).toMatchObject({ err_code: 'length', msg: zh });
  expect((await begin('系'.repeat(81))).body).toMatchObject({ err_code: 'length', msg: zh });
  expect((await begin('W'.repeat(81), 'en')).body).toMatchObject({ err_code: 'length', msg: en });
  // Each of these has fifteen code units.
  for (const longest of ['系'.repeat(80), '👩🏽‍❤️‍💋‍👨🏽'.repeat(80)])
    expect((await begin(longest)).body.code).toBe(0);
  expect((await begin('系统')).body.code).toBe(0);
  const family = await begin('  👨‍👩‍👧   家  ');
  expect(family.body.code).toBe(0);
  expect(await one(sql`select subject from thread where id = ${family.body.data.id}`)).toEqual({
    subject: '👨‍👩‍👧 家',
  });
});

test('[R23] a subject, a poll or a message of invisible characters is refused, and characters that change a line’s direction are removed', async () => {
  const begin = (subject: string, poll?: object) =>
    member.call<PostReply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject,
      message: freshMessage(),
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
      (await member.call<PostReply>('POST', '/api/v1/post', { thread_id: 1, message })).body
        .err_code,
    ]).toEqual([message, 'length']);
  }
});

test('[R23] a message without text or picture, or of more than is allowed, is refused', async () => {
  const thread = await newThread();
  expect((await reply(thread, '<p> </p><p><br></p>')).body.err_code).toBe('length');
  expect((await reply(thread, `<p>${'长'.repeat(100_001)}</p>`)).body.err_code).toBe('length');
});

test('[R20] members without the right to post get a refusal and nothing is written', async () => {
  const thread = await newThread();
  const banned = await api.as(BANNED);
  expect((await reply(thread, freshMessage(), banned)).body).toMatchObject({
    code: 4000,
    err_code: 'banned',
  });
  expect(
    (await api.call('POST', '/api/v1/post', { thread_id: thread, message: freshMessage() })).status,
  ).toBe(401);
  expect((await reply(thread, freshMessage(), await api.as(PEOPLE.member, ['read']))).status).toBe(
    403,
  );
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 0, last_floor: 0 });
});

test('[R23] a closed thread rejects replies; a deleted thread is missing', async () => {
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

test('[R30] a reply notifies the thread’s author and the quoted one, once each, never its own author', async () => {
  const thread = await newThread();
  const first = await reply(thread, freshMessage(), other);
  await reply(thread, freshMessage(), moderator, {
    quote_user_id: PEOPLE.otherMember,
    quote_post_id: first.body.data.id,
  });
  await reply(thread, freshMessage(), member, { quote_post_id: first.body.data.id });
  const { rows } = await db.execute(
    sql`
      select user_id, kind, count
      from notification
      where thread_id = ${thread}
      order by post_id, user_id`,
  );
  expect(rows).toEqual([
    { user_id: PEOPLE.member, kind: 'reply', count: 2 },
    { user_id: PEOPLE.otherMember, kind: 'quote', count: 1 },
    { user_id: PEOPLE.otherMember, kind: 'quote', count: 1 },
  ]);
});

describe('[R21] a write with a session’s cookie', () => {
  /** Likes a thread; `xsrf` is the cookie's anti-forgery token, by default the session's. */
  const like = async (headers: Record<string, string>, xsrf?: string) => {
    const token = await createSession(db, {
      userId: PEOPLE.member,
      kind: 'site',
      ip: '',
      userAgent: '',
    });
    const { 'x-xsrf-token': header } = headers;
    const own = deriveXsrfToken(token);
    return api.call(
      'POST',
      '/api/v1/thread/up',
      { id: 1, idtype: 'tid' },
      {
        ...headers,
        cookie: `bbs=${token}; XSRF-TOKEN=${xsrf ?? own}`,
        ...(header === 'own' ? { 'x-xsrf-token': own } : {}),
      },
    );
  };

  test.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', ''],
    ['referer', 'https://evil.example/'],
    ['referer', ''],
    ['referer', 'https://servicewechat.com.evil.example/'],
    ['referer', 'https://evil.example/https://servicewechat.com/'],
    ['sec-fetch-site', 'same-origin'],
    ['sec-fetch-site', 'none'],
  ])('from a browser, which sends "%s: %s", needs the anti-forgery header', async (name, value) => {
    expect((await like({ [name]: value })).body).toMatchObject({ code: 403, err_code: 'csrf' });
    expect(
      (await like({ [name]: value, 'x-xsrf-token': 'abc' }, 'abc')).status,
      'one that belongs to no session',
    ).toBe(403);
    expect((await like({ [name]: value, 'x-xsrf-token': 'own' })).status).toBe(200);
  });

  test.each<[program: string, headers: Record<string, string>]>([
    ['curl', {}],
    ['Python', { 'user-agent': 'python-requests/2.32', accept: '*/*' }],
    ['Node’s fetch', { 'user-agent': 'node', accept: '*/*', 'sec-fetch-mode': 'cors' }],
    [
      'a mini program',
      { referer: 'https://servicewechat.com/wx0123456789abcdef/42/page-frame.html' },
    ],
  ])('from %s, which is no browser, is served', async (_program, headers) => {
    expect((await like(headers)).status).toBe(200);
  });

  test('from a mini program that also says an origin needs the anti-forgery header', async () => {
    const headers = { referer: 'https://servicewechat.com/wx0/1/page-frame.html', origin: 'null' };
    expect((await like(headers)).body).toMatchObject({ code: 403, err_code: 'csrf' });
  });
});

test('[R20] too many replies in a minute are refused with the remaining seconds, across all tokens and browsers', async () => {
  const strict = await testApi(db, { RATE_LIMITS: 'on' });
  const fast = await strict.as(PEOPLE.fourthMember);
  const more = await strict.as(PEOPLE.fourthMember);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      (turn % 2 ? fast : more).call<PostReply>('POST', '/api/v1/post', {
        thread_id: 999_999,
        message: freshMessage(),
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('[R23] a missing thread cannot be deleted', async () => {
  const { body } = await member.call<PostReply>('DELETE', '/api/v1/thread?id=99999999');
  expect(body).toMatchObject({ err_code: 'notFound' });
});
