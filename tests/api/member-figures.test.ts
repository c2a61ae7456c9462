import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import { countMembers } from '#domain/operations/dashboard/count-members.ts';
import { adminCaller } from '../support/admin-session.ts';
import { member, thread } from '../support/factories.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const admin = await adminCaller(await testApi(db), db);
const ZONE = 'Asia/Shanghai';
const MONDAY = sql`(date_trunc('week', now() at time zone ${ZONE}) at time zone ${ZONE})`;
const read = async () =>
  (await admin.call<DashboardWire>('GET', '/api/v2/admin/dashboard?days=7')).body.members;
/** The figures after the job. */
async function count() {
  await countMembers(db, ZONE);
  return read();
}
const signIn = (userId: number, at: ReturnType<typeof sql>, event = 'logout') =>
  db.execute(sql`
    insert into sign_in (user_id, kind, event, ip, user_agent, created_at)
    values (${userId}, 'site', ${event}, '', '', ${at})`);
/** An open session that was last used at this time. */
const session = (userId: number, at: ReturnType<typeof sql>) =>
  db.execute(sql`
    insert into session (token_hash, user_id, seen_at, expires_at)
    values (gen_random_uuid()::text, ${userId}, ${at}, now() + interval '1 day')`);

beforeEach(async () => {
  // Only the administrator's session remains: nobody else was active.
  await db.execute(sql`delete from session where kind = 'site'`);
  await db.execute(sql`delete from sign_in`);
  await db.execute(sql`delete from member_day`);
  await db.execute(sql`delete from newcomer_week`);
});

test('[R34] the dashboard says that nothing is known before the job has run', async () => {
  expect(await read()).toEqual({ counted: null, newcomers: [] });
});

test('[R34] members are active by their last use of a session, once each', async () => {
  const before = (await count()).counted;
  const [today, week, month] = [await member(db), await member(db), await member(db)];
  await session(today, sql`now()`);
  await session(today, sql`now() - interval '3 days'`);
  await signIn(today, sql`now()`);
  await session(week, sql`now() - interval '5 days'`);
  await signIn(month, sql`now() - interval '20 days'`);
  await session(await member(db), sql`now() - interval '40 days'`);
  await signIn(await member(db), sql`now()`, 'refused');
  expect(before).toMatchObject({ active_day: 1, active_week: 1, active_month: 1 });
  expect((await count()).counted).toMatchObject({ active_day: 2, active_week: 3, active_month: 4 });
});

test('[R34] the active members of yesterday aren’t those of today', async () => {
  await count();
  await db.execute(sql`update member_day set day = day - 1`);
  expect((await read()).counted).toMatchObject({ active_day: null, active_month: 1 });
  await db.execute(sql`update member_day set day = day - 1`);
  expect((await read()).counted).toBeNull();
});

test('[R34] a newcomer came back if active in the week after joining', async () => {
  const join = async (at: ReturnType<typeof sql>) => {
    const id = await member(db);
    await db.execute(sql`update "user" set created_at = ${at} where id = ${id}`);
    return id;
  };
  await db.execute(sql`update "user" set created_at = now() - interval '1 year'`);
  const lastWeek = sql`${MONDAY} - interval '3 days'`;
  const returned = await join(lastWeek);
  await session(returned, sql`now()`);
  await session(await join(lastWeek), sql`${MONDAY} - interval '1 minute'`);
  await join(sql`${MONDAY} - interval '8 days'`);
  await session(await join(sql`${MONDAY}`), sql`now()`);
  expect((await count()).newcomers).toEqual([]); // their second week isn't over
  const { rows } = await db.execute(sql`select joined, returned from newcomer_week`);
  expect(rows).toEqual([{ joined: 2, returned: 1 }]);

  await db.execute(
    sql`update newcomer_week set week = week - 7, updated_at = ${MONDAY} - interval '5 minutes'`,
  );
  expect((await read()).newcomers).toEqual([
    { week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), joined: 2, returned: 1 },
  ]);
  // The job didn't run at the end of that week: the number is too small.
  await db.execute(sql`update newcomer_week set updated_at = ${MONDAY} - interval '2 days'`);
  expect((await read()).newcomers).toEqual([]);
});

test('[R34] a thread is answered by another person’s reply within a day', async () => {
  await db.execute(sql`update thread set created_at = now() - interval '1 year'`);
  const add = async (age: string, replyAfter?: string, more: { author?: number } = {}) => {
    const { id, author } = await thread(db, {
      replies: replyAfter ? 1 : 0,
      ...(more.author ? { author: more.author, replier: more.author } : {}),
    });
    await db.execute(sql`update thread set created_at = now() - ${age}::interval where id = ${id}`);
    await db.execute(sql`
      update post
      set created_at = now() - ${age}::interval + ${replyAfter ?? '0'}::interval
      where thread_id = ${id} and floor > 0`);
    return { id, author };
  };
  await add('3 days', '23 hours');
  await add('3 days', '25 hours');
  await add('3 days');
  await add('3 days', '1 hour', { author: await member(db) });
  const hidden = await add('3 days', '1 hour');
  await db.execute(
    sql`update post set state = 'hidden' where thread_id = ${hidden.id} and floor > 0`,
  );
  await add('20 hours', '1 hour'); // its day isn't over
  await add('32 days', '1 hour');
  expect((await count()).counted).toMatchObject({ threads: 5, answered: 1 });
});
