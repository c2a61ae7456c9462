import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import type {
  LettersReplyWire,
  MessagesReplyWire,
  MessageWire,
} from '#contracts/wire/own-content.ts';
import { type CallReply, createWriters, MODERATOR } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* How existing clients interpret messages and private messages, and when these count as read. */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const [me, other, moderator] = await Promise.all([api.as(ME), api.as(OTHER), api.as(MODERATOR)]);
const write = await createWriters(api, me, other);
const one = selectRow(db);
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

describe('[R30] notifications and private messages', () => {
  test('is_new is 0 for unread and 1 for read ones', async () => {
    await write.reply(await write.thread());
    const [message] = await messages(1);
    expect(message?.is_new).toBe(0);
    await me.call('GET', `/api/v1/user/msg/read?id=${message?.id}`);
    expect((await messages(1))[0]?.is_new).toBe(1);
  });

  test('private messages name their author in from_id, and list the latest page with its oldest first', async () => {
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
    expect(latest[2]).toMatchObject({
      message_fmt: 'letter 5 & more',
      send_message_fmt: 'letter 5 & more',
      note: '<p>letter <b>5</b> &amp; more</p>',
    });
    expect((await read('&offset=1')).map(number)).toEqual([1, 2]);
    expect((await read('')).find((letter) => letter.from_id === OTHER)?.is_new).toBe(1);
    const [inbox] = await messages(5);
    expect(inbox).toMatchObject({
      from_id: OTHER,
      send_message_fmt: 'letter 4 & more',
      message_fmt: 'letter 4 & more',
    });
  });

  test('texts of notifications are plain', async () => {
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

  test('one about an answer has the receiver’s own post, and the answer next to it', async () => {
    const thread = await write.thread(other);
    const { id } = (
      await me.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
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
      ['like', 'what I wrote', '觉得你的回复有用'],
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

  test('ones about likes have a sentence as the answer’s text, and the liked post', async () => {
    const thread = await write.thread();
    const reply = await write.reply(thread, me);
    const { first } = await one<{ first: number }>(
      sql`select first_post_id as first from thread where id = ${thread}`,
    );
    await other.call('POST', '/api/v1/thread/up', { id: thread, idtype: 'tid' });
    await other.call('POST', '/api/v1/thread/up', { id: reply, idtype: 'pid' });
    const told = async (lang: string) =>
      (await Promise.all([1, 2].map((category) => messages(category, lang))))
        .flat()
        .map(({ kind, message_fmt, send_post_id }) => [kind, message_fmt, send_post_id]);
    const zh = [
      ['like', '觉得你的主题有用', first],
      ['like', '觉得你的回复有用', reply],
    ];
    expect(await told('zh')).toEqual(zh);
    expect(await told('en')).toEqual([
      ['like', 'Found your thread helpful', first],
      ['like', 'Found your reply helpful', reply],
    ]);
    for (const [id, offset] of [
      [first, 0],
      [reply, 0],
    ])
      expect((await me.call('GET', `/api/v1/user/post/offset?id=${id}`)).body).toMatchObject({
        code: 0,
        offset,
      });
    await me.call('DELETE', `/api/v1/thread?id=${thread}`);
    expect(await told('zh')).toEqual(zh);
  });

  test('a sticker is its symbol in texts of notifications and private messages', async () => {
    const sticker =
      '<p><img class="emoji" title="agree" src="assets/image/raccoon/[agree].gif" alt="agree"></p>';
    const thread = await write.thread();
    await other.call('POST', '/api/v1/post', { thread_id: thread, message: sticker });
    expect((await messages(1))[0]).toMatchObject({ message_fmt: '👍', send_message_fmt: '👍' });
    await other.call('POST', '/api/v1/user/letter', { receive_user_id: ME, note: sticker });
    const letters = await me.call<LettersReplyWire>(
      'GET',
      `/api/v1/user/letter?receive_user_id=${OTHER}`,
    );
    for (const letter of [letters.body.data?.[0], (await messages(5))[0]])
      expect(letter).toMatchObject({
        message_fmt: '👍',
        send_message_fmt: '👍',
        note: expect.stringContaining('<img class="emoji"'),
      });
  });

  test('one of a moderator has a title and a complete sentence in the reader’s language, and the code in a separate field', async () => {
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
      type: '关于你的主题',
      note: `你的主题“${subject}”已被锁定，不能再回复。理由：已有答案 $t(error.length)`,
      act: 'thread.close',
      kind: 'moderation',
      reason: '已有答案 $t(error.length)',
    });
    expect((await messages(3, 'en'))[0]).toMatchObject({
      type: 'Your thread',
      note: `Your thread “${subject}” was locked and can’t be replied to. Reason: 已有答案 $t(error.length)`,
    });
  });

  test('one of a moved thread names the forum and the category in the reader’s language', async () => {
    const thread = await write.thread();
    const { subject, destination, englishDestination } = await one<Record<string, string>>(sql`
      select
        t.subject,
        f.name || ' · ' || th.name as destination,
        f.name_en || ' · ' || th.name_en as "englishDestination"
      from thread t
      join forum f on f.id = t.forum_id
      join theme th on th.id = t.theme_id
      where t.id = ${thread}`);
    await db.execute(sql`
      insert into notification (user_id, category, kind, act, actor_id, thread_id, note)
      values (${ME}, 3, 'moderation', 'thread.move', ${MODERATOR}, ${thread}, '')`);
    expect((await messages(3))[0]?.note).toBe(`你的主题“${subject}”已移动到“${destination}”。`);
    expect((await messages(3, 'en'))[0]?.note).toBe(
      `Your thread “${subject}” was moved to “${englishDestination}”.`,
    );
  });

  test('every moderation notice has its sentence in both languages', async () => {
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
      await api.call<CallReply<Record<string, number>>>(
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
