import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Lang } from '#contracts/language.ts';
import type { ForumBriefWire, SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import type {
  ForumPageReplyWire,
  ThreadIndexReplyWire,
  ThreadSummaryWire,
} from '#contracts/wire/thread.ts';
import { readPinnedRows } from '#domain/content/thread/list-for-pages.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  (await db.execute(query)).rows as T[];
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number((await rows<{ n: number }>(query))[0]?.n);

const index = async (query: string) =>
  (await api.call<ThreadIndexReplyWire>('GET', `/api/v1/thread/index?${query}`)).body;
const forum = async (query: string) =>
  (await api.call<ForumPageReplyWire>('GET', `/api/v1/forum/id?${query}`)).body;
const descending = (values: (number | string)[]) =>
  expect(values).toEqual([...values].sort().reverse());
const busiest = await count(sql`select id as n from forum order by threads_cnt desc limit 1`);

async function everyPage(
  read: (page: number) => Promise<ThreadSummaryWire[]>,
): Promise<ThreadSummaryWire[]> {
  const all: ThreadSummaryWire[] = [];
  for (let page = 0; ; page++) {
    const threads = await read(page);
    if (threads.length === 0) return all;
    all.push(...threads);
  }
}

test('[R36] the pages of all threads hold each thread once, pinned ones first, the others by their latest activity', async () => {
  // Pinned threads from the whole list, including its first and its last.
  await db.execute(sql`
    update thread
    set top = 1 + place % 3
    from (
      select id, row_number() over (order by last_reply_at) - 1 as place
      from thread
      where state = 'normal' and checked
    ) listed
    where thread.id = listed.id
      and (
        place % 60 = 0
        or place = (select count(*) - 1 from thread where state = 'normal' and checked)
      )`);
  for (const limit of [2, 7, 40]) {
    const all = await everyPage(
      async (page) => (await index(`offset=${page}&limit=${limit}`)).ThreadIndex,
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBe(
      await count(sql`select count(*) n from thread where state = 'normal' and checked`),
    );
    const pinned = all.findIndex((one) => one.top === 0);
    expect(pinned).toBeGreaterThanOrEqual(6);
    descending(all.slice(0, pinned).map((one) => one.top));
    expect(all.slice(pinned).every((one) => one.top === 0)).toBe(true);
    descending(all.slice(pinned).map(({ updated_at }) => updated_at));
  }
});

test('[R36] orders by age and by heat, and `where=hot_value`, are by those fields', async () => {
  const unpinned = (threads: ThreadSummaryWire[]) => threads.filter((one) => one.top === 0);
  descending(
    unpinned((await index('order=created_at&limit=50')).ThreadIndex).map(
      ({ created_at }) => created_at,
    ),
  );
  const hot = unpinned((await index('order=hot_value&limit=50')).ThreadIndex);
  expect(hot.map(({ hot_value }) => hot_value)).toEqual(
    hot.map(({ hot_value }) => hot_value).sort((a, b) => b - a),
  );
  expect(
    unpinned((await index('order=updated_at&where=hot_value&limit=50')).ThreadIndex).map(
      ({ id }) => id,
    ),
  ).toEqual(hot.map(({ id }) => id));
});

test.each([
  '',
  'languages=zh_CN',
  'languages=en_US',
  'languages=zh_CN,en_US',
  'where=is_digest',
  'where=is_digest&languages=en_US',
])('[R23] all threads with "%s" are those, and counted', async (query) => {
  const { total_count, ThreadIndex } = await index(`${query}&limit=100`);
  const language = /languages=(\w+)$/.exec(query)?.[1] ?? null;
  const digest = query.includes('is_digest');
  const expected = await rows<{ id: number }>(
    sql`
      select id
      from thread
      where state = 'normal'
        and checked
        and (${language}::text is null or language = ${language})
        and (not ${digest} or digest)`,
  );
  expect(total_count).toBe(expected.length);
  expect(ThreadIndex).toHaveLength(Math.min(100, expected.length));
  const ids = new Set(expected.map(({ id }) => id));
  expect(ThreadIndex.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('[R22] a forum has its own threads, those pinned in it first, each once on all pages', async () => {
  await db.execute(
    sql`
      update thread
      set top_forum = 3
      where id = (
          select id
          from thread
          where forum_id = ${busiest} and state = 'normal'
          order by last_reply_at
          limit 1
        )`,
  );
  const all = await everyPage(
    async (page) => (await forum(`id=${busiest}&offset=${page}&limit=4`)).data.thread,
  );
  const first = await forum(`id=${busiest}&limit=4`);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBe(first.total_count);
  expect(first).toMatchObject({
    total_limit: 4,
    total_offset: 0,
    data: { id: busiest, is_favorite: false, threads_cnt: all.length },
  });
  expect(
    all.every(
      (one) =>
        one.forum_id === busiest && one.forum.id === busiest && one.type.forum_id === busiest,
    ),
  ).toBe(true);
  expect(all[0]?.is_top_forum).toBe(3);
  descending(
    all.filter(({ is_top_forum }) => is_top_forum === 0).map(({ last_date }) => last_date),
  );
});

test('[R22] a forum’s threads of one kind, of one language, and its digests are those, and counted', async () => {
  const [kind] = await rows<{ id: number; forum: number }>(
    sql`
      select theme_id as id, forum_id as forum
      from thread
      where state = 'normal'
      group by 1, 2
      order by count(*) desc
      limit 1`,
  );
  const where = (more: ReturnType<typeof sql>) =>
    count(
      sql`
        select count(*) n
        from thread
        where forum_id = ${kind?.forum} and state = 'normal' and checked and ${more}`,
    );
  const ofKind = await forum(`id=${kind?.forum}&type_id=${kind?.id}&limit=100`);
  expect(ofKind.data.thread.every(({ type_id }) => type_id === kind?.id)).toBe(true);
  expect(ofKind.total_count).toBe(ofKind.data.thread.length);
  expect(ofKind.total_count).toBe(await where(sql`theme_id = ${kind?.id}`));
  expect((await forum(`id=${kind?.forum}&languages=en_US`)).total_count).toBe(
    await where(sql`language = 'en_US'`),
  );
  expect((await forum(`id=${kind?.forum}&languages=zh_CN`)).total_count).toBe(
    await where(sql`language = 'zh_CN'`),
  );
  expect((await forum(`id=${kind?.forum}&languages=zh_CN&type_id=${kind?.id}`)).total_count).toBe(
    await where(sql`language = 'zh_CN' and theme_id = ${kind?.id}`),
  );
  const digests = await forum(`id=${kind?.forum}&where=is_digest&limit=100`);
  expect(
    digests.data.thread.every(
      ({ is_digest, is_digest_forum }) => is_digest === 1 || is_digest_forum === 1,
    ),
  ).toBe(true);
  expect(digests.total_count).toBe(await where(sql`(digest or digest_forum)`));
  // A theme of another forum has no threads here.
  const foreign = await count(
    sql`select id n from theme where forum_id <> ${kind?.forum} and threads_cnt > 0 limit 1`,
  );
  expect(await forum(`id=${kind?.forum}&type_id=${foreign}`)).toMatchObject({
    total_count: 0,
    data: { thread: [] },
  });
});

test('[R36] a page past the end is empty and still says how many there are', async () => {
  const { total_count } = await index('');
  expect(await index('offset=10000000&limit=100')).toEqual({ total_count, ThreadIndex: [] });
  expect((await forum(`id=${busiest}&offset=5000`)).data.thread).toEqual([]);
});

test('[R36] relative times, levels and groups are in the language of the request, names in both', async () => {
  const read = async (language: string) =>
    (
      await api.call<ThreadIndexReplyWire>(
        'GET',
        '/api/v1/thread/index?order=created_at',
        undefined,
        { 'accept-language': language },
      )
    ).body.ThreadIndex.find((one) => one.top === 0) as ThreadSummaryWire;
  const [zh, en] = [await read('zh'), await read('en')];
  expect(zh.created_at_desc).toMatch(/^(刚刚|\d+ .+前)$/);
  expect(en.created_at_desc).toMatch(/^(just now|\d+ .+ ago)$/);
  expect(zh.user.levels.level_name).not.toBe(en.user.levels.level_name);
  expect(zh.user.group_name).not.toBe(en.user.group_name);
  expect({ name: zh.forum.name, name_en: zh.forum.name_en }).toEqual({
    name: en.forum.name,
    name_en: en.forum.name_en,
  });
});

test('[R22] sections have their forums in order, with counts of today and their moderators', async () => {
  await db.execute(sql`
    insert into forum_moderator (forum_id, user_id)
    values (1, 10001), (1, ${PEOPLE.forumModerator})
    on conflict do nothing`);
  await db.execute(sql`
    insert into forum_day (forum_id, day, threads, replies, visits)
    values (1, (now() at time zone 'Asia/Shanghai')::date, 3, 5, 7)
    on conflict (forum_id, day) do update set threads = 3, replies = 5, visits = 7`);
  const sections = (await api.call<SectionWire[]>('GET', '/api/v1/forum')).body;
  expect(sections.map((section) => section.rank)).toEqual(
    sections.map((section) => section.rank).sort((a, b) => a - b),
  );
  expect(
    sections.every((section) =>
      section.forum.every(({ type_id, type }) => type_id === section.id && type.id === section.id),
    ),
  ).toBe(true);
  const flat = (await api.call<ForumBriefWire[]>('GET', '/api/v1/forum/rows')).body;
  expect(flat).toEqual(sections.flatMap((section) => section.forum));
  expect(flat.find(({ id }) => id === 1)).toMatchObject({
    today_threads_cnt: 3,
    today_posts_cnt: 5,
    today_visit_cnt: 7,
    owner_uids: `10001,${PEOPLE.forumModerator}`,
  });
  const themes = (await api.call<ThemeWire[]>('GET', '/api/v1/forum/theme?forum_id=1')).body;
  expect(themes.map((theme) => theme.id)).toEqual(
    (
      await rows<{ id: number }>(sql`select id from theme where forum_id = 1 order by rank, id`)
    ).map(({ id }) => id),
  );
});

test('[R20] an author has the moderators’ group in the forum that they moderate, and their own elsewhere; administrators retain theirs', async () => {
  await db.execute(sql`update "user" set group_id = 10 where id = ${PEOPLE.forumModerator}`);
  await db.execute(sql`delete from forum_moderator where user_id = ${PEOPLE.forumModerator}`);
  await db.execute(
    sql`insert into forum_moderator (forum_id, user_id) values (1, ${PEOPLE.forumModerator})`,
  );
  await db.execute(
    sql`
      update thread
      set user_id = ${PEOPLE.forumModerator}
      where id in (
          select min(id)
          from thread
          where state = 'normal' and forum_id in (1, 2)
          group by forum_id
        )`,
  );
  await db.execute(
    sql`
      update thread
      set user_id = 10001
      where id in (select max(id) from thread where state = 'normal' and forum_id = 1)`,
  );
  const groups = async (forumId: number, userId: number) =>
    new Set(
      (await forum(`id=${forumId}&limit=100`)).data.thread
        .filter(({ user_id }) => user_id === userId)
        .map(({ group_forum }) => group_forum.group.id),
    );
  expect(await groups(1, PEOPLE.forumModerator)).toEqual(new Set([20]));
  expect(await groups(2, PEOPLE.forumModerator)).toEqual(new Set([10]));
  expect(await groups(1, 10001)).toEqual(new Set([10001]));
});

const firstOf = async () => (await forum(`id=${busiest}&limit=1`)).data;

test.each([
  [
    'a forum',
    (name: string) => sql`update forum set name_en = ${name} where id = ${busiest}`,
    'forum.name_en',
  ],
  ['a section', (name: string) => sql`update section set name = ${name}`, 'forum.type.name'],
  [
    'a kind of thread',
    (name: string) => sql`update theme set name = ${name} where forum_id = ${busiest}`,
    'type.name',
  ],
  [
    'a group',
    (name: string) => sql`update "group" set name_en = ${name}`,
    'group_forum.group.name_en',
  ],
  ['a level', (name: string) => sql`update level set name = ${name}`, 'user.levels.level_name'],
  ['a person', (name: string) => sql`update "user" set nickname = ${name}`, 'user.nickname'],
])(
  '[R36] another process’ change of %s is in the very next reply',
  async (_what, change, place) => {
    for (const name of ['One name', 'Another name']) {
      await db.execute(change(name));
      expect((await firstOf()).thread[0]).toHaveProperty(place, name);
    }
  },
);

test('[R36] the very next reply has the moderators and the counts of now', async () => {
  await db.execute(
    sql`
      insert into forum_moderator (forum_id, user_id)
      values (${busiest}, ${userIdOf('tomas')})
      on conflict do nothing`,
  );
  expect((await firstOf()).user_list.some(({ id }) => id === userIdOf('tomas'))).toBe(true);
  await db.execute(sql`update "user" set nickname = 'Renamed' where id = ${userIdOf('tomas')}`);
  expect((await firstOf()).user_list.find(({ id }) => id === userIdOf('tomas'))?.nickname).toBe(
    'Renamed',
  );
  await db.execute(sql`delete from forum_moderator where forum_id = ${busiest}`);
  // Global moderators stay named.
  expect((await firstOf()).user_list.filter(({ group_type }) => group_type < 10_000)).toEqual([]);
  for (const threads of [11, 12]) {
    await db.execute(
      sql`
        insert into forum_day (forum_id, day, threads)
        values (${busiest}, (now() at time zone 'Asia/Shanghai')::date, ${threads})
        on conflict (forum_id, day) do update set threads = ${threads}`,
    );
    expect((await firstOf()).today_threads_cnt).toBe(threads);
  }
});

test('[R23] a solved thread says so in its attributes', async () => {
  const [solved] = await rows<{ id: number; forum: number }>(
    sql`select id, forum_id as forum from thread where resolved and state = 'normal' limit 1`,
  );
  const threads = (await forum(`id=${solved?.forum}&limit=100`)).data.thread;
  expect(threads.find(({ id }) => id === solved?.id)?.attrs).toEqual([
    { name: 'Resolved', value: '1' },
  ]);
});

test('[R22] the page of a forum has the twenty highest of its pinned threads before the others, those in the page’s language first', async () => {
  const ids: number[] = [];
  for (let rank = 21; rank > 0; rank--) ids.push((await thread(db, { forumId: busiest })).id);
  await db.execute(
    sql`
      update thread
      set top_forum = case when id >= ${ids[0]} then ${ids.at(-1)}::int - id + 1 else 0 end
      where forum_id = ${busiest}`,
  );
  const pinned = async (lang: Lang) =>
    (await readPinnedRows(db, busiest, lang)).map((row) => row.id);
  expect(await pinned('zh')).toEqual(ids.slice(0, 20));
  await db.execute(sql`update thread set language = 'en_US' where id in (${ids[3]}, ${ids[7]})`);
  const english = [ids[3], ids[7]];
  const chinese = ids.slice(0, 20).filter((id) => !english.includes(id));
  expect(await pinned('en')).toEqual([...english, ...chinese]);
  expect(await pinned('zh')).toEqual([...chinese, ...english]);
});
