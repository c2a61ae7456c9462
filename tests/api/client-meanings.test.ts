import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { FORUM_ICONS } from '#contracts/pictures.ts';
import type { LettersReplyWire, MessagesReplyWire, MessageWire } from '#contracts/wire/member.ts';
import type {
  ForumPageReplyWire,
  ThreadIndexReplyWire,
  ThreadInfoReplyWire,
} from '#contracts/wire/thread.ts';
import { shapeOf } from '#styles/forum-icons.ts';
import { drawClientPictures } from '../../scripts/client-pictures.ts';
import { testApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';
import { ADMIN, type Answer, MODERATOR, writers } from '../support/moderating.ts';

/*
 * What clients that are in use take fields to mean. The types of replies (reading-shapes.test.ts)
 * alone don't make a client work: each test here is something that one was seen to rely on.
 */

const { db, demoDataDir } = await freshDatabase();
const api = await testApi(db);
const ME = 10_004;
const OTHER = 10_006;
const [me, other, moderator, admin] = await Promise.all([
  api.as(ME),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(ADMIN),
]);
const write = await writers(api, me, other);
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const messages = async (category: number, lang = 'zh', by = me) =>
  (
    await by.call<MessagesReplyWire>(
      'GET',
      `/api/v1/user/msg?category=${category}&limit=100`,
      undefined,
      { 'accept-language': lang },
    )
  ).body.data;

beforeEach(async () => {
  await db.execute(sql`delete from notification`);
  await db.execute(sql`delete from letter`);
});

describe('[R36] lists', () => {
  test('thread/index?where=id is taken, and gives the newest first, whatever is pinned', async () => {
    await db.execute(
      sql`
        update thread
        set top = 1
        where id = (
            select min(id)
            from thread
            where state = 'normal' and checked and language = 'zh_CN' and forum_id = 1
          )`,
    );
    const { status, body } = await api.call<ThreadIndexReplyWire>(
      'GET',
      '/api/v1/thread/index?languages=zh_CN&order=updated_at&where=id&limit=100',
    );
    expect(status).toBe(200);
    const times = body.ThreadIndex.map((thread) => thread.created_at);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...times].sort().reverse());
    const pages = await Promise.all(
      [0, 1].map(async (page) =>
        (
          await api.call<ThreadIndexReplyWire>(
            'GET',
            `/api/v1/thread/index?languages=zh_CN&where=id&limit=10&offset=${page}`,
          )
        ).body.ThreadIndex.map(({ id }) => id),
      ),
    );
    expect(pages.flat()).toEqual(body.ThreadIndex.slice(0, 20).map(({ id }) => id));
    const plain = (
      await api.call<ThreadIndexReplyWire>('GET', '/api/v1/thread/index?languages=zh_CN')
    ).body.ThreadIndex;
    expect(plain[0]?.top).toBe(1);
  });

  test('user/thread has each thread’s first post with its message', async () => {
    const { author } = await one<{ author: number }>(
      sql`
        select user_id as author
        from thread
        where state = 'normal' and checked
        group by 1
        order by count(*) desc
        limit 1`,
    );
    const { data } = (
      await api.call<{
        data: {
          id: number;
          first_post_id: number;
          post: { id: number; message: string; thread: { id: number } } | null;
        }[];
      }>('GET', `/api/v1/user/thread?user_id=${author}&limit=100`)
    ).body;
    expect(data.length).toBeGreaterThan(3);
    for (const thread of data) {
      const { html } = await one<{ html: string }>(
        sql`select html from post where id = ${thread.first_post_id}`,
      );
      expect(thread.post).toMatchObject({
        id: thread.first_post_id,
        message: html,
        isfirst: 1,
        thread: { id: thread.id },
      });
    }
  });

  test('user/post has plain text in message_fmt, and HTML in message', async () => {
    const thread = await write.thread();
    await other.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: '<p>a &lt;b&gt; &amp; <strong>c</strong></p><p>d</p>',
    });
    const { data } = (
      await api.call<{ data: { message: string; message_fmt: string }[] }>(
        'GET',
        `/api/v1/user/post?user_id=${OTHER}`,
      )
    ).body;
    expect(data[0]).toMatchObject({
      message: expect.stringContaining('<strong>c</strong>'),
      message_fmt: 'a <b> & c d',
    });
  });

  test('public/posts has HTML, at least ten bytes of it where there is any text', async () => {
    const thread = await write.thread();
    const { id } = (
      await other.call<Answer<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: '<p>a</p>',
      })
    ).body.data;
    const [post] = (
      await api.call<{ message_fmt: string; message: string }[]>(
        'GET',
        `/api/v2/public/posts?id=${id}`,
      )
    ).body;
    expect(post?.message_fmt).toMatch(/^<div><p>a<\/p><\/div>$/);
    const feed = (
      await api.call<{ message_fmt: string }[]>('GET', '/api/v2/public/posts?limit=100')
    ).body;
    expect(feed.filter(({ message_fmt }) => Buffer.byteLength(message_fmt) < 10)).toEqual([]);
  });

  test('v2/user/integral answers 200 for who is logged in, 401 for others', async () => {
    const { credits } = await one<{ credits: number }>(
      sql`select credits from "user" where id = ${ME}`,
    );
    expect(await me.call('GET', '/api/v2/user/integral')).toMatchObject({
      status: 200,
      body: { code: 0, data: { integral: credits } },
    });
    expect((await api.call('GET', '/api/v2/user/integral')).status).toBe(401);
    expect(
      (
        await api.call('GET', '/api/v2/user/integral', undefined, {
          authorization: 'Bearer nothing',
        })
      ).status,
    ).toBe(401);
  });
});

describe('[R26, R28] polls and reports', () => {
  test('poll_expire is true while the poll is open', async () => {
    const { thread } = await one<{ thread: number }>(
      sql`
        select p.thread_id as thread
        from poll p
        join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
        join forum f on f.id = t.forum_id and f.access = 'public'
        limit 1`,
    );
    const expire = async () =>
      (await api.call<ThreadInfoReplyWire>('GET', `/api/v1/thread/info?id=${thread}`)).body.data
        .poll_list?.poll_expire;
    await db.execute(
      sql`update poll set expires_at = now() + interval '1 day' where thread_id = ${thread}`,
    );
    expect(await expire()).toBe(true);
    await db.execute(sql`update poll set expires_at = now() where thread_id = ${thread}`);
    expect(await expire()).toBe(false);
  });

  test('kinds of reports are names by numbers from 1 to 10, and a report takes a number or a code', async () => {
    const kinds = async (lang: string) =>
      (
        await me.call<{ data: Record<string, string> }>(
          'GET',
          '/api/v1/thread/post/report/list',
          undefined,
          { 'accept-language': lang },
        )
      ).body.data;
    const zh = await kinds('zh');
    expect(Object.keys(zh)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(zh['10']).toBe('其他');
    expect((await kinds('en'))['10']).toBe('Something else');
    const thread = await write.thread();
    const stored: unknown[] = [];
    for (const report_type of [1, '2', 'illegal', 10, '10']) {
      const post = await write.reply(thread);
      expect(
        (
          await me.call('POST', '/api/v1/thread/post/report', {
            thread_id: thread,
            post_id: post,
            report_type,
            message: 'why',
          })
        ).body,
      ).toMatchObject({ code: 0 });
      stored.push(
        (await one<{ kind: string }>(sql`select kind from report where post_id = ${post}`)).kind,
      );
    }
    expect(stored).toEqual(['spam', 'abuse', 'illegal', 'other', 'other']);
    const post = await write.reply(thread);
    for (const report_type of [0, 11, -1, '01', 'boredom', ''])
      expect(
        (await me.call('POST', '/api/v1/thread/post/report', { post_id: post, report_type }))
          .status,
      ).toBe(400);
  });
});

describe('[R30] messages and letters', () => {
  test('is_new is 0 for what is unread and 1 for what was read', async () => {
    await write.reply(await write.thread());
    const [message] = await messages(1);
    expect(message?.is_new).toBe(0);
    await me.call('GET', `/api/v1/user/msg/read?id=${message?.id}`);
    expect((await messages(1))[0]?.is_new).toBe(1);
  });

  test('letters say by from_id who wrote them, and come with the oldest of the latest first', async () => {
    for (let n = 1; n <= 5; n++)
      await (n % 2 ? me : other).call('POST', '/api/v1/user/letter', {
        receive_user_id: n % 2 ? OTHER : ME,
        note: `<p>letter <b>${n}</b> &amp; more</p>`,
      });
    const read = async (query: string) =>
      (
        await me.call<LettersReplyWire>(
          'GET',
          `/api/v1/user/letter?receive_user_id=${OTHER}&sort=0&limit=3${query}`,
        )
      ).body.data ?? [];
    const [number, latest] = [
      ({ note }: MessageWire) => Number(/\d/.exec(note)?.[0]),
      await read(''),
    ];
    expect(latest.map(number)).toEqual([3, 4, 5]);
    expect(latest.map((letter) => letter.from_id)).toEqual([ME, OTHER, ME]);
    expect(latest[1]?.is_new).toBe(0);
    expect((await read('&offset=1')).map(number)).toEqual([1, 2]);
    expect((await read('')).find((letter) => letter.from_id === OTHER)?.is_new).toBe(1);
    const [inbox] = await messages(5);
    expect(inbox).toMatchObject({
      from_id: OTHER,
      send_message_fmt: 'letter 4 & more',
      message_fmt: 'letter 4 & more',
    });
  });

  test('texts of messages are plain', async () => {
    const thread = await write.thread();
    await other.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: '<p>1 &lt; 2 &amp; <em>so on</em></p>',
    });
    expect((await messages(1))[0]).toMatchObject({
      message_fmt: '1 < 2 & so on',
      send_message_fmt: '1 < 2 & so on',
    });
  });

  test('one of an answer has the receiver’s own post, and the answer beside it', async () => {
    const thread = await write.thread(other);
    const { id } = (
      await me.call<Answer<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: '<p>what I wrote</p>',
      })
    ).body.data;
    await other.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: '<p>the answer</p>',
      quote_post_id: id,
    });
    await other.call('POST', '/api/v1/post/comment', { post_id: id, message: '<p>a comment</p>' });
    await other.call('POST', '/api/v1/thread/up', { id, idtype: 'pid' });
    expect(
      (await messages(2)).map(({ kind, send_message_fmt, message_fmt }) => [
        kind,
        send_message_fmt,
        message_fmt,
      ]),
    ).toEqual([
      ['like', 'what I wrote', 'what I wrote'],
      ['comment', 'what I wrote', 'a comment'],
      ['quote', 'what I wrote', 'the answer'],
    ]);
    await me.call('DELETE', `/api/v1/thread/post?id=${id}`);
    expect((await messages(2)).map(({ send_message_fmt }) => send_message_fmt)).toEqual([
      '',
      '',
      '',
    ]);
  });

  test('one of a moderator has a title and a whole sentence in the reader’s language, and the code in a field of its own', async () => {
    const thread = await write.thread();
    const { subject } = await one<{ subject: string }>(
      sql`select subject from thread where id = ${thread}`,
    );
    await db.execute(
      sql`
        insert into forum_moderator (forum_id, user_id)
        values (1, ${MODERATOR})
        on conflict do nothing`,
    );
    await moderator.call('POST', '/api/v1/thread/close', {
      thread_id: thread,
      is_closed: 1,
      note: '已有答案 $t(error.length)',
      is_notify: 1,
    });
    const [zh] = await messages(3);
    expect(zh).toMatchObject({
      type: '你的主题有变动',
      note: `你的主题“${subject}”被关闭，不再接受回复。理由：已有答案 $t(error.length)`,
      act: 'thread.close',
      kind: 'moderation',
      reason: '已有答案 $t(error.length)',
    });
    expect((await messages(3, 'en'))[0]).toMatchObject({
      type: 'About your thread',
      note: `Your thread “${subject}” was closed: it takes no more replies. Reason: 已有答案 $t(error.length)`,
    });
  });

  test('every act that people are told of has its sentence in both languages', async () => {
    const acts = [
      ...[
        'delete',
        'hide',
        'restore',
        'approve',
        'edit',
        'pin',
        'unpin',
        'pin_everywhere',
        'unpin_everywhere',
        'digest',
        'undigest',
        'digest_forum',
        'undigest_forum',
        'close',
        'open',
        'resolve',
        'unresolve',
        'merge',
        'unmerge',
        'split',
        'unsplit',
        'move',
      ].map((act) => `thread.${act}`),
      ...['delete', 'hide', 'restore', 'approve', 'edit', 'feature', 'unfeature'].map(
        (act) => `post.${act}`,
      ),
      ...['delete', 'hide', 'restore', 'approve', 'reject'].map((act) => `comment.${act}`),
      ...['warn', 'unwarn', 'ban', 'unban'].map((act) => `user.${act}`),
      ...['dismiss', 'delete', 'warn', 'ban'].map((act) => `report.${act}`),
    ];
    const thread = await write.thread();
    for (const act of acts)
      await db.execute(
        sql`
          insert into notification (
            user_id,
            category,
            kind,
            act,
            thread_id,
            note
          )
          values (${ME}, 3, 'moderation', ${act}, ${thread}, 'because')`,
      );
    for (const lang of ['zh', 'en']) {
      const told = await messages(3, lang);
      expect(told.map(({ act }) => act)).toEqual([...acts].reverse());
      expect(new Set(told.map(({ note }) => note)).size).toBe(acts.length);
      for (const { type, note } of told) {
        expect(type).toMatch(lang === 'zh' ? /^\p{Script=Han}+$/u : /^[A-Z][a-z ]+$/);
        expect(note).toMatch(lang === 'zh' ? /。理由：because$/ : /\. Reason: because$/);
      }
    }
  });
});

describe('[R36] pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-pictures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Every address in a reply under one of the names. */
  function addresses(value: unknown, found = new Set<string>()): Set<string> {
    if (Array.isArray(value)) for (const each of value) addresses(each, found);
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) {
        if (/^(?:icon|avatar|level_icon|\w+_avatar)$/.test(name)) found.add(String(each));
        else addresses(each, found);
      }
    return found;
  }

  test('of forums, people and levels are addresses of pictures that exist, whatever they are called', async () => {
    await drawClientPictures(folder);
    await db.execute(sql`update "user" set avatar = '' where id % 2 = 0`);
    await db.execute(sql`update forum set icon = 'nosuchicon' where id = 2`);
    await db.execute(sql`update forum set icon = '' where id = 3`);
    await db.execute(
      sql`
        insert into level (id, name, name_en, min_credits)
        values (99, '至高', 'Highest', 100000000)`,
    );
    await db.execute(sql`update "user" set level_id = 99 where id = ${OTHER}`);
    await write.reply(await write.thread());
    await other.call('POST', '/api/v1/user/letter', {
      receive_user_id: ME,
      note: '<p>pictures</p>',
    });
    const found = new Set<string>();
    for (const path of [
      '/api/v1/forum',
      '/api/v1/forum/rows',
      '/api/v1/forum/id?id=1',
      '/api/v1/forum/id?id=2',
      '/api/v1/forum/id?id=3',
      '/api/v1/thread/index?limit=100',
      `/api/v1/user/info?id=${OTHER}`,
      '/api/v1/thread/user/list?forum_id=1',
      '/api/v1/user/msg?category=1',
      '/api/v1/user/msg?category=5',
      `/api/v1/user/letter?receive_user_id=${OTHER}`,
      '/api/v1/user/list?keyword=a',
    ])
      addresses((await me.call('GET', path)).body, found);
    expect(found.size).toBeGreaterThan(25);
    for (const address of found) {
      expect(address).toMatch(/^\/(?:assets\/image|uploads)\/[\w/-]+\.(?:png|webp)$/);
      const file = address.startsWith('/uploads/')
        ? join(demoDataDir, address)
        : join(folder, address);
      expect([address, existsSync(file)]).toEqual([address, true]);
      expect((await sharp(file).metadata()).width).toBeGreaterThan(20);
    }
  });

  test('stand for every icon that a forum can have by name', async () => {
    for (const name of FORUM_ICONS)
      expect([name, shapeOf(name)]).toEqual([name, expect.any(String)]);
    const { rows } = await db.execute<{ icon: string }>(
      sql`select distinct icon from forum where icon ~ '^[a-z]+$' and icon <> 'nosuchicon'`,
    );
    for (const { icon } of rows) expect([icon, FORUM_ICONS.has(icon)]).toEqual([icon, true]);
  });
});

describe('[R36, R20] forums', () => {
  test('name super administrators among their moderators', async () => {
    for (const list of [
      (await api.call<ForumPageReplyWire>('GET', '/api/v1/forum/id?id=1')).body.data.user_list,
      (
        await api.call<{ data: { id: number; group_type: number }[] }>(
          'GET',
          '/api/v1/thread/user/list?forum_id=1',
        )
      ).body.data,
    ]) {
      expect(list.find(({ id }) => id === 10_000)).toMatchObject({ group_type: 10_000 });
      expect(list.some(({ id }) => id === ADMIN)).toBe(true);
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    }
    await db.execute(sql`update "user" set group_id = 10000 where id = ${OTHER}`);
    expect(
      (await api.call<ForumPageReplyWire>('GET', '/api/v1/forum/id?id=1')).body.data.user_list.find(
        ({ id }) => id === OTHER,
      ),
    ).toMatchObject({ group_type: 10_000 });
    await db.execute(sql`update "user" set group_id = 10 where id = ${OTHER}`);
    expect(
      (await api.call<ForumPageReplyWire>('GET', '/api/v1/forum/id?id=1')).body.data.user_list.some(
        ({ id }) => id === OTHER,
      ),
    ).toBe(false);
  });

  test('count visits, each visitor once in a while, and write them for all forums at once', async () => {
    const counts = async (id: number) => {
      const { visit_cnt, today_visit_cnt } = (
        await api.call<{ id: number; visit_cnt: number; today_visit_cnt: number }[]>(
          'GET',
          '/api/v1/forum/rows',
        )
      ).body.find((forum) => forum.id === id) as {
        visit_cnt: number;
        today_visit_cnt: number;
      };
      return [visit_cnt, today_visit_cnt] as const;
    };
    await api.visits.flush();
    const [[all, today], [others]] = [await counts(4), await counts(7)];
    for (const by of [me, other, me, admin, admin]) await by.call('GET', '/api/v1/forum/id?id=4');
    expect((await moderator.call('POST', '/api/v1/forum/view?id=4')).status).toBe(204);
    await me.call('GET', '/api/v1/forum/id?id=4', undefined, {
      'sec-fetch-dest': 'image',
      'sec-fetch-site': 'same-origin',
    });
    await me.call('GET', '/api/v1/forum/id?id=99999');
    expect(await counts(4)).toEqual([all, today]);
    await api.visits.flush();
    expect(await counts(4)).toEqual([all + 4, today + 4]);
    expect((await counts(7))[0]).toBe(others);
  });
});

test('[R34] the carousel has a card for apps with a link that they know', async () => {
  const { value } = (await api.call<{ value: string }>('GET', '/api/v2/public/config/carousel'))
    .body;
  const cards = (
    JSON.parse(value) as { cards: { link: string; device: string; img: { url: string } }[] }
  ).cards;
  const [card] = cards.filter(({ device }) => device === 'all' || device === 'weapp');
  const id = Number(/^\/pages\/thread\/thread\?id=(\d+)$/.exec(card?.link ?? '')?.[1]);
  expect((await api.call('GET', `/api/v1/thread/info?id=${id}`)).status).toBe(200);
  expect(card?.img.url).toMatch(/^\/uploads\//);
});

describe('[R21] GETs that change something', () => {
  const IMAGE = {
    'sec-fetch-dest': 'image',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
  };
  const session = async () => ({
    cookie: `bbs=${await createSession(db, { userId: ME, kind: 'site', ip: '', userAgent: '' })}`,
  });
  const unread = async (cookie: Record<string, string>) =>
    (
      await api.call<Answer<Record<string, number>>>(
        'GET',
        '/api/v1/user/msg/count',
        undefined,
        cookie,
      )
    ).body.data;

  test.each([
    ['a picture', IMAGE],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }],
    ['a link', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }],
    ['another site’s script', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }],
    [
      'an older browser’s picture',
      { accept: 'image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5' },
    ],
  ])('%s in a post marks nobody’s messages as read', async (_what, headers) => {
    const cookie = await session();
    await write.reply(await write.thread());
    await other.call('POST', '/api/v1/user/letter', {
      receive_user_id: ME,
      note: `<p>${_what}</p>`,
    });
    const [message] = await messages(1);
    const before = await unread(cookie);
    expect(before).toMatchObject({ thread_msg_count: 1, letter_msg_count: 1 });
    for (const path of ['/api/v1/user/msg/readAll', `/api/v1/user/msg/read?id=${message?.id}`])
      expect((await api.call('GET', path, undefined, { ...cookie, ...headers })).status).toBe(403);
    expect(
      (
        await api.call('GET', `/api/v1/user/letter?receive_user_id=${OTHER}`, undefined, {
          ...cookie,
          ...headers,
        })
      ).status,
    ).toBe(200);
    expect(await unread(cookie)).toEqual(before);
  });

  test.each([
    ['a script of this site', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
    ['an app', { accept: 'application/json, text/plain, */*' }],
    ['an app that says nothing', {}],
  ])('%s marks them as before', async (_what, headers) => {
    const cookie = await session();
    await write.reply(await write.thread());
    await other.call('POST', '/api/v1/user/letter', {
      receive_user_id: ME,
      note: `<p>${_what}</p>`,
    });
    expect(
      (
        await api.call('GET', '/api/v1/user/msg/readAll?category=1', undefined, {
          ...cookie,
          ...headers,
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await api.call('GET', `/api/v1/user/letter?receive_user_id=${OTHER}`, undefined, {
          ...cookie,
          ...headers,
        })
      ).status,
    ).toBe(200);
    expect(await unread(cookie)).toMatchObject({ thread_msg_count: 0, letter_msg_count: 0 });
  });

  test('a picture counts no view of a thread, and one address not more than a reader could make', async () => {
    const thread = await write.thread();
    const views = async () =>
      (
        await one<{ views: number }>(
          sql`select views_cnt as views from thread where id = ${thread}`,
        )
      ).views;
    await api.call('GET', `/api/v1/thread/info?id=${thread}`, undefined, IMAGE);
    expect(await views()).toBe(0);
    await api.call('GET', `/api/v1/thread/info?id=${thread}`);
    expect(await views()).toBe(1);
    const limited = await testApi(db, { RATE_LIMITS: 'on' });
    for (let n = 0; n < 300; n++)
      await limited.call('GET', `/api/v1/thread/info?id=${thread}`, undefined, {
        'user-agent': `browser ${n}`,
      });
    expect(await views()).toBe(241);
  });
});
