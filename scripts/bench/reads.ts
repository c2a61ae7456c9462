import { chance } from '../seed/timeline.ts';
import type { Bench } from './bench.ts';
import { judge, type Measured } from './figure.ts';
import { meter } from './processor.ts';
import { load } from './wrk.ts';

/*
 * The three lists that programs ask for most. Pages are drawn so that each doubling of the depth is
 * as likely as the one before: half of all requests are for the first dozens, and the deepest pages
 * are among them.
 */

const SECONDS = 8;
/**
 * Nearly all lists have been asked for once then: what is measured is programs that ask again and
 * again.
 */
const WARM_UP = 10;
/** As browsers and nearly all programs ask. */
const headers = { 'accept-encoding': 'gzip' };
const PATHS = 2_000;
const PER_PAGE = 20;

export async function measureReads({ place, server, report }: Bench): Promise<Measured[]> {
  const random = chance(20_261_121);
  const deep = (pages: number) =>
    Math.min(pages - 1, Math.floor(Math.exp(random() * Math.log(Math.max(1, pages) + 1))) - 1);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { rows: forums } = await place.db.$client.query<{ id: number; threads: number }>(
    `select id, threads_cnt as threads from forum where access = 'public'`,
  );
  const { rows: threads } = await place.db.$client.query<{ id: number; replies: number }>(
    `
      select id, replies_cnt as replies
      from thread
      where state = 'normal' and checked and replies_cnt > 0
      order by hashint4(id)
      limit 20000`,
  );
  const { rows: long } = await place.db.$client.query<{ id: number; replies: number }>(
    'select id, replies_cnt as replies from thread where replies_cnt > 5000',
  );
  const all = forums.reduce((sum, forum) => sum + forum.threads, 0);
  const sets: Record<string, () => string> = {
    'thread/index': () =>
      `/api/v1/thread/index?order=${pick(['updated_at', 'created_at', 'hot_value'])}&languages=${pick(['', '', 'zh_CN', 'en_US'])}&offset=${deep(all / PER_PAGE / 3)}&limit=${PER_PAGE}`,
    'forum/id': () => {
      const forum = pick(forums);
      return `/api/v1/forum/id?id=${forum.id}&order=${pick(['last_date', 'created_at', 'hot_value'])}&offset=${deep(forum.threads / PER_PAGE)}&limit=${PER_PAGE}`;
    },
    'post/list': () => {
      const thread = random() < 0.05 && long.length > 0 ? pick(long) : pick(threads);
      const page = Math.floor(random() * Math.ceil(thread.replies / 10));
      return `/api/v1/thread/post/list?id=${thread.id}&order=${pick(['asc', 'asc', 'desc'])}&offset=${page}&limit=10`;
    },
  };
  const found: Measured[] = [];
  for (const [name, path] of Object.entries(sets)) {
    const paths = Array.from({ length: PATHS }, path);
    const probe = await fetch(server.url + paths[0]);
    if (probe.status === 404) {
      found.push({
        figure: `${name} p99`,
        measured: 'not there',
        target: '≤ 40 ms',
        ok: false,
        values: {},
        note: 'this build has no such call',
      });
      continue;
    }
    report(name);
    const first = await load({ url: server.url, paths, seconds: WARM_UP, threads: 1, headers });
    const used = meter(place.env.DATA_DIR, server.pid);
    const { requests, p50, p99, perSecond, refused, broken } = await load({
      url: server.url,
      paths,
      seconds: SECONDS,
      threads: 1,
      headers,
    });
    const cost = used();
    const each = (time: number) => `${(time / requests).toFixed(2)} ms`;
    if (refused + broken > 0)
      throw new Error(`${name}: ${refused} requests were refused, ${broken} broke.`);
    found.push(
      judge({
        figure: `${name} p99 at 32 connections`,
        unit: 'ms',
        limits: { p99: { atMost: 40 } },
        values: { p99, p50, perSecond },
        note: [
          `p50 ${p50.toFixed(1)} ms, ${Math.round(perSecond)} a second`,
          `processor time each: server ${each(cost.server)}, database ${each(cost.database)}`,
          `in the ${WARM_UP} s before, when most were asked for the first time: p50 ${first.p50.toFixed(1)} ms, p99 ${first.p99.toFixed(0)} ms`,
        ].join('; '),
      }),
    );
  }
  return found;
}
