import { createSession } from '#auth/session.ts';
import type { Db } from '#db/client.ts';
import type { Bench } from './bench.ts';
import { judge, type Measured, median, percentile } from './figure.ts';

/*
 * The screens of the admin area as an administrator asks for them, one call after another: the dashboard, and each list
 * as it opens, filtered, and far back.
 */

const ADMINISTRATOR = 10_000;
const CALLS = 40;
/** Before them, so that plans and pages are in memory as they are in use. */
const WARM_UP = 5;
const GOAL = 100;

/** What a community of this size has gathered in years, where the synthetic volume has none of it. */
const GATHERED = [
  {
    table: 'report',
    text: `
      insert into report (reporter_id, forum_id, thread_id, post_id, kind, state, handled_by, handled_at, outcome, created_at)
      select ${ADMINISTRATOR} + 2 + p.id / 40 % 40, p.forum_id, p.thread_id, p.id, (array['spam', 'abuse', 'offtopic', 'other'])[1 + p.id / 40 % 4], case when old then 'handled' else 'open' end,
        case when old then ${ADMINISTRATOR} end, case when old then p.created_at + interval '1 hour' end, case when old then (array['dismiss', 'delete', 'warn'])[1 + p.id / 40 % 3] end, p.created_at
      from (select *, id % 3200 <> 0 as old from post where id % 40 = 0) p`,
  },
  {
    table: 'action_log',
    text: `
      insert into action_log (actor_id, action, target_thread_id, target_post_id, target_user_id, forum_id, reason, created_at)
      select ${ADMINISTRATOR} + p.id / 8 % 4, (array['post.delete', 'thread.move', 'user.warn', 'post.hide'])[1 + p.id / 8 % 4], case when p.id / 8 % 4 = 1 then p.thread_id end,
        case when p.id / 8 % 4 in (0, 3) then p.id end, case when p.id / 8 % 4 = 2 then p.user_id end, p.forum_id, 'bench', p.created_at
      from post p where p.id % 8 = 0 order by p.id`,
  },
  {
    table: 'held',
    text: `
      with waits as (update post set checked = false where id % 1999 = 0 and floor > 0 and checked returning id)
      insert into held (post_id, reason) select id, (array['words', 'captcha', 'newcomer'])[1 + id % 3] from waits on conflict do nothing`,
  },
] as const;

async function gather(db: Db): Promise<void> {
  for (const { table, text } of GATHERED) {
    const { rows } = await db.$client.query<{ some: boolean }>(`select count(*) > 100 as some from (select from ${table} limit 101) found`);
    if (rows[0]?.some) continue;
    await db.$client.query(text);
    await db.$client.query(`vacuum analyze ${table}`);
  }
  await db.$client.query('vacuum analyze post');
}

interface Filters {
  forum: number;
  author: number;
  from: string;
  to: string;
}

/** The smallest forum, who wrote most, and a month in the middle. */
async function chooseFilters(db: Db): Promise<Filters> {
  const { rows } = await db.$client.query<{ forum: number; author: number; from: Date }>(`
    select (select id from forum order by threads_cnt, id limit 1) as forum, (select id from "user" order by posts_cnt desc limit 1) as author,
      (select created_at from post where id >= (select max(id) / 3 from post) order by id limit 1) as "from"`);
  const { forum = 1, author = ADMINISTRATOR, from = new Date() } = rows[0] ?? {};
  return { forum, author, from: from.toISOString(), to: new Date(from.getTime() + 30 * 86_400_000).toISOString() };
}

function screens({ forum, author, from, to }: Filters): Record<string, string[]> {
  const time = `from=${from}&to=${to}`;
  return {
    dashboard: ['dashboard', 'dashboard?days=90', 'me'],
    reports: ['reports', 'reports?sort=-reports', 'reports?kind=spam&language=en_US', `reports?tab=handled&forum_id=${forum}&sort=-created_at`, 'reports?tab=handled&sort=-created_at&offset=1975', 'reports/open'],
    review: ['review', 'review?reason=newcomer', 'review?limit=100&offset=300'],
    threads: ['written', 'written?q=系统', `written?forum_id=${forum}`, 'written?state=deleted', `written?${time}`, 'written?offset=9975'],
    replies: [
      'written?kind=reply',
      'written?kind=reply&q=kernel',
      `written?kind=reply&forum_id=${forum}&offset=5000`,
      `written?kind=reply&author=${author}`,
      'written?kind=reply&state=deleted',
      `written?kind=reply&${time}`,
      'written?kind=reply&offset=9975',
    ],
    'action log': ['log', 'log?actor=10001', 'log?kind=user', 'log?kind=config', 'log?target=comment', `log?about=${author}`, `log?${time}`, 'log?offset=9975'],
  };
}

export async function measureAdmin({ place, server, report }: Bench): Promise<Measured[]> {
  report('reports, a log and what waits for review');
  await gather(place.db);
  const token = await createSession(place.db, { userId: ADMINISTRATOR, kind: 'admin', ip: '127.0.0.1', userAgent: 'bench' });
  const ask = async (path: string): Promise<number> => {
    const began = performance.now();
    const reply = await fetch(`${server.url}/api/v2/admin/${path}`, { headers: { cookie: `bbs_admin=${token}` } });
    await reply.text();
    if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}.`);
    return performance.now() - began;
  };
  const found: Measured[] = [];
  for (const [name, paths] of Object.entries(screens(await chooseFilters(place.db)))) {
    const all: number[] = [];
    let slowest = { path: '', p95: 0, p50: 0 };
    for (const path of paths) {
      report(`${name}: ${path}`);
      const times: number[] = [];
      for (let count = -WARM_UP; count < CALLS; count++) {
        const took = await ask(path);
        if (count >= 0) times.push(took);
      }
      all.push(...times);
      const p95 = percentile(times, 0.95);
      if (p95 > slowest.p95) slowest = { path, p95, p50: median(times) };
    }
    // Each call of a screen must be fast: the slowest one is the figure.
    const values = { p95: slowest.p95, p50: slowest.p50, worst: Math.max(...all) };
    found.push(
      judge({
        figure: `admin, ${name}, p95`,
        unit: 'ms',
        limits: { p95: { atMost: GOAL } },
        values,
        note: `${slowest.path}, p50 ${values.p50.toFixed(0)} ms; of all ${paths.length} calls p50 ${median(all).toFixed(0)} ms, worst ${values.worst.toFixed(0)} ms`,
      }),
    );
  }
  return found;
}
