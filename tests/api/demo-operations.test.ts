import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import { countMembers } from '#domain/operations/dashboard/count-members.ts';
import { readEnv } from '#platform/env.ts';
import { loadCommunity } from '../../scripts/seed/load-community.ts';
import { adminCaller } from '../support/admin-session.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The demo community after a first start has data for every admin screen. */

const { db } = await emptyDatabase();
const api = await testApi(db);

const HALF_DAY_MS = 12 * 3_600_000;
/** The last noon or midnight: the rows do not depend on the hour at which the test runs. */
const now = new Date(Math.floor(Date.now() / HALF_DAY_MS) * HALF_DAY_MS);

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: temporaryFolder('demo') });
  await loadCommunity(db, env, { now });
});

test('[R30] notifications of the demo come in the order of time', async () => {
  const { rows } = await db.execute<{ late: number }>(sql`
    select count(*)::int as late
    from (select created_at < max(created_at) over (order by id) as late from notification) n
    where late`);
  expect(rows).toEqual([{ late: 0 }]);
});

test.for([
  ['reports?tab=open', 8],
  ['reports?tab=handled', 31],
  ['review?kind=thread', 3],
  ['review?kind=reply', 5],
  ['words', 14],
  ['jobs?state=done', 5],
  ['jobs?state=failed', 1],
  ['users?state=banned', 3],
  ['log', 159],
  ['sign-ins', 478],
] as const)('[ops] the list %s of the admin area has %i rows', async ([list, rows]) => {
  const admin = await adminCaller(api, db);
  const { status, body } = await admin.call<{ total: number }>('GET', `/api/v2/admin/${list}`);
  expect([status, body.total]).toEqual([200, rows]);
});

test('[ops] reports are open, taken and handled', async () => {
  const { rows } = await db.execute(sql`select distinct state from report order by state`);
  expect(rows.map(({ state }) => state)).toEqual(['handled', 'open', 'taken']);
});

test('[ops] the charts of the dashboard have shapes: something happened on many days', async () => {
  const admin = await adminCaller(api, db);
  const { body } = await admin.call<DashboardWire>('GET', '/api/v2/admin/dashboard?days=30');
  const busyDays = (numbers: readonly number[]) => numbers.filter((n) => n > 0).length;
  expect(busyDays(body.threads)).toBeGreaterThan(10);
  expect(busyDays(body.replies)).toBeGreaterThan(20);
  expect(busyDays(body.users)).toBeGreaterThan(15);
  expect(busyDays(body.reports)).toBeGreaterThan(10);
  expect(busyDays(body.bans)).toBeGreaterThan(3);
  expect(body.waiting.reports).toBeGreaterThan(4);
  expect(body.waiting.review).toBeGreaterThan(5);
});

test('[ops] the demo shows active members, answered threads and newcomers who came back', async () => {
  const admin = await adminCaller(api, db);
  await countMembers(db, 'Asia/Shanghai');
  const { counted, newcomers } = (
    await admin.call<DashboardWire>('GET', '/api/v2/admin/dashboard?days=30')
  ).body.members;
  expect(counted?.active_week).toBeGreaterThan(10);
  expect(counted?.active_month).toBeGreaterThan(counted?.active_week as number);
  expect(counted?.answered).toBeGreaterThan(10);
  expect(newcomers.length).toBeGreaterThan(1);
  expect(newcomers.some(({ returned }) => returned > 0)).toBe(true);
});

test('[ops] a visitor’s likely choice of a demo member has private messages, drafts, favourites, bookmarks, watched things and unread notifications', async () => {
  const me = await api.as(PEOPLE.member);
  for (const path of [
    'v1/user/letter/list',
    'v1/thread/draft',
    'v1/user/favorite?idtype=tid',
    'v1/user/msg?category=1',
    'v1/user/msg?category=2',
    'v2/user/bookmarks',
    'v2/user/bookmarks?reminders=1',
    'v2/user/watched?of=threads',
    'v2/user/watched?of=forums',
    'v2/user/watched?of=users',
    'v2/user/watched?of=users&muted=1',
  ]) {
    const { body } = await me.call<{ data: unknown[] }>('GET', `/api/${path}`);
    expect([path, body.data.length > 0]).toEqual([path, true]);
  }
});

test('[ops] nothing of it is later than now, and no counter is wrong', async () => {
  const { rows } = await db.execute<{ late: number }>(
    sql`
      select sum(n)::int as late
      from (
        select count(*) n from report where created_at > now() or handled_at > now()
        union all
        select count(*) from action_log where created_at > now()
        union all
        select count(*) from sign_in where created_at > now()
        union all
        select count(*) from notification where created_at > now()
        union all
        select count(*) from letter where created_at > now()
      ) every`,
  );
  expect(rows[0]?.late).toBe(0);
  expect(await findWrongCounters(db)).toEqual([]);
});

test('[ops] the letters of each conversation are numbered in the order of their times', async () => {
  const { rows } = await db.execute<{ letters: number; late: number }>(sql`
    select count(*)::int as letters, count(*) filter (where created_at <= before)::int as late
    from (
      select
        created_at,
        lag(created_at) over (
          partition by least(sender_id, receiver_id), greatest(sender_id, receiver_id)
          order by id
        ) as before
      from letter
    ) l`);
  expect(rows[0]?.letters).toBeGreaterThan(20);
  expect(rows[0]?.late).toBe(0);
});
