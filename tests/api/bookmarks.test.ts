import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { RATES } from '#api/http/middleware/limit-rate.ts';
import { MAX_BOOKMARK_NOTE_CHARACTERS, MAX_BOOKMARKS } from '#contracts/limits.ts';
import type { BookmarksReplyWire } from '#contracts/wire/bookmark.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { remindOfBookmark } from '#domain/reading/bookmark/remind.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const HOUR_MS = 3_600_000;

let id: number;
let me: Caller;
let made: MadeThread;
let post: number;

beforeEach(async () => {
  id = await member(db);
  me = await api.as(id);
  made = await thread(db, { replies: 2, subject: '怎样给笔记本换电池' });
  post = made.replies[0] as number;
});

const set = (body: object, by = me) => by.call('POST', '/api/v2/user/bookmark', body);
const list = async (query = '') =>
  (await me.call<BookmarksReplyWire>('GET', `/api/v2/user/bookmarks${query}`)).body;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const jobs = async () =>
  (
    await db.execute<{ runAt: Date }>(sql`
      select run_at as "runAt"
      from graphile_worker._private_jobs
      where key like 'bookmark:%'
        and payload ->> 'bookmark' in (
          select b.id::text
          from bookmark b
          where b.user_id = ${id}
        )`)
  ).rows.length;

test('[R25] a post is bookmarked once; its note and its reminder change each for itself', async () => {
  expect((await set({ post_id: post })).body).toMatchObject({
    code: 0,
    data: { note: '', remind_at: null },
  });
  const at = inHours(5);
  await set({ post_id: post, note: '换之前看' });
  await set({ post_id: post, remind_at: at });
  const { data, total_count } = await list();
  expect(total_count).toBe(1);
  expect(data[0]).toMatchObject({
    post_id: post,
    note: '换之前看',
    remind_at: at,
    post: { thread_id: made.id, storey: 1, subject: '怎样给笔记本换电池' },
  });
  expect(await jobs()).toBe(1);
  await set({ post_id: post, remind_at: null });
  expect(await jobs()).toBe(0);
  await me.call('DELETE', `/api/v2/user/bookmark?post_id=${post}`);
  expect(await list()).toMatchObject({ data: [], total_count: 0 });
});

test('[R25] bookmarks are found by their note, the subject, the text and the author, and by having a reminder; the next one is first', async () => {
  const other = await thread(db, { subject: '声音太小' });
  await set({ post_id: other.replies[0] ?? post, note: '电池 100% 的_写法' });
  await set({ post_id: made.replies[1], remind_at: inHours(40) });
  const { rows } = await db.execute<{ id: number }>(
    sql`select first_post_id as id from thread where id = ${other.id}`,
  );
  await set({ post_id: rows[0]?.id, remind_at: inHours(2) });
  const found = async (query: string) => (await list(query)).data.map(({ post_id }) => post_id);
  const [second, first] = [made.replies[1], rows[0]?.id];
  expect(await found('')).toEqual([first, second, post]);
  expect(await found('?reminders=1')).toEqual([first, second]);
  expect(await found(`?keyword=${encodeURIComponent('100% 的_')}`)).toEqual([post]);
  expect(await found(`?keyword=${encodeURIComponent('1000')}`)).toEqual([]);
  expect(await found(`?keyword=${encodeURIComponent('声音')}`)).toEqual([first]);
  expect(await found(`?keyword=${encodeURIComponent('第 2 楼')}&reminders=1`)).toEqual([second]);
  expect(await list('?limit=1&offset=1')).toMatchObject({
    data: [{ post_id: second }],
    total_count: 3,
  });
  expect(await found(`?post_ids=${post},${made.id}`)).toEqual([post]);
});

test('[R25, R16] too long a note, a time that is past or years away, a post that isn’t there and one too many are refused', async () => {
  const long = 'n'.repeat(MAX_BOOKMARK_NOTE_CHARACTERS + 1);
  expect((await set({ post_id: post, note: long })).body).toMatchObject({ err_code: 'length' });
  for (const hours of [-1, 24 * 400])
    expect((await set({ post_id: post, remind_at: inHours(hours) })).status).toBe(400);
  expect((await set({ post_id: 999_999_999 })).status).toBe(404);
  await db.execute(sql`
    insert into bookmark (user_id, post_id)
    select ${id}, p.id
    from post p
    where p.id <> ${post}
    limit ${MAX_BOOKMARKS}`);
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from bookmark where user_id = ${id}`,
  );
  // the demo community has fewer posts than the limit of bookmarks
  await db.execute(sql`
    insert into post (thread_id, forum_id, user_id, floor, source, html, policy, content_hash)
    select ${made.id}, 1, ${id}, 1000 + n, '', '', 0, ''
    from generate_series(1, ${MAX_BOOKMARKS - (rows[0]?.n ?? 0)}) n`);
  await db.execute(sql`
    insert into bookmark (user_id, post_id)
    select ${id}, p.id
    from post p
    where p.thread_id = ${made.id} and p.floor > 1000`);
  expect((await set({ post_id: post })).body).toMatchObject({ err_code: 'limit' });
});

test('[R25, R30] the reminder is a notification with the note, once, and not before its time', async () => {
  await set({ post_id: post, note: '今天该换了', remind_at: inHours(1) });
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from bookmark where user_id = ${id}`,
  );
  const bookmark = rows[0]?.id as number;
  const told = async () =>
    (await me.call<{ data: MessageWire[] }>('GET', '/api/v1/user/msg?category=3')).body.data;
  await remindOfBookmark(db, { id: bookmark });
  expect(await told()).toEqual([]);
  await db.execute(sql`update bookmark set remind_at = now() where id = ${bookmark}`);
  await remindOfBookmark(db, { id: bookmark });
  await remindOfBookmark(db, { id: bookmark });
  expect(await told()).toMatchObject([
    {
      kind: 'reminder',
      type: '书签提醒',
      note: '今天该换了',
      thread_id: made.id,
      send_post_id: post,
      storey: 1,
      subject: '怎样给笔记本换电池',
      is_new: 0,
    },
  ]);
  expect((await list()).data).toMatchObject([{ post_id: post, remind_at: null }]);
});

test('[R20] a bookmark of a removed post retains its note only; nobody sees another member’s bookmarks', async () => {
  await set({ post_id: post, note: '我的话' });
  await db.execute(sql`update post set state = 'hidden' where id = ${post}`);
  expect((await list()).data).toMatchObject([{ post_id: post, note: '我的话', post: null }]);
  expect((await set({ post_id: post, note: '别的' })).status).toBe(404);
  const other = await api.as(await member(db));
  expect((await other.call('GET', '/api/v2/user/bookmarks')).body).toMatchObject({ data: [] });
  expect((await api.call('GET', '/api/v2/user/bookmarks')).status).toBe(401);
  const hidden = await thread(db);
  const { rows } = await db.execute<{ id: number }>(
    sql`select first_post_id as id from thread where id = ${hidden.id}`,
  );
  await db.execute(sql`update thread set checked = false where id = ${hidden.id}`);
  expect((await set({ post_id: rows[0]?.id })).status).toBe(404);
});

const hideContentOf = (author: number) =>
  db.execute(sql`
    update "user"
    set banned_from = now(), banned_until = 'infinity', content_hidden = true
    where id = ${author}`);

test('[R29] a bookmark does not name a thread whose author a ban hides', async () => {
  await db.execute(sql`update post set excerpt = '' where id = ${post}`);
  await set({ post_id: post });
  await hideContentOf(made.author);
  const [bookmark] = (await list()).data;
  expect(bookmark?.post).toMatchObject({ thread_id: made.id, subject: '' });
  expect((await list(`?keyword=${encodeURIComponent('笔记本')}`)).data).toEqual([]);
});

test('[R29] a bookmark shows nothing of a post whose author a ban hides', async () => {
  await set({ post_id: post, note: '我的备注' });
  const author = await member(db);
  await db.execute(sql`update post set user_id = ${author} where id = ${post}`);
  await hideContentOf(author);
  expect((await list()).data).toMatchObject([{ note: '我的备注', post: null }]);
});

test('[R21] a search of one’s bookmarks has the rate of searches, and their list has not', async () => {
  const limited = await (await testApi(db, { RATE_LIMITS: 'on' })).as(id);
  const statusOf = async (query: string) =>
    (await limited.call('GET', `/api/v2/user/bookmarks${query}`)).status;
  for (let n = 0; n < RATES.search.points; n++) expect(await statusOf('?keyword=a')).toBe(200);
  const { status, headers } = await limited.call('GET', '/api/v2/user/bookmarks?keyword=a');
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await statusOf('')).toBe(200);
  expect(await statusOf(`?post_ids=${post}&keyword=a`), 'marks of a page').toBe(200);
});
