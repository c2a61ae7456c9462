import { setTimeout as delay } from 'node:timers/promises';
import { createSession } from '#auth/session.ts';
import type { Db } from '#db/client.ts';
import { fillTable, USERS } from './admin.ts';
import { type ChosenThread, chooseThreads } from './choose-threads.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { createReplyClient } from './reply-client.ts';

/*
 * Cost of watching and reading, if half as many members as there are threads watch 200 each: the
 * calls for news, and delivery time of a reply's notification.
 */

const MAX_PEOPLE = 50_000;
const WATCHED_EACH = 200;
const READERS = 200;
const CALLS_EACH = 5;
const ROWS_PER_PAGE = 20;
const WATCHERS = 5_000;
const REPLIES = 5;
const MAX_UNREAD_P95_MS = 20;
const MAX_NEWS_P95_MS = 60;
const MAX_TOLD_MS = 2_000;
const POLL_MS = 10;
const GIVE_UP_MS = 60_000;

interface Watching {
  readers: number[];
  /** Watched by 5,000 members. */
  thread: ChosenThread;
}

async function fillWatching(db: Db): Promise<Watching> {
  await fillTable(db, USERS);
  const [thread] = await chooseThreads(db, 1, { from: 100, to: 2_000 });
  if (!thread) throw new Error('There is no thread of 100 replies.');
  const watchers = `select id from "user" where id > 10100 order by hashint4(id), id`;
  await fillTable(db, {
    table: 'watch',
    enough: 100_000,
    text: `
      insert into watch (user_id, kind, target_id, level, created_at)
      select
        u.id,
        'thread',
        t.ids[1 + (hashint4(u.id + k * 7919) & 2147483647) % t.size],
        'all',
        now()
      from (
        ${watchers}
        limit least(${MAX_PEOPLE}, (select count(*) / 2 from thread))
      ) u
      cross join generate_series(1, ${WATCHED_EACH}) k
      cross join (
        select array_agg(id) as ids, count(*)::int as size
        from (
          select id
          from thread
          where state = 'normal' and checked
          order by last_reply_at desc
          limit 50000
        ) busy
      ) t
      on conflict do nothing`,
  });
  await db.$client.query(
    `
      insert into watch (user_id, kind, target_id, level)
      select id, 'thread', $1, 'all'
      from (${watchers} limit ${WATCHERS}) w
      on conflict do nothing`,
    [thread.id],
  );
  const { rows } = await db.$client.query<{ id: number }>(`${watchers} limit ${READERS}`);
  const readers = rows.map(({ id }) => id);
  await db.$client.query(`update "user" set read_before = 'epoch' where id = any($1)`, [readers]);
  await db.$client.query(
    `
      insert into thread_read (user_id, thread_id, floor)
      select w.user_id, t.id, greatest(0, t.last_floor - t.id % 5)
      from watch w
      join thread t on t.id = w.target_id
      where w.user_id = any($1) and w.kind = 'thread'
      on conflict do nothing`,
    [readers],
  );
  await db.$client.query('vacuum analyze thread_read');
  return { readers, thread };
}

/** Milliseconds of each call in sequence. */
async function timeCalls(
  { environment, server }: BenchContext,
  readers: readonly number[],
  pathsOf: (userId: number) => Promise<string[]>,
): Promise<number[]> {
  const times: number[] = [];
  for (const userId of readers) {
    const token = await createSession(environment.db, {
      userId,
      kind: 'site',
      ip: '127.0.0.1',
      userAgent: 'bench',
    });
    for (const path of await pathsOf(userId)) {
      const began = performance.now();
      const reply = await fetch(server.url + path, { headers: { cookie: `bbs=${token}` } });
      await reply.text();
      if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}.`);
      times.push(performance.now() - began);
    }
  }
  return times;
}

/** Milliseconds until all watchers were notified of a reply, and of its response. */
async function timeNotifications(
  { environment: { db }, server }: BenchContext,
  thread: ChosenThread,
): Promise<{ notified: number[]; answers: number[] }> {
  const client = await createReplyClient(db, server.url, 1);
  const notified: number[] = [];
  const answers: number[] = [];
  for (let count = 0; count < REPLIES; count++) {
    const sent = await client.post(thread);
    answers.push(sent.milliseconds);
    for (;;) {
      const { rows } = await db.$client.query<{ waiting: boolean }>(
        'select exists (select from unannounced_post) as waiting',
      );
      if (!rows[0]?.waiting) break;
      if (performance.now() - sent.sentAt > GIVE_UP_MS)
        throw new Error('Watchers weren’t notified.');
      await delay(POLL_MS);
    }
    notified.push(performance.now() - sent.sentAt);
  }
  client.close();
  const { rows } = await db.$client.query<{ count: number }>(
    'select count(*)::int as count from notification where thread_id = $1 and read_at is null',
    [thread.id],
  );
  if ((rows[0]?.count ?? 0) < WATCHERS - REPLIES)
    throw new Error(`${rows[0]?.count} people were notified.`);
  return { notified, answers };
}

export async function measureWatching(bench: BenchContext): Promise<Figure[]> {
  const { environment, yardsticks, report } = bench;
  report('people who watch');
  const { readers, thread } = await fillWatching(environment.db);
  const { rows: recent } = await environment.db.$client.query<{ id: number }>(
    `
      select id
      from thread
      where state = 'normal' and checked
      order by last_reply_at desc
      limit ${(ROWS_PER_PAGE / 2) * CALLS_EACH}`,
  );
  report('what is unread');
  const unread = await timeCalls(bench, readers, async (userId) => {
    const { rows: own } = await environment.db.$client.query<{ id: number }>(
      `
        select thread_id as id
        from thread_read
        where user_id = $1
        order by hashint4(thread_id)
        limit ${(ROWS_PER_PAGE / 2) * CALLS_EACH}`,
      [userId],
    );
    return Array.from({ length: CALLS_EACH }, (_, call) => {
      const part = (of: readonly { id: number }[]) =>
        of.slice((call * ROWS_PER_PAGE) / 2, ((call + 1) * ROWS_PER_PAGE) / 2).map(({ id }) => id);
      return `/api/v2/user/unread?thread_ids=${[...part(own), ...part(recent)]}`;
    });
  });
  report('what is new');
  const news = await timeCalls(bench, readers, async () => ['/api/v2/user/news']);
  report('telling those who watch');
  const { notified, answers } = await timeNotifications(bench, thread);
  const scale = await yardsticks.timeScale();
  const timing = (figure: string, times: readonly number[], atMost: number): Figure =>
    judgeFigure({
      figure,
      unit: 'ms',
      limits: { p95: { atMost } },
      scale,
      values: { p95: percentile(times, 0.95), p50: median(times), max: Math.max(...times) },
      note: `p50 ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
    });
  return [
    timing('unread counts of 20 threads, p95', unread, MAX_UNREAD_P95_MS),
    timing('new activity in 200 watched threads, p95', news, MAX_NEWS_P95_MS),
    judgeFigure({
      figure: `reply → all ${WATCHERS} watchers notified`,
      unit: 'ms',
      limits: { max: { atMost: MAX_TOLD_MS } },
      scale,
      values: { max: Math.max(...notified), p50: median(notified), answer: median(answers) },
      note: `median ${median(notified).toFixed(0)} ms of ${REPLIES}; the reply itself was answered after ${median(answers).toFixed(1)} ms`,
    }),
  ];
}
