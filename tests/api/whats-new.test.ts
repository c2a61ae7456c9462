import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { NewsListWire, NewsWire } from '#contracts/wire/reading.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Members' new items in watched forums and threads. */

const { db } = await demoDatabase();
const api = await testApi(db);

let me: number;
let reader: Caller;
let made: MadeThread;

beforeEach(async () => {
  me = await member(db);
  reader = await api.as(me);
  await db.execute(sql`update "user" set read_before = now() - interval '1 hour' where id = ${me}`);
  made = await thread(db, { replies: 3 });
});

const watch = (kind: string, id: number, level: string | null = 'all') =>
  reader.call('POST', '/api/v2/user/watch', { kind, id, level });
const read = (id: number, floor: number) =>
  reader.call('POST', '/api/v2/user/read', { threads: [{ id, floor }] });
const news = async (query = ''): Promise<NewsWire> =>
  (await reader.call<{ data: NewsWire }>('GET', `/api/v2/user/news${query}`)).body.data;
const idsOf = ({ items }: NewsListWire): number[] => items.map(({ id }) => id);
const ids = async () => {
  const { replies, threads } = await news();
  return { replies: idsOf(replies), threads: idsOf(threads) };
};

test('[R22] unread replies of watched threads are listed, with the first unread floor and the last author', async () => {
  await read(made.id, 1);
  expect((await news()).replies.items, 'it isn’t watched').toEqual([]);
  await watch('thread', made.id);
  const { replies, threads } = await news();
  expect(replies).toMatchObject({
    items: [{ id: made.id, unread: 2, floor: 2, post_id: made.replies[1], read_floor: 1 }],
    next: null,
  });
  expect(threads.items).toEqual([]);
  const [last] = (
    await db.execute<{ id: number }>(
      sql`select user_id as id from post where thread_id = ${made.id} and floor = 3`,
    )
  ).rows;
  expect(replies.items[0]).toMatchObject({ user: { id: last?.id }, last_floor: 3 });
  await read(made.id, 3);
  expect((await ids()).replies).toEqual([]);
});

test('[R22] threads that weren’t opened are listed once, of watched forums, sections and people', async () => {
  const inForum = await thread(db, { forumId: 2 });
  expect(await ids()).toEqual({ replies: [], threads: [] });
  await watch('user', inForum.author);
  expect((await ids()).threads).toEqual([inForum.id]);
  await watch('forum', 2, 'threads');
  expect((await ids()).threads).toContain(inForum.id);
  expect((await ids()).threads.filter((id) => id === inForum.id)).toHaveLength(1);
  await watch('user', inForum.author, null);
  await watch('forum', 2, null);
  const [section] = (
    await db.execute<{ id: number }>(sql`select section_id as id from forum where id = 2`)
  ).rows;
  await watch('section', section?.id ?? 0);
  expect((await ids()).threads).toContain(inForum.id);
  await watch('forum', 2, 'mentions');
  expect((await ids()).threads, 'what is closer decides').not.toContain(inForum.id);
  await watch('forum', 2, 'all');
  await read(inForum.id, 0);
  expect((await ids()).threads).not.toContain(inForum.id);
});

test('[R22, R30] muted, ignored and one’s own posts aren’t listed', async () => {
  await watch('forum', 2);
  const [muted, ignored, own] = [
    await thread(db, { forumId: 2 }),
    await thread(db, { forumId: 2 }),
    await thread(db, { forumId: 2, author: me }),
  ];
  const before = (await ids()).threads;
  expect(before).toEqual(expect.arrayContaining([muted.id, ignored.id]));
  expect(before).not.toContain(own.id);
  await watch('thread', muted.id, 'muted');
  await watch('user', ignored.author, 'muted');
  const after = (await ids()).threads;
  expect(after).not.toContain(muted.id);
  expect(after).not.toContain(ignored.id);

  const somebody = await member(db);
  const talk = await thread(db, { replies: 2, replier: somebody });
  await read(talk.id, 0);
  await watch('thread', talk.id);
  expect((await ids()).replies).toEqual([talk.id]);
  await watch('user', somebody, 'muted');
  expect((await ids()).replies).toEqual([]);
  await watch('user', talk.author);
  const there = await thread(db, { forumId: 2, author: talk.author });
  expect((await ids()).threads).toContain(there.id);
  await watch('forum', 2, 'muted');
  expect((await ids()).threads, 'a muted forum is stronger than its author').toEqual([]);
});

test('[R22, R24] unreadable posts aren’t listed', async () => {
  await watch('thread', made.id);
  await read(made.id, 0);
  const other = await thread(db);
  await watch('user', other.author);
  expect(await ids()).toEqual({ replies: [made.id], threads: [other.id] });
  await db.execute(sql`update thread set state = 'hidden' where id in (${made.id}, ${other.id})`);
  expect(await ids()).toEqual({ replies: [], threads: [] });
  await db.execute(sql`update thread set state = 'normal' where id in (${made.id}, ${other.id})`);
  await db.execute(sql`update forum set access = 'groups' where id = 1`);
  expect(await ids()).toEqual({ replies: [], threads: [] });
  await db.execute(sql`update forum set access = 'public' where id = 1`);
  const visitor = await api.call<{ code: number }>('GET', '/api/v2/user/news');
  expect(visitor.status).toBe(401);
});

test('[R22, R44] each list continues from its end, and has no more than 50 at once', async () => {
  const author = await member(db);
  const made = [];
  for (let number = 0; number < 5; number++) made.push((await thread(db, { author })).id);
  // as close together as one transaction writes them
  await db.execute(sql`update thread set created_at = now() where user_id = ${author}`);
  const latest = made.toReversed();
  await watch('user', author);
  const first = await news('?limit=2');
  expect(idsOf(first.threads)).toEqual(latest.slice(0, 2));
  const second = await news(`?limit=2&of=threads&after=${first.threads.next}`);
  expect(idsOf(second.threads)).toEqual(latest.slice(2, 4));
  expect(second.replies).toEqual({ items: [], next: null });
  const third = await news(`?limit=2&of=threads&after=${second.threads.next}`);
  expect(third.threads).toMatchObject({ items: [{ id: latest[4] }], next: null });

  const talks = [];
  for (let number = 0; number < 3; number++) {
    const talk = await thread(db, { replies: 1 });
    await watch('thread', talk.id);
    await read(talk.id, 0);
    talks.push(talk.id);
  }
  const talking = await news('?limit=2&of=replies');
  const rest = await news(`?limit=2&of=replies&after=${talking.replies.next}`);
  expect([...idsOf(talking.replies), ...idsOf(rest.replies)].sort()).toEqual(talks.sort());
  expect(rest.replies.next).toBeNull();

  await db.execute(sql`
    insert into thread (forum_id, theme_id, user_id, subject, language)
    select 1, theme_id, ${author}, 'many ' || number, 'zh_CN'
    from thread, generate_series(1, 60) number
    where id = ${made[0] as number}`);
  await watch('forum', 1, 'threads');
  expect((await news('?limit=100')).threads.items).toHaveLength(50);
  for (const after of ['x', '1', '1.2.3', '99999999999999999999.1'])
    expect((await reader.call('GET', `/api/v2/user/news?after=${after}`)).status).toBe(400);
});

test('[R22] a thread that was marked as read is made new again, as if it had never been opened', async () => {
  await watch('user', made.author);
  await read(made.id, made.replies.length);
  expect((await ids()).threads).toEqual([]);
  await reader.call('POST', '/api/v2/user/mark-unread', { thread_id: made.id, floor: null });
  expect((await ids()).threads).toEqual([made.id]);
});

test('[R29] threads of an author whose content a ban hides are neither news nor named where one watches', async () => {
  const author = await member(db);
  const opened = await thread(db, { replies: 2, author, forumId: 2 });
  const unopened = await thread(db, { author, forumId: 2 });
  await read(opened.id, 0);
  await watch('thread', opened.id);
  await watch('forum', 2);
  const names = async () =>
    (await reader.call<{ data: { name: string }[] }>('GET', '/api/v2/user/watched')).body.data.map(
      ({ name }) => name,
    );
  const seen = async () => {
    const { replies, threads } = await ids();
    return [replies.includes(opened.id), threads.includes(unopened.id), await names()];
  };
  const [{ subject = '' } = {}] = (
    await db.execute<{ subject: string }>(sql`select subject from thread where id = ${opened.id}`)
  ).rows;
  expect(await seen()).toEqual([true, true, [subject]]);
  const hide = (until: string) =>
    db.execute(sql`
      update "user"
      set banned_from = now() - interval '1 day', banned_until = ${until}, content_hidden = true
      where id = ${author}`);
  await hide('2100-01-01');
  expect(await seen()).toEqual([false, false, ['']]);
  await hide('2020-01-01');
  expect(await seen(), 'the ban is over').toEqual([true, true, [subject]]);
});
