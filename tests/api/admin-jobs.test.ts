import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/statement.ts';
import { createJob } from '#domain/jobs/create.ts';
import { type JobContext, type JobHandlers, runJob } from '#domain/jobs/run.ts';
import { runFilterDryRun } from '#domain/message/word/filter-dry-run.ts';
import { ensureScheduled } from '#domain/operations/ensure-scheduled.ts';
import { adminCaller } from '../support/admin-session.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);
const order = (params = {}) =>
  inTransaction(db, (tx) =>
    createJob(tx, { kind: 'screen', params, actorId: PEOPLE.administrator }),
  );
const job = async (id: number) =>
  (
    await admin.call<{
      state: string;
      done: number;
      total: number | null;
      found: number;
      error: string;
    }>('GET', `/api/v2/admin/jobs/${id}`)
  ).body;
const handlers = (screen: (work: JobContext) => Promise<void>): JobHandlers => ({
  screen,
  check: screen,
  publish: screen,
  'publish-all': screen,
  purge: screen,
  resanitize: screen,
});
const forever = new AbortController().signal;

test('[R14] a dry run finds the posts that a word would catch, however it is written, and changes nothing', async () => {
  const before = (
    await db.execute(sql`select md5(string_agg(html, '' order by id)) as hash from post`)
  ).rows;
  const id = await order({ words: ['输 入 法'] });
  await runJob(db, handlers(runFilterDryRun(db)), id, forever);
  const state = await job(id);
  expect([state.state, state.done, state.found > 0]).toEqual(['done', state.total, true]);
  const items = (
    await admin.call<{ rows: { detail: { post: number; match: string } }[]; total: number }>(
      'GET',
      `/api/v2/admin/jobs/${id}/items`,
    )
  ).body;
  expect(items.rows.every((row) => row.detail.match.replace(/\s/g, '') === '输入法')).toBe(true);
  expect(
    (await db.execute(sql`select md5(string_agg(html, '' order by id)) as hash from post`)).rows,
  ).toEqual(before);
});

test('[ops] a job that is interrupted by the end of its process continues where it was', async () => {
  const id = await order();
  const ending = new AbortController();
  const seen: number[] = [];
  const work = handlers(async ({ cursor, saveProgress, setTotal }) => {
    await setTotal(4);
    for (let n = cursor + 1; n <= 4; n++) {
      seen.push(n);
      if (n === 2) ending.abort();
      await saveProgress({ done: n, cursor: n, items: [{ n }] });
    }
  });
  await runJob(db, work, id, ending.signal);
  expect(await job(id)).toMatchObject({ state: 'waiting', done: 2 });
  // The queue's state after the job's function has returned.
  await db.execute(sql`delete from graphile_worker._private_jobs where key = ${`job:${id}`}`);
  expect((await ensureScheduled(db)).job).toBe(1);
  await runJob(db, work, id, forever);
  expect([seen, await job(id)]).toEqual([
    [1, 2, 3, 4],
    expect.objectContaining({ state: 'done', done: 4, found: 4 }),
  ]);
});

test('[ops] a job is taken over from a process that died, and not from one that lives', async () => {
  const id = await order();
  await db.execute(
    sql`update job set state = 'running', runner = 'dead', updated_at = now() where id = ${id}`,
  );
  let ran = 0;
  const work = handlers(async () => void ran++);
  await runJob(db, work, id, forever);
  expect(ran).toBe(0);
  await db.execute(sql`update job set updated_at = now() - interval '21 seconds' where id = ${id}`);
  await runJob(db, work, id, forever);
  expect([ran, (await job(id)).state]).toEqual([1, 'done']);
});

test('[ops] a job that is cancelled ends at its next step, one that fails says why', async () => {
  const id = await order();
  await runJob(
    db,
    handlers(async ({ saveProgress }) => {
      await saveProgress({ done: 1, cursor: 1 });
      expect((await admin.call('POST', `/api/v2/admin/jobs/${id}/cancel`)).status).toBe(200);
      await saveProgress({ done: 2, cursor: 2 });
      expect.unreachable();
    }),
    id,
    forever,
  );
  expect(await job(id)).toMatchObject({ state: 'cancelled', done: 2 });
  const failing = await order();
  await expect(
    runJob(
      db,
      handlers(() => Promise.reject(new Error('the disk is full'))),
      failing,
      forever,
    ),
  ).rejects.toThrow('the disk is full');
  expect(await job(failing)).toMatchObject({ state: 'failed', error: 'the disk is full' });
  expect((await admin.call('POST', '/api/v2/admin/jobs/99999/cancel')).status).toBe(404);
});

test('[R34] the dashboard counts events by days of the community’s time zone', async () => {
  await db.execute(
    sql`
      insert into report (reporter_id, forum_id, thread_id, post_id, kind)
      select ${PEOPLE.member}, forum_id, thread_id, id, 'spam'
      from post
      where floor = 0
      order by id
      limit 1`,
  );
  const seen = (
    await admin.call<{
      days: string[];
      replies: number[];
      reports: number[];
      waiting: { reports: number };
      kinds: unknown[];
    }>('GET', '/api/v2/admin/dashboard?days=7')
  ).body;
  const today =
    (
      await db.execute(
        sql`
          select sum(replies)::int as replies
          from forum_day
          where day = (now() at time zone 'Asia/Shanghai')::date`,
      )
    ).rows[0]?.replies ?? 0;
  expect([
    seen.days.length,
    seen.replies.at(-1),
    seen.reports.at(-1),
    seen.waiting.reports >= 1,
  ]).toEqual([7, today, 1, true]);
  expect(seen.kinds).toContainEqual({ kind: 'spam', count: 1 });
  expect((await admin.call('GET', '/api/v2/admin/dashboard?days=8')).status).toBe(400);
});
