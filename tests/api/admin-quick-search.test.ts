import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { adminCaller } from '../support/admin-session.ts';
import { thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const admin = await adminCaller(await testApi(db), db);
const find = async (q: string) =>
  (
    await admin.call<QuickSearchReplyWire>(
      'GET',
      `/api/v2/admin/find?${new URLSearchParams({ q })}`,
    )
  ).body;
const subjectsOf = async (q: string) => (await find(q)).threads.map(({ subject }) => subject);

test('[R23, R34] administrators find a thread by words of its subject in any order, the last one unfinished, then by words of its text; by its number too', async () => {
  expect((await subjectsOf('输入法 wayland'))[0]).toBe('打不出中文？Wayland 输入法排查');
  expect((await subjectsOf('explain lpm hol'))[0]).toBe('lpm should explain its holds');
  const { threads } = await find('分数缩放');
  expect(threads.length).toBeGreaterThan(1);
  expect(threads.length).toBeLessThanOrEqual(6);
  expect(threads[0]?.subject).toContain('分数缩放');
  const [first] = threads;
  expect((await find(String(first?.id))).threads[0]).toEqual(first);
  expect(await subjectsOf('zzqxjkvw')).toEqual([]);
  expect((await find('!!!')).threads).toEqual([]);
});

test('[R23, R34] hidden and pending threads are found as well and marked as such', async () => {
  const { id } = await thread(db, { author: PEOPLE.member, subject: 'qzhidden 图纸' });
  await db.execute(sql`update thread set state = 'hidden' where id = ${id}`);
  await indexAllChanges(db);
  expect((await find('qzhid')).threads).toEqual([
    { id, subject: 'qzhidden 图纸', state: 'hidden' },
  ]);
  expect((await find(String(id))).threads[0]?.state).toBe('hidden');
  await db.execute(sql`update thread set state = 'normal', checked = false where id = ${id}`);
  expect((await find('qzhidden')).threads[0]?.state).toBe('waiting');
});
