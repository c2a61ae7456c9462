import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PostListReplyWire, TopPostsReplyWire } from '#contracts/wire/post.ts';
import type { CommentWire, ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import { thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  (await db.execute(query)).rows as T[];
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> => (await rows<T>(query))[0] as T;

const info = (id: number, by: { call: typeof api.call } = api, headers = {}) =>
  by.call<ThreadInfoReplyWire>('GET', `/api/v1/thread/info?id=${id}`, undefined, headers);
const list = async (query: string, by: { call: typeof api.call } = api) =>
  (await by.call<PostListReplyWire>('GET', `/api/v1/thread/post/list?${query}`)).body;
const long = (
  await one<{ id: number }>(
    sql`select id from thread where state = 'normal' and checked order by last_floor desc limit 1`,
  )
).id;
const { last } = await one<{ last: number }>(
  sql`select last_floor as last from thread where id = ${long}`,
);

test('[R24] the pages of a thread are ranges of floors, in both directions', async () => {
  const floors = async (query: string) =>
    (await list(`id=${long}&${query}`)).data.map((post) => post.storey);
  const range = (from: number, to: number) =>
    Array.from(
      { length: Math.abs(to - from) + 1 },
      (_, step) => from + Math.sign(to - from) * step,
    );
  expect(await floors('')).toEqual(range(1, 10));
  expect(await floors('offset=1&limit=7')).toEqual(range(8, 14));
  expect(await floors('order=desc&limit=5')).toEqual(range(last, last - 4));
  expect(await floors('order=desc&offset=2&limit=5')).toEqual(range(last - 10, last - 14));
  expect(await floors(`offset=${Math.floor((last - 1) / 10)}`)).toEqual(
    range(Math.floor((last - 1) / 10) * 10 + 1, last),
  );
  expect(await floors(`order=desc&offset=${Math.floor((last - 1) / 10)}`)).toEqual(
    range(last - Math.floor((last - 1) / 10) * 10, 1),
  );
  expect(await floors('offset=10000000&limit=100')).toEqual([]);
  expect(await floors('order=desc&offset=10000000&limit=100')).toEqual([]);
  expect(await list(`id=${long}&offset=3&limit=4`)).toMatchObject({
    code: 0,
    msg: 'ok',
    total_count: last,
    total_limit: 4,
    total_offset: 3,
  });
});

test('[R24, R25] by likes the most liked of the shown replies come first, of one author alone too', async () => {
  const { id, replies, author } = await thread(db, { replies: 6 });
  const [first, second, third, , fifth] = replies;
  await db.execute(sql`update post set likes_cnt = 3 where id in (${second}, ${fifth})`);
  await db.execute(sql`update post set likes_cnt = 9, state = 'hidden' where id = ${third}`);
  await db.execute(sql`update thread set replies_cnt = 5 where id = ${id}`);
  await db.execute(
    sql`update post set user_id = ${author} where id in (${first}, ${third}, ${fifth})`,
  );
  const ordered = async (query = '') => {
    const { data, total_count } = await list(`id=${id}&order=likes&${query}`);
    return [data.map((post) => post.storey), total_count];
  };
  expect(await ordered()).toEqual([[2, 5, 1, 4, 6], 5]);
  expect(await ordered('limit=2&offset=1')).toEqual([[1, 4], 5]);
  expect(await ordered(`user_id=${author}`)).toEqual([[5, 1], 2]);
});

test('[R24] a deleted reply retains its floor and loses its text, also in quotes; the others retain theirs', async () => {
  const quote = await one<{ id: number; thread: number; quoting: number; floor: number }>(sql`
    select q.id, q.thread_id as thread, p.id as quoting, q.floor
    from post p
    join post q on q.id = p.quote_post_id
    join thread t on t.id = p.thread_id and t.state = 'normal'
    where p.state = 'normal' and q.state = 'normal' and q.floor > 0
    limit 1`);
  const before = await list(`id=${quote.thread}&limit=100`);
  expect(before.data.find((post) => post.id === quote.quoting)).toMatchObject({
    quote_post_id: quote.id,
    son_post: { id: quote.id, deleted_at: null },
    quote_user: { id: before.data.find((post) => post.id === quote.id)?.post_user_id },
  });
  const { text } = await one<{ text: string }>(
    sql`select html as text from post where id = ${quote.id}`,
  );
  expect(before.data.find((post) => post.id === quote.quoting)?.son_post?.message).toBe(text);
  await db.execute(
    sql`update post set state = 'deleted', deleted_at = now() where id = ${quote.id}`,
  );
  const after = await list(`id=${quote.thread}&limit=100`);
  expect(after.data.map((post) => [post.id, post.storey])).toEqual(
    before.data.map((post) => [post.id, post.storey]),
  );
  expect(after.total_count).toBe(before.total_count);
  const gone = {
    id: quote.id,
    message: '',
    message_fmt: '',
    deleted_at: expect.stringMatching(/^\d{4}-.+Z$/),
  };
  expect(after.data.find((post) => post.id === quote.id)).toMatchObject({
    ...gone,
    storey: quote.floor,
    post_comment: [],
    total: 0,
    quote_post: null,
  });
  expect(after.data.find((post) => post.id === quote.quoting)).toMatchObject({
    son_post: gone,
    quote_post: gone,
  });
  expect(JSON.stringify(after)).not.toContain(JSON.stringify(text).slice(1, -1));
});

test('[R36] only one author’s replies, paged among themselves and counted', async () => {
  const { author, count } = await one<{ author: number; count: number }>(
    sql`
      select user_id as author, count(*)::int as count
      from post
      where thread_id = ${long} and floor > 0
      group by 1
      order by 2 desc
      limit 1`,
  );
  const floors = (
    await rows<{ floor: number }>(
      sql`
        select floor
        from post
        where thread_id = ${long} and user_id = ${author} and floor > 0
        order by floor`,
    )
  ).map((row) => row.floor);
  const page = async (query: string) => list(`id=${long}&user_id=${author}&${query}`);
  expect((await page('limit=100')).data.map((post) => post.storey)).toEqual(floors);
  expect((await page('limit=2&offset=1')).data.map((post) => post.storey)).toEqual(
    floors.slice(2, 4),
  );
  expect((await page('limit=2&order=desc')).data.map((post) => post.storey)).toEqual(
    [...floors].reverse().slice(0, 2),
  );
  expect((await page('limit=2')).total_count).toBe(count);
});

test('[R36] the first post is in thread/info and not among the replies', async () => {
  const { body } = await info(long);
  expect(body.data.post).toMatchObject({
    isfirst: 1,
    thread_id: long,
    id: body.data.first_post_id,
    post_user_id: body.data.user_id,
  });
  expect(body.data.post.message).toBe(
    (
      await one<{ html: string }>(
        sql`select html from post where thread_id = ${long} and floor = 0`,
      )
    ).html,
  );
  expect((await list(`id=${long}&limit=100`)).data.some((post) => post.isfirst === 1)).toBe(false);
});

test('[R25] the caller’s relations to a thread and its replies', async () => {
  const replies = (await list(`id=${long}`)).data;
  const liked = replies[2]?.id as number;
  for (const table of ['thread_like', 'thread_favourite', 'post_like'])
    await db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${PEOPLE.member}`);
  expect((await info(long, member)).body.data).toMatchObject({ is_up: false, is_favorite: false });
  await db.execute(
    sql`insert into thread_like (user_id, thread_id) values (${PEOPLE.member}, ${long})`,
  );
  await db.execute(
    sql`insert into thread_favourite (user_id, thread_id) values (${PEOPLE.member}, ${long})`,
  );
  await db.execute(
    sql`insert into post_like (user_id, post_id) values (${PEOPLE.member}, ${liked})`,
  );
  expect((await info(long, member)).body.data).toMatchObject({ is_up: true, is_favorite: true });
  expect(
    (await list(`id=${long}`, member)).data.filter((post) => post.is_up).map((post) => post.id),
  ).toEqual([liked]);
  expect((await info(long)).body.data).toMatchObject({ is_up: false, is_favorite: false });
  expect((await list(`id=${long}`)).data.some((post) => post.is_up || post.is_login === 1)).toBe(
    false,
  );
});

test('[R36] a view counts once per visitor and 10 minutes, by either call, and updates the page’s counts', async () => {
  const views = async () =>
    (await one<{ n: number }>(sql`select views_cnt as n from thread where id = ${long}`)).n;
  const touched = async () =>
    (
      await one<{ n: number }>(
        sql`
          select count(*)::int as n
          from invalidation
          where tag = ${`t:${long}:n`} and urgency = 4`,
      )
    ).n;
  await db.execute(sql`delete from thread_view`);
  await db.execute(sql`delete from invalidation`);
  const before = await views();
  const browser = (name: string) => ({ 'user-agent': name });
  expect((await info(long, api, browser('one'))).body.data.views_cnt).toBe(before + 1);
  expect((await info(long, api, browser('one'))).body.data.views_cnt).toBe(before + 1);
  expect(await touched()).toBe(1);
  expect(
    (await api.call('POST', `/api/v1/thread/view?id=${long}`, undefined, browser('one'))).status,
  ).toBe(204);
  expect(await views()).toBe(before + 1);
  expect(
    await api.call('POST', `/api/v1/thread/view?id=${long}`, undefined, browser('two')),
  ).toMatchObject({ status: 204, body: null });
  await info(long, member, browser('one'));
  await info(long, member, browser('two'));
  expect(await views()).toBe(before + 3);
  await db.execute(sql`update thread_view set seen_at = seen_at - interval '601 seconds'`);
  await Promise.all(Array.from({ length: 10 }, () => info(long, api, browser('one'))));
  expect(await views()).toBe(before + 4);
});

test('[R36] viewing a missing thread counts nothing', async () => {
  const { id } = await one<{ id: number }>(
    sql`select id from thread where state = 'deleted' limit 1`,
  );
  await db.execute(sql`delete from thread_view`);
  for (const thread of [id, 999_999])
    expect((await api.call('POST', `/api/v1/thread/view?id=${thread}`)).status).toBe(204);
  expect(await rows(sql`select from thread_view`)).toHaveLength(0);
});

test.each(['info?id=', 'post/list?id='])(
  '[R2] [R36] thread/%s answers 404 for no thread and 406 for a removed one',
  async (call) => {
    const { id } = await one<{ id: number }>(
      sql`select id from thread where state = 'hidden' limit 1`,
    );
    expect(await api.call('GET', `/api/v1/thread/${call}999999`)).toMatchObject({
      status: 404,
      body: { err_code: 'notFound' },
    });
    for (const state of ['hidden', 'deleted']) {
      await db.execute(sql`update thread set state = ${state} where id = ${id}`);
      for (const by of [api, member, await api.as(PEOPLE.administrator)])
        expect(await by.call('GET', `/api/v1/thread/${call}${id}`)).toMatchObject({
          status: 406,
          body: { err_code: 'notAcceptable' },
        });
    }
  },
);

test('[R24] comments are listed under their reply, the first three with it and all by their own call', async () => {
  const { post, thread } = await one<{ post: number; thread: number }>(
    sql`
      select p.id as post, p.thread_id as thread
      from post p
      join thread t on t.id = p.thread_id and t.state = 'normal'
      where p.state = 'normal' and p.floor > 0
      order by p.comments_cnt desc
      limit 1`,
  );
  const ids = async () =>
    (
      await rows<{ id: number }>(
        sql`
          select id
          from comment
          where post_id = ${post} and state = 'normal' and checked
          order by id`,
      )
    ).map((row) => row.id);
  const read = async (query: string) =>
    (
      await api.call<{ data: CommentWire[]; total_count: number }>(
        'GET',
        `/api/v1/thread/post/comment?post_id=${post}&${query}`,
      )
    ).body;
  const all = await ids();
  expect((await read('limit=100')).data.map((comment) => comment.id)).toEqual(all);
  expect(await read('limit=2&offset=1')).toMatchObject({
    data: all.slice(2, 4).map((id) => ({ id, post_id: post, thread_id: thread })),
    total_count: all.length,
  });
  const reply = (await list(`id=${thread}&limit=100`)).data.find((one) => one.id === post);
  expect(reply).toMatchObject({
    total: all.length,
    post_comment: all.slice(0, 3).map((id) => ({ id })),
  });
  await db.execute(sql`update comment set state = 'deleted' where id = ${all[0]}`);
  expect((await read('limit=100')).data.map((comment) => comment.id)).toEqual(all.slice(1));
  await db.execute(sql`update post set state = 'deleted', deleted_at = now() where id = ${post}`);
  expect((await api.call('GET', `/api/v1/thread/post/comment?post_id=${post}`)).status).toBe(406);
  expect((await api.call('GET', '/api/v1/thread/post/comment?post_id=9999999')).status).toBe(404);
});

test('[R36] the page of a post is found for any page size, by both names of the call', async () => {
  const floor = Math.min(last, 23);
  const { id } = await one<{ id: number }>(
    sql`select id from post where thread_id = ${long} and floor = ${floor}`,
  );
  for (const call of ['thread/offset', 'user/post/offset']) {
    for (const size of [1, 7, 10, 100]) {
      const { body } = await api.call<{ offset: number }>(
        'GET',
        `/api/v1/${call}?id=${id}&thread_id=${long}&page_size=${size}`,
      );
      expect(body).toEqual({ code: 0, msg: 'ok', offset: Math.floor((floor - 1) / size) });
      expect((await api.call('GET', `/api/v1/${call}?id=${id}&page_size=${size}`)).body).toEqual(
        body,
      );
      expect(
        (await list(`id=${long}&offset=${body.offset}&limit=${size}`)).data.some(
          (post) => post.id === id,
        ),
      ).toBe(true);
    }
  }
  const first = (await info(long)).body.data.first_post_id;
  expect(
    (await api.call('GET', `/api/v1/thread/offset?id=${first}&thread_id=${long}`)).body,
  ).toMatchObject({ offset: 0 });
  expect(
    (await api.call('GET', `/api/v1/thread/offset?id=${id}&thread_id=${long === 1 ? 2 : 1}`))
      .status,
  ).toBe(404);
});

test('[R36] featured replies are listed by floor, without removed ones', async () => {
  const { thread } = await one<{ thread: number }>(
    sql`
      select p.thread_id as thread
      from post p
      join thread t on t.id = p.thread_id and t.state = 'normal'
      where p.featured and p.state = 'normal'
      group by 1
      order by count(*) desc
      limit 1`,
  );
  await db.execute(
    sql`
      update post
      set featured = true
      where thread_id = ${thread} and floor in (1, 2, 3) and state = 'normal'`,
  );
  const floors = async () =>
    (await api.call<TopPostsReplyWire>('GET', `/api/v1/post/top/list?id=${thread}`)).body.data.map(
      (post) => [post.storey, post.is_top_forum],
    );
  const expected = await rows<{ floor: number }>(
    sql`
      select floor
      from post
      where thread_id = ${thread} and featured and state = 'normal' and floor > 0
      order by floor`,
  );
  expect(await floors()).toEqual(expected.map((row) => [row.floor, 1]));
  await db.execute(
    sql`
      update post
      set state = 'deleted', deleted_at = now()
      where thread_id = ${thread} and floor = ${expected[0]?.floor}`,
  );
  expect(await floors()).toEqual(expected.slice(1).map((row) => [row.floor, 1]));
});
