import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type {
  ForumPageReplyWire,
  ThreadIndexReplyWire,
  ThreadInfoReplyWire,
} from '#contracts/wire/thread.ts';
import { ADMIN, createWriters, MODERATOR } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRow } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/*
 * How existing clients interpret fields. Each test covers something that a client was seen to rely
 * on, beyond the types of replies (reply-shapes.test.ts). Messages and pictures are in
 * client-messages.test.ts and client-pictures.test.ts.
 */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const [me, other, moderator, admin] = await Promise.all([
  api.as(ME),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, me, other);
const one = selectRow(db);

describe('[R36] lists', () => {
  test('thread/index?where=id is accepted, and lists the newest first, pinned or not', async () => {
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

  test('the subject of a hidden thread says that it is a thread', async () => {
    const thread = await write.thread(other);
    await me.call('POST', '/api/v1/thread/favorite', { id: thread });
    await me.call('POST', '/api/v1/post', { thread_id: thread, message: `<p>in ${thread}</p>` });
    await db.execute(
      sql`
        update "user"
        set content_hidden = true, banned_from = now(), banned_until = 'infinity'
        where id = ${OTHER}`,
    );
    const subjects = async (path: string, lang: string) =>
      [
        ...JSON.stringify(
          (await me.call('GET', path, undefined, { 'accept-language': lang })).body,
        ).matchAll(new RegExp(`"id":${thread},[^{}]*?"subject":"([^"]*)"`, 'g')),
      ].map(([, subject]) => subject);
    for (const path of [
      '/api/v1/user/favorite',
      `/api/v1/user/post?user_id=${ME}&limit=1`,
      `/api/v1/thread/info?id=${thread}`,
    ]) {
      expect([path, await subjects(path, 'zh')]).toEqual([path, ['这个主题已被隐藏。']]);
      expect([path, await subjects(path, 'en')]).toEqual([path, ['This thread is hidden.']]);
    }
    await db.execute(
      sql`
        update "user"
        set content_hidden = false, banned_from = null, banned_until = null
        where id = ${OTHER}`,
    );
  });

  test('v2/user/integral answers 200 for logged-in users, 401 for others', async () => {
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
      ).body.find((forum) => forum.id === id) as { visit_cnt: number; today_visit_cnt: number };
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
