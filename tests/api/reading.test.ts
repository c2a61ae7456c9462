import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { UnreadThreadWire } from '#contracts/wire/reading.ts';
import { forgetOldReads } from '#domain/operations/forget-reads.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Members' read positions, and their unread items. */

const { db } = await demoDatabase();
const api = await testApi(db);

let me: number;
let reader: Caller;
let made: MadeThread;

beforeEach(async () => {
  me = await member(db);
  reader = await api.as(me);
  // existing posts count as read
  await db.execute(sql`update "user" set read_before = now() - interval '1 hour' where id = ${me}`);
  made = await thread(db, { replies: 3 });
});

const post = async (path: string, body: object) =>
  (
    await reader.call<{ code: number; err_code?: string; data: { before: string | null } }>(
      'POST',
      `/api/v2/user/${path}`,
      body,
    )
  ).body;
const read = (floor: number, id = made.id) => post('read', { threads: [{ id, floor }] });
const unread = async (...ids: number[]): Promise<UnreadThreadWire[]> =>
  (
    await reader.call<{ data: UnreadThreadWire[] }>(
      'GET',
      `/api/v2/user/unread?thread_ids=${ids.join()}`,
    )
  ).body.data;

test('[R22] a thread is new until it is opened; then its replies are counted, and the first of them is named', async () => {
  expect(await unread(made.id)).toEqual([
    { id: made.id, is_new: 1, unread: 0, floor: 0, post_id: 0 },
  ]);
  await read(1);
  expect(await unread(made.id)).toEqual([
    { id: made.id, is_new: 0, unread: 2, floor: 2, post_id: made.replies[1] },
  ]);
  await read(3);
  expect(await unread(made.id)).toEqual([]);
});

test('[R22] read floors stay read, in any order of devices, and no floor is read before it exists', async () => {
  await post('read', {
    threads: [
      { id: made.id, floor: 1 },
      { id: made.id, floor: 99 },
      { id: 999_999_999, floor: 1 },
    ],
  });
  await read(0);
  expect(await unread(made.id)).toEqual([]);
  await db.execute(sql`
    update thread_read
    set floor = 2
    where user_id = ${me} and thread_id = ${made.id} and floor = 3`);
  expect((await unread(made.id))[0]).toMatchObject({ unread: 1, floor: 3 });
});

test('[R22] a thread is made unread from a reply on', async () => {
  await read(3);
  await post('mark-unread', { thread_id: made.id, floor: 2 });
  expect((await unread(made.id))[0]).toMatchObject({ unread: 2, floor: 2 });
  await post('mark-unread', { thread_id: made.id, floor: 0 });
  expect((await unread(made.id))[0]).toMatchObject({ unread: 3, floor: 1 });
  expect((await post('mark-unread', { thread_id: 999_999_999, floor: 0 })).err_code).toBe(
    'notFound',
  );
});

test('[R22] one’s own replies, those of ignored people and those that aren’t shown are never unread', async () => {
  const ignored = await member(db);
  const mixed = await thread(db, { replies: 4, replier: ignored });
  await read(0, mixed.id);
  expect((await unread(mixed.id))[0]).toMatchObject({ unread: 4 });
  const [first, second, third] = mixed.replies;
  await db.execute(sql`update post set user_id = ${me} where id = ${first as number}`);
  await db.execute(sql`update post set user_id = ${mixed.author} where id = ${second as number}`);
  await db.execute(
    sql`update post set user_id = ${mixed.author}, state = 'deleted' where id = ${third as number}`,
  );
  await db.execute(sql`
    insert into watch (user_id, kind, target_id, level, chosen)
    values (${me}, 'user', ${ignored}, 'muted', true)`);
  expect(await unread(mixed.id)).toEqual([
    { id: mixed.id, is_new: 0, unread: 1, floor: 2, post_id: second },
  ]);
});

test('[R22] everything is marked as read, or one forum; both can be undone', async () => {
  const elsewhere = await thread(db, { forumId: 2 });
  const ids = [made.id, elsewhere.id];
  const newIds = async () => (await unread(...ids)).map(({ id }) => id).sort();
  const ofForum = await post('mark-all-read', { forum_id: 2 });
  expect(ofForum.data.before).toBeNull();
  expect(await newIds()).toEqual([made.id]);
  await post('mark-all-read', { forum_id: 2, before: ofForum.data.before });
  expect(await newIds()).toEqual([...ids].sort());
  const ofAll = await post('mark-all-read', {});
  expect(await newIds()).toEqual([]);
  await post('mark-all-read', { before: ofAll.data.before });
  expect(await newIds()).toEqual([...ids].sort());
  await post('mark-all-read', { before: '2999-01-01T00:00:00.000Z' });
  const later = await thread(db);
  expect((await unread(later.id))[0], 'no time to come').toMatchObject({ is_new: 1 });
  expect((await post('mark-all-read', { forum_id: 999_999 })).err_code).toBe('notFound');
});

test('[R18, R22] nothing is shown or recorded of a forum without access', async () => {
  const hidden = await thread(db, { replies: 1 });
  await db.execute(sql`update thread set state = 'hidden' where id = ${hidden.id}`);
  expect(await unread(hidden.id)).toEqual([]);
  await read(1, hidden.id);
  const { rows } = await db.execute(
    sql`select from thread_read where user_id = ${me} and thread_id = ${hidden.id}`,
  );
  expect(rows).toEqual([]);
});

test('[ops] each member’s ten thousand last read threads are stored', async () => {
  await db.execute(sql`
    insert into thread_read (user_id, thread_id, floor, read_at)
    select ${me}, n, 0, now() - n * interval '1 minute'
    from generate_series(1000001, 1010003) n`);
  const other = await member(db);
  await db.execute(sql`
    insert into thread_read (user_id, thread_id, floor)
    values (${other}, 1, 0)`);
  expect(await forgetOldReads(db)).toBe(3);
  const { rows } = await db.execute(sql`
    select count(*)::int as n, max(thread_id)::int as oldest
    from thread_read
    where user_id = ${me}`);
  expect(rows).toEqual([{ n: 10_000, oldest: 1_010_000 }]);
});
