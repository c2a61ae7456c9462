import { createSession } from '#auth/session.ts';
import type { Db } from '#db/client.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';

/* Calls of the admin area's screens: the dashboard, and lists at first, filtered, far back. */

const ADMIN_USER_ID = 10_000;
const CALLS_PER_PATH = 40;
/** Warm up plans and buffers, as in use. */
const WARM_UP_CALLS = 5;
const MAX_P95_MS = 100;
/** In addition to authors: most members only read. */
const USER_COUNT = 200_000;

/** Rows to add to a table that synthetic volume leaves nearly empty. */
export interface Filling {
  table: string;
  /** The table is filled only below this count; default: 100. */
  enough?: number;
  text: string;
}

export const USERS: Filling = {
  table: 'user',
  enough: USER_COUNT,
  text: `
      insert into "user" (
        username,
        nickname,
        group_id,
        email,
        created_ip,
        login_at,
        created_at
      )
      select
        'bench' || n,
        (array['测试', 'Tester ', '用户', 'Reader '])[1 + n % 4] || n,
        (select group_id from "user" order by id desc limit 1),
        'bench' || n || '@example.org',
        '192.0.2.' || n % 250,
        now() - n::bigint * 7919 % 2000003 * interval '1 minute',
        now() - n::bigint * 104729 % 3000017 * interval '1 minute'
      from generate_series(1, ${USER_COUNT}) n`,
};

/** Rows that a community of this size gathers in years. */
const FILLINGS: readonly Filling[] = [
  USERS,
  {
    table: 'warning',
    text: `
      insert into warning (
        user_id,
        moderator_id,
        thread_id,
        post_id,
        note,
        created_at,
        withdrawn_at,
        withdrawn_by
      )
      select
        p.user_id,
        ${ADMIN_USER_ID},
        p.thread_id,
        p.id,
        'bench',
        p.created_at,
        case when p.id % 800 = 0 then p.created_at end,
        case when p.id % 800 = 0 then ${ADMIN_USER_ID} end
      from post p
      where p.id % 400 = 0`,
  },
  {
    table: 'ban',
    text: `
      with banned as (
        insert into ban (
          user_id,
          moderator_id,
          reason,
          begin_at,
          end_at,
          created_at
        )
        select
          id,
          ${ADMIN_USER_ID},
          'bench',
          now() - interval '1 day',
          case when id % 3 <> 0 then now() + interval '30 days' end,
          now() - interval '1 day'
        from "user"
        where id % 100 = 7
        returning user_id, begin_at, end_at
      )
      update "user" u
      set banned_from = begin_at, banned_until = coalesce(end_at, 'infinity')
      from banned
      where user_id = u.id`,
  },
  {
    table: 'access_token',
    text: `
      insert into access_token (
        user_id,
        name,
        token_hash,
        hint,
        scopes,
        created_at,
        used_at,
        expires_at
      )
      select
        ${ADMIN_USER_ID} + n % 40,
        'bench ' || n,
        'bench ' || n,
        lpad(n::text, 4, '0'),
        (array['{read}', '{read,write}', '{read,write,moderate}'])[1 + n % 3]::text[],
        now() - n * interval '1 hour',
        case when n % 5 <> 0 then now() - n * interval '1 minute' end,
        case when n % 4 <> 0 then now() + (n - 1000) * interval '1 day' end
      from generate_series(1, 4000) n`,
  },
  {
    table: 'report',
    text: `
      insert into report (
        reporter_id,
        forum_id,
        thread_id,
        post_id,
        kind,
        state,
        handled_by,
        handled_at,
        outcome,
        created_at
      )
      select
        ${ADMIN_USER_ID} + 2 + p.id / 40 % 40,
        p.forum_id,
        p.thread_id,
        p.id,
        (array['spam', 'abuse', 'offtopic', 'other'])[1 + p.id / 40 % 4],
        case when old then 'handled' else 'open' end,
        case when old then ${ADMIN_USER_ID} end,
        case when old then p.created_at + interval '1 hour' end,
        case when old then (array['dismiss', 'delete', 'warn'])[1 + p.id / 40 % 3] end,
        p.created_at
      from (select *, id % 3200 <> 0 as old from post where id % 40 = 0) p`,
  },
  {
    table: 'action_log',
    text: `
      insert into action_log (
        actor_id,
        action,
        target_thread_id,
        target_post_id,
        target_user_id,
        forum_id,
        reason,
        created_at
      )
      select
        ${ADMIN_USER_ID} + p.id / 8 % 4,
        (array['post.delete', 'thread.move', 'user.warn', 'post.hide'])[1 + p.id / 8 % 4],
        case when p.id / 8 % 4 = 1 then p.thread_id end,
        case when p.id / 8 % 4 in (0, 3) then p.id end,
        case when p.id / 8 % 4 = 2 then p.user_id end,
        p.forum_id,
        'bench',
        p.created_at
      from post p
      where p.id % 8 = 0
      order by p.id`,
  },
  {
    table: 'held',
    text: `
      with pending as (
        update post
        set checked = false
        where id % 1999 = 0 and floor > 0 and checked
        returning id
      )
      insert into held (post_id, reason)
      select id, (array['words', 'captcha', 'newcomer'])[1 + id % 3]
      from pending
      on conflict do nothing`,
  },
];

export async function fillTable(db: Db, { table, enough = 100, text }: Filling): Promise<void> {
  const { rows } = await db.$client.query<{ plenty: boolean }>(
    `select count(*) >= ${enough} as plenty from (select from "${table}" limit ${enough}) found`,
  );
  if (rows[0]?.plenty) return;
  await db.$client.query(text);
  await db.$client.query(`vacuum analyze "${table}"`);
}

async function fillTables(db: Db): Promise<void> {
  for (const filling of FILLINGS) await fillTable(db, filling);
  await db.$client.query('vacuum analyze post');
}

interface Filters {
  forum: number;
  author: number;
  /** The members' group. */
  group: number;
  from: string;
  to: string;
}

/** The smallest forum, the most active author, and a month in the middle. */
async function chooseFilters(db: Db): Promise<Filters> {
  const { rows } = await db.$client.query<{
    forum: number;
    author: number;
    group: number;
    from: Date;
  }>(`
    select
      (select id from forum order by threads_cnt, id limit 1) as forum,
      (select id from "user" order by posts_cnt desc limit 1) as author,
      (select group_id from "user" group by group_id order by count(*) desc limit 1) as "group",
      (
        select created_at
        from post
        where id >= (select max(id) / 3 from post)
        order by id
        limit 1
      ) as "from"`);
  const { forum = 1, author = ADMIN_USER_ID, group = 0, from = new Date() } = rows[0] ?? {};
  return {
    forum,
    author,
    group,
    from: from.toISOString(),
    to: new Date(from.getTime() + 30 * 86_400_000).toISOString(),
  };
}

function screenPaths({ forum, author, group, from, to }: Filters): Record<string, string[]> {
  const time = `from=${from}&to=${to}`;
  return {
    dashboard: ['dashboard', 'dashboard?days=90', 'me'],
    reports: [
      'reports',
      'reports?sort=-reports',
      'reports?kind=spam&language=en_US',
      `reports?tab=handled&forum_id=${forum}&sort=-created_at`,
      'reports?tab=handled&sort=-created_at&offset=1975',
      'reports/open',
    ],
    review: ['review', 'review?reason=newcomer', 'review?limit=100&offset=300'],
    threads: [
      'written',
      'written?q=系统',
      `written?forum_id=${forum}`,
      'written?state=deleted',
      `written?${time}`,
      'written?offset=9975',
    ],
    replies: [
      'written?kind=reply',
      'written?kind=reply&q=kernel',
      `written?kind=reply&forum_id=${forum}&offset=5000`,
      `written?kind=reply&author=${author}`,
      'written?kind=reply&state=deleted',
      `written?kind=reply&${time}`,
      'written?kind=reply&offset=9975',
    ],
    people: [
      'users',
      'users?sort=created_at',
      'users?sort=-login_at',
      'users?q=a',
      `users?q=${author}`,
      'users?q=bench77@example.org',
      'users?q=192.0.2.7',
      `users?group=${group}&offset=9975`,
      'users?state=banned',
      'users?state=warned&sort=-login_at',
      'users?joined=30',
      'users?offset=9975',
      'users?sort=-login_at&offset=9975',
      `users/${author}`,
    ],
    groups: ['groups'],
    tokens: [
      'tokens',
      'tokens?sort=-used_at',
      'tokens?sort=expires_at&state=works',
      'tokens?q=bench',
      'tokens?scope=moderate&offset=1000',
    ],
    'action log': [
      'log',
      'log?actor=10001',
      'log?kind=user',
      'log?kind=config',
      'log?target=comment',
      `log?about=${author}`,
      `log?${time}`,
      'log?offset=9975',
    ],
  };
}

export async function measureAdmin({
  environment,
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  report('people, reports, a log and pending reviews');
  await fillTables(environment.db);
  const token = await createSession(environment.db, {
    userId: ADMIN_USER_ID,
    kind: 'admin',
    ip: '127.0.0.1',
    userAgent: 'bench',
  });
  const ask = async (path: string): Promise<number> => {
    const began = performance.now();
    const reply = await fetch(`${server.url}/api/v2/admin/${path}`, {
      headers: { cookie: `bbs_admin=${token}` },
    });
    await reply.text();
    if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}.`);
    return performance.now() - began;
  };
  const figures: Figure[] = [];
  for (const [name, paths] of Object.entries(screenPaths(await chooseFilters(environment.db)))) {
    const all: number[] = [];
    let slowest = { path: '', p95: 0, p50: 0 };
    for (const path of paths) {
      report(`${name}: ${path}`);
      const times: number[] = [];
      for (let count = -WARM_UP_CALLS; count < CALLS_PER_PATH; count++) {
        const took = await ask(path);
        if (count >= 0) times.push(took);
      }
      all.push(...times);
      const p95 = percentile(times, 0.95);
      if (p95 > slowest.p95) slowest = { path, p95, p50: median(times) };
    }
    // Each call of a screen must be fast, so the slowest one counts.
    const values = { p95: slowest.p95, p50: slowest.p50, worst: Math.max(...all) };
    figures.push(
      judgeFigure({
        figure: `admin, ${name}, p95`,
        unit: 'ms',
        limits: { p95: { atMost: MAX_P95_MS } },
        values,
        note: `${slowest.path}, p50 ${values.p50.toFixed(0)} ms; of all ${paths.length} calls p50 ${median(all).toFixed(0)} ms, worst ${values.worst.toFixed(0)} ms`,
      }),
    );
  }
  return figures;
}
