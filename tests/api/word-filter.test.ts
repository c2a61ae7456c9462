import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { resanitize } from '#domain/message/resanitize.ts';
import { SANITIZER_VERSION } from '#domain/message/sanitize-policy.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const moderator = await api.as(PEOPLE.globalModerator);

interface Reply {
  code: number;
  msg: string;
  err_code?: string;
  err_payload?: string[];
  data: { id: number; offset: number; storey: number; checked: number; subject: string };
}
const list = (word: string, action: string, replacement = '') =>
  db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, replacement, created_by)
      values (${word}, ${word}, ${action}, ${replacement}, 10000)`,
  );
beforeAll(async () => {
  await list('赌博', 'ban');
  await list('发票', 'ban');
  await list('内部消息', 'review');
  await list('笨蛋', 'replace', '**');
});

const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const numbers = (threadId: number) =>
  one(sql`
    select
      t.replies_cnt,
      t.last_post_id,
      t.last_user_id,
      t.last_reply_at,
      t.hot,
      f.posts_cnt,
      f.threads_cnt,
      th.threads_cnt as theme_threads,
      (
        select coalesce(sum(replies) + sum(threads), 0)::int
        from forum_day d
        where d.forum_id = f.id
      ) as today,
      (
        select json_agg(json_build_array(u.posts_cnt, u.threads_cnt, u.credits) order by u.id)
        from "user" u
        where u.id in (${PEOPLE.member}, ${PEOPLE.otherMember})
      ) as people,
      (
        select count(*)::int
        from notification
        where kind <> 'reviewQueue'
      ) as notifications
    from thread t
    join forum f on f.id = t.forum_id
    join theme th on th.id = t.theme_id
    where t.id = ${threadId}`);

let count = 0;
const words = () => `<p>第 ${++count} 段没有什么的话。</p>`;
const begin = (subject: string, message = words(), by = member, more = {}) =>
  by.call<Reply>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject,
    message,
    language: 'zh_CN',
    ...more,
  });
const newThread = async () => (await begin(`普通的主题 ${++count}`)).body.data.id;
const reply = (threadId: number, message = words(), by = member, more = {}) =>
  by.call<Reply>('POST', '/api/v1/post', { thread_id: threadId, message, ...more });
const touched = async () =>
  (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows
    .map((row) => row.tag)
    .sort();

describe('[R14] words that are refused', () => {
  test('are named, in both languages, and nothing is written', async () => {
    const thread = await newThread();
    const before = await numbers(thread);
    const refused = await reply(thread, '<p>来赌 博，代开發票</p>');
    expect([refused.status, refused.body]).toEqual([
      200,
      {
        code: 1,
        msg: '验证失败：包含敏感词，关键词：赌博,发票',
        err_code: 'verify',
        err_payload: ['赌博', '发票'],
        err_values: { words: '赌博,发票' },
      },
    ]);
    const english = await member.call<Reply>(
      'POST',
      '/api/v1/post',
      { thread_id: thread, message: '<p>赌博</p>' },
      { 'accept-language': 'en' },
    );
    expect(english.body.msg).toBe('Verification failed: sensitive words found keywords: 赌博');
    expect(await numbers(thread)).toEqual(before);
  });

  test('are looked for in subjects, texts, polls and edits alike', async () => {
    expect((await begin('代开发票', '<p>还有赌博</p>')).body.err_payload).toEqual(['发票', '赌博']);
    expect(
      (
        await begin('投个票吧', words(), member, {
          poll: { question: '玩什么', options: ['打球', '赌博'] },
        })
      ).body.err_code,
    ).toBe('verify');
    const thread = await newThread();
    const { id } = (await reply(thread)).body.data;
    expect(
      (
        await member.call<Reply>('PUT', '/api/v1/thread/post', {
          id,
          message: '<p>赌<i>博</i></p>',
        })
      ).body.err_code,
    ).toBe('verify');
    expect(
      (
        await member.call<Reply>('PUT', '/api/v1/thread', {
          id: thread,
          subject: '发 票',
          message: words(),
        })
      ).body.err_code,
    ).toBe('verify');
  });

  test('are those of the list as it is now', async () => {
    const thread = await newThread();
    expect((await reply(thread, '<p>新的词语甲</p>')).body.code).toBe(0);
    await list('新的词语', 'ban');
    expect((await reply(thread, '<p>新的词语乙</p>')).body.err_payload).toEqual(['新的词语']);
    await db.execute(
      sql`update sensitive_word set enabled = false, updated_at = now() where word = '新的词语'`,
    );
    expect((await reply(thread, '<p>新的词语丙</p>')).body.code).toBe(0);
  });
});

describe('[R14] words that are replaced', () => {
  test('are replaced in the shown text, not in the stored one', async () => {
    const made = await begin('笨蛋的问题', '<p title="笨蛋">我是笨 蛋</p>');
    expect(made.body.data.subject).toBe('**的问题');
    expect(
      await one(
        sql`select html, source, p.excerpt from post p where thread_id = ${made.body.data.id}`,
      ),
    ).toEqual({
      html: '<p title="笨蛋">我是**</p>',
      source: '<p title="笨蛋">我是笨 蛋</p>',
      excerpt: '我是**',
    });
  });

  test('stay replaced when posts are sanitized again, and nothing accepted is refused then', async () => {
    const thread = await newThread();
    const { id } = (await reply(thread, '<p>笨蛋，后来不许说的话</p>')).body.data;
    await list('后来不许说', 'ban');
    await db.execute(sql`update post set policy = 0 where id = ${id}`);
    await db.execute(sql`delete from site_state where name = 'sanitized'`);
    await resanitize(db, '127.0.0.1:4321');
    expect(
      await one(sql`select html, policy / 1000000 as rules, checked from post where id = ${id}`),
    ).toEqual({ html: '<p>**，后来不许说的话</p>', rules: SANITIZER_VERSION, checked: true });
  });
});

describe('[R14] words that need review', () => {
  test('let a reply take its floor, be shown to its author alone and be counted nowhere', async () => {
    const thread = await newThread();
    await reply(thread, words(), other);
    const before = await numbers(thread);
    await touched();
    const { body } = await reply(thread, '<p>一个内部消息</p>', other, { user_ids: [10001] });
    expect(body).toMatchObject({ code: 0, data: { storey: 2, hold_reason: 'words' } });
    expect(await numbers(thread)).toEqual(before);
    expect(await touched()).toEqual([`t:${thread}:p1`]);
    const seen = async (by: typeof api | typeof member) =>
      (
        await by.call<{ data: { id: number; checked: number; message: string }[] }>(
          'GET',
          `/api/v1/thread/post/list?id=${thread}`,
        )
      ).body.data.find((post) => post.id === body.data.id);
    expect(await seen(other)).toMatchObject({ checked: 0, message: '<p>一个内部消息</p>' });
    expect((await seen(api))?.message).not.toContain('内部消息');
    expect((await seen(member))?.message).not.toContain('内部消息');
    expect((await reply(thread)).body.data.storey).toBe(3);
  });

  test('let a thread be shown to its author alone and be counted nowhere', async () => {
    const neighbour = await newThread();
    const before = await numbers(neighbour);
    await touched();
    const { body } = await begin('有个内部消息', '<p>要说</p>', other);
    expect(body.data).toMatchObject({ checked: 0, hold_reason: 'words' });
    expect(await numbers(neighbour)).toEqual(before);
    expect(await touched()).toEqual([]);
    expect((await api.call('GET', `/api/v1/thread/info?id=${body.data.id}`)).status).toBe(406);
    expect((await other.call('GET', `/api/v1/thread/info?id=${body.data.id}`)).status).toBe(200);
    expect((await reply(body.data.id)).status).toBe(406);
    const lists = await api.call('GET', '/api/v1/thread/index?order=created_at');
    expect(JSON.stringify(lists.body)).not.toContain('内部消息');

    // A reply that was never counted isn't subtracted.
    await other.call('DELETE', `/api/v1/thread?id=${body.data.id}`);
    expect(await numbers(neighbour)).toEqual(before);
  });

  test('take an edited reply out of the counts, and its thread’s newest reply is the one before', async () => {
    const thread = await newThread();
    const first = (await reply(thread, words(), other)).body.data.id;
    const before = await numbers(thread);
    const { id } = (await reply(thread)).body.data;
    const credits = await one(
      sql`select credits, posts_cnt from "user" where id = ${PEOPLE.member}`,
    );
    await member.call('PUT', '/api/v1/thread/post', { id, message: '<p>改成内部消息</p>' });
    expect(
      await one(
        sql`
          select replies_cnt, last_post_id, last_user_id, last_floor
          from thread
          where id = ${thread}`,
      ),
    ).toEqual({
      replies_cnt: 1,
      last_post_id: first,
      last_user_id: PEOPLE.otherMember,
      last_floor: 2,
    });
    expect(await numbers(thread)).toMatchObject({
      posts_cnt: (before as { posts_cnt: number }).posts_cnt,
    });
    expect(await one(sql`select posts_cnt from "user" where id = ${PEOPLE.member}`)).toEqual({
      posts_cnt: (credits as { posts_cnt: number }).posts_cnt - 1,
    });
    const held = await numbers(thread);
    await member.call('PUT', '/api/v1/thread/post', { id, message: '<p>再改，没有了</p>' });
    expect(await one(sql`select checked from post where id = ${id}`)).toEqual({ checked: false });
    await member.call('DELETE', `/api/v1/thread/post?id=${id}`);
    expect(await numbers(thread)).toEqual(held);
  });

  test('take an edited thread off the site before the call returns', async () => {
    const thread = await newThread();
    const neighbour = await newThread();
    const before = (await numbers(neighbour)) as {
      threads_cnt: number;
      posts_cnt: number;
      theme_threads: number;
    };
    await reply(thread);
    await member.call('PUT', '/api/v1/thread', {
      id: thread,
      subject: '改成内部消息',
      message: words(),
    });
    expect(api.takenDown.at(-1)).toEqual([
      `t:${thread}`,
      `r:${thread}`,
      `t:${thread}:named`,
      'sitemap:0',
    ]);
    expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(406);
    expect(await numbers(neighbour)).toMatchObject({
      threads_cnt: before.threads_cnt - 1,
      posts_cnt: before.posts_cnt - 1,
      theme_threads: before.theme_threads - 1,
    });
    expect(
      await one(sql`select checked from post where thread_id = ${thread} and floor = 0`),
    ).toEqual({ checked: false });
  });

  test('don’t hold moderators’ edits', async () => {
    const thread = await newThread();
    const { id } = (await reply(thread)).body.data;
    await moderator.call('PUT', '/api/v1/thread/post', { id, message: '<p>版主写的内部消息</p>' });
    expect(await one(sql`select checked from post where id = ${id}`)).toEqual({ checked: true });
  });
});
