import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { resanitize } from '#domain/message/resanitize.ts';
import {
  readSanitizePolicy,
  type SanitizePolicy,
  toSanitizePolicy,
} from '#domain/message/sanitize-policy.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
beforeAll(() => sanitizerThread.warm());

interface Reply {
  code: number;
  msg: string;
  err_code?: string;
  data: { id: number; html: string; message_fmt: string };
}
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const begin = async (message: string) =>
  (
    await member.call<Reply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: '一个主题',
      message,
      language: 'zh_CN',
    })
  ).body.data.id;
const reply = async (threadId: number, message: string) =>
  (await member.call<Reply>('POST', '/api/v1/post', { thread_id: threadId, message })).body.data.id;

/** 3.2 kB that a parser turns into 50,000 elements. */
const BOMB = `<p>${Array.from({ length: 100 }, (_, at) => `<b class=n${at}>`).join('')}${'<p>a'.repeat(500)}`;

describe('[R13] a message that would take the server’s memory', () => {
  const ways: [string, string, (threadId: number, postId: number) => Record<string, unknown>][] = [
    ['POST', '/api/v1/thread/preview', () => ({ message: BOMB })],
    [
      'POST',
      '/api/v1/thread',
      () => ({ forum_id: 1, type_id: 1, subject: '又一个主题', message: BOMB, language: 'zh_CN' }),
    ],
    ['PUT', '/api/v1/thread', (id) => ({ id, subject: '又一个主题', message: BOMB })],
    ['POST', '/api/v1/post', (thread_id) => ({ thread_id, message: BOMB })],
    ['PUT', '/api/v1/thread/post', (_, id) => ({ id, message: BOMB })],
    ['POST', '/api/v1/user/letter', () => ({ receive_user_id: PEOPLE.otherMember, note: BOMB })],
  ];
  test('is refused in the reader’s language wherever it can be sent, others’ messages go on, and nothing is stored', async () => {
    const thread = await begin('<p>起初的内容</p>');
    const post = await reply(thread, '<p>起初的回复</p>');
    const stored = () =>
      one(
        sql`
          select
            (select count(*) from post)::int as posts,
            (select count(*) from letter)::int as letters,
            (select count(*) from post_revision)::int as revisions`,
      );
    const before = await stored();
    for (const [method, path, body] of ways) {
      const [refused, other, english] = await Promise.all([
        member.call<Reply>(method, path, body(thread, post)),
        member.call<Reply>('POST', '/api/v1/thread/preview', { message: '<p>别人的</p>' }),
        member.call<Reply>(method, path, body(thread, post), { 'accept-language': 'en' }),
      ]);
      expect([path, refused.status, refused.body.err_code]).toEqual([path, 413, 'tooComplex']);
      expect(refused.body.msg).toContain('过于复杂');
      expect(english.body.msg).toContain('too complex');
      expect(other.body.data.html).toBe('<p>别人的</p>');
    }
    expect(await stored()).toEqual(before);
  });
});

describe('[R13] content stored under other rules is sanitized again', () => {
  const FRAME = '<iframe src="https://frames.example/x"></iframe>';
  /** The stored HTML if the frame had been allowed at posting. */
  const framed = async (table: 'post' | 'comment' | 'letter', id: number, source: string) =>
    db.execute(
      sql`
        update ${sql.identifier(table)}
        set source = ${source}, html = ${source}, policy = 0
        where id = ${id}`,
    );
  const htmlOf = async (table: 'post' | 'comment' | 'letter', id: number) =>
    (await one<{ html: string }>(sql`select html from ${sql.identifier(table)} where id = ${id}`))
      .html;
  const again = async () => {
    await db.execute(sql`delete from site_state where name = 'sanitized'`);
    return resanitize(db, '127.0.0.1:4321');
  };

  test('also content that becomes empty, that exceeds today’s limits, and that follows these', async () => {
    const thread = await begin('<p>框架</p>');
    const [empty, complex, behind] = [
      await reply(thread, '<p>一</p>'),
      await reply(thread, '<p>二</p>'),
      await reply(thread, '<p>三</p>'),
    ];
    await framed('post', empty, FRAME);
    await framed('post', complex, `${'<div>'.repeat(200)}some <b>text</b> & more${FRAME}`);
    await framed('post', behind, `<p>三</p>${FRAME}`);
    await again();
    expect([
      await htmlOf('post', empty),
      await htmlOf('post', complex),
      await htmlOf('post', behind),
    ]).toEqual(['', '<p>some text &amp; more</p>', '<p>三</p>']);
    expect(
      await one(
        sql`
          select count(*)::int as left
          from post
          where policy <> ${(await readSanitizePolicy(db, '127.0.0.1:4321')).version}`,
      ),
    ).toEqual({ left: 0 });
    expect(await resanitize(db, '127.0.0.1:4321')).toBe(0);
  });

  test('and pauses for twice its own time before it continues', async () => {
    await framed('post', await reply(await begin('<p>休息</p>'), '<p>休息一下</p>'), FRAME);
    await db.execute(sql`delete from site_state where name = 'sanitized'`);
    let workedUntil = 0;
    await resanitize(db, '127.0.0.1:4321', async () => {
      await delay(200);
      workedUntil = performance.now();
    });
    expect(performance.now() - workedUntil).toBeGreaterThan(400);
  });

  test('comments and private messages too, and the pages that show a comment are rendered again', async () => {
    const thread = await begin('<p>评论</p>');
    const post = await reply(thread, '<p>有评论</p>');
    const comment = (
      await member.call<Reply>('POST', '/api/v1/post/comment', {
        post_id: post,
        message: '<p>评</p>',
      })
    ).body.data.id;
    const letter = (
      await member.call<Reply>('POST', '/api/v1/user/letter', {
        receive_user_id: PEOPLE.otherMember,
        note: '<p>信</p>',
      })
    ).body.data.id;
    await framed('comment', comment, `<p>评</p>${FRAME}`);
    await framed('letter', letter, `<p>信</p>${FRAME}`);
    await db.execute(sql`delete from invalidation`);
    await again();
    expect([await htmlOf('comment', comment), await htmlOf('letter', letter)]).toEqual([
      '<p>评</p>',
      '<p>信</p>',
    ]);
    expect(
      (await db.execute<{ tag: string }>(sql`select tag from invalidation`)).rows.map(
        ({ tag }) => tag,
      ),
    ).toContain(`t:${thread}:p1`);
  });

  test('also rows that are locked or edited meanwhile, when they are free', async () => {
    const thread = await begin('<p>锁</p>');
    const [locked, free] = [await reply(thread, '<p>四</p>'), await reply(thread, '<p>五</p>')];
    await framed('post', locked, `<p>四</p>${FRAME}`);
    await framed('post', free, `<p>五</p>${FRAME}`);
    const holder = await db.$client.connect();
    await holder.query('begin');
    await holder.query('select from post where id = $1 for update', [locked]);
    const working = again();
    await expect.poll(() => htmlOf('post', free)).toBe('<p>五</p>');
    expect(await htmlOf('post', locked)).toContain('iframe');
    // The author edits it before the lock is released: the edit is retained.
    await holder.query('update post set source = $2, html = $2, policy = 0 where id = $1', [
      locked,
      `<p>六</p>${FRAME}`,
    ]);
    await holder.query('commit');
    holder.release();
    await working;
    expect(await htmlOf('post', locked)).toBe('<p>六</p>');
  });
});

test('[R13] hosts that anybody can have a page below, and the forum’s own, never may be framed, however they came to be listed', () => {
  const hosts = (...daemon: string[]): SanitizePolicy['frameHosts'] =>
    toSanitizePolicy({ daemon }, 1, 'bbs.forum.example:8080').frameHosts;
  expect(
    hosts('com', 'co.uk', 'github.io', 'bilibili.com', 'someone.github.io', 'localhost'),
  ).toEqual(['bilibili.com', 'someone.github.io']);
  expect(hosts('forum.example', 'bbs.forum.example', 'other.forum.example')).toEqual([
    'other.forum.example',
  ]);
});
