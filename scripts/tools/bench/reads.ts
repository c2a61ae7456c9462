import { seededRandom } from '../../seed/timeline.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { startMeter } from './processor-time.ts';
import { runWrk } from './wrk.ts';

/* The three lists that API clients request most, with log-uniform page numbers. */

const LOAD_SECONDS = 8;
/** Nearly all lists are cached then, as for clients that poll. */
const WARM_UP_SECONDS = 10;
/** As browsers and nearly all API clients. */
const headers = { 'accept-encoding': 'gzip' };
const PATH_COUNT = 2_000;
const PAGE_SIZE = 20;

export async function measureReads({
  environment,
  server,
  yardsticks,
  report,
}: BenchContext): Promise<Figure[]> {
  const random = seededRandom(20_261_121);
  const deep = (pages: number) =>
    Math.min(
      Math.max(0, Math.floor(pages) - 1),
      Math.floor(Math.exp(random() * Math.log(Math.max(1, pages) + 1))) - 1,
    );
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { rows: forums } = await environment.db.$client.query<{ id: number; threads: number }>(
    `select id, threads_cnt as threads from forum where access = 'public'`,
  );
  const { rows: threads } = await environment.db.$client.query<{ id: number; replies: number }>(
    `
      select id, replies_cnt as replies
      from thread
      where state = 'normal' and checked and replies_cnt > 0
      order by hashint4(id)
      limit 20000`,
  );
  const { rows: long } = await environment.db.$client.query<{ id: number; replies: number }>(
    'select id, replies_cnt as replies from thread where replies_cnt > 5000',
  );
  const all = forums.reduce((sum, forum) => sum + forum.threads, 0);
  const sets: Record<string, () => string> = {
    'thread/index': () =>
      `/api/v1/thread/index?order=${pick(['updated_at', 'created_at', 'hot_value'])}&languages=${pick(['', '', 'zh_CN', 'en_US'])}&offset=${deep(all / PAGE_SIZE / 3)}&limit=${PAGE_SIZE}`,
    'forum/id': () => {
      const forum = pick(forums);
      return `/api/v1/forum/id?id=${forum.id}&order=${pick(['last_date', 'created_at', 'hot_value'])}&offset=${deep(forum.threads / PAGE_SIZE)}&limit=${PAGE_SIZE}`;
    },
    'post/list': () => {
      const thread = random() < 0.05 && long.length > 0 ? pick(long) : pick(threads);
      const page = Math.floor(random() * Math.ceil(thread.replies / 10));
      return `/api/v1/thread/post/list?id=${thread.id}&order=${pick(['asc', 'asc', 'desc'])}&offset=${page}&limit=10`;
    },
  };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(sets)) {
    const paths = Array.from({ length: PATH_COUNT }, path);
    const probe = await fetch(server.url + paths[0]);
    if (probe.status === 404) {
      figures.push({
        figure: `${name} p99`,
        measured: 'not there',
        target: '≤ 40 / ≤ 120 ms',
        ok: false,
        values: {},
        note: 'this build has no such call',
      });
      continue;
    }
    report(name);
    const first = await runWrk({
      url: server.url,
      paths,
      seconds: WARM_UP_SECONDS,
      threads: 1,
      headers,
    });
    const used = startMeter(environment.env.DATA_DIR, server.pid);
    const { requests, p50, p99, perSecond, refused, broken } = await runWrk({
      url: server.url,
      paths,
      seconds: LOAD_SECONDS,
      threads: 1,
      headers,
    });
    const cost = used();
    const each = (time: number) => `${(time / requests).toFixed(2)} ms`;
    if (refused + broken > 0)
      throw new Error(`${name}: ${refused} requests were refused, ${broken} broke.`);
    figures.push(
      judgeFigure({
        figure: `${name} p99 at 32 connections, warm / cold`,
        unit: 'ms',
        limits: { p99: { atMost: 40 }, first: { atMost: 120 } },
        scale: await yardsticks.timeScale(),
        values: { p99, first: first.p99, p50, perSecond },
        note: [
          `p50 ${p50.toFixed(1)} ms, ${Math.round(perSecond)} a second`,
          `processor time each: server ${each(cost.server)}, database ${each(cost.database)}`,
          `in the ${WARM_UP_SECONDS} s before, when most were asked for the first time: p50 ${first.p50.toFixed(1)} ms, p99 ${first.p99.toFixed(0)} ms`,
        ].join('; '),
      }),
    );
  }
  return figures;
}
