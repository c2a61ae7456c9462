import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { BACKUP_STATE } from '#db/site-state-names.ts';
import { recordBackup, recordDrill } from '#domain/operations/record.ts';
import { SLOW_STATEMENT_MS } from '#platform/metrics.ts';
import { member, thread } from '../support/factories.ts';
import { testApi } from '../support/test-api.ts';
import { startSite } from '../support/test-site.ts';

/* Metrics, health and log of a running server. */

const TOKEN = 'figures-for-tests-only';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

const site = await startSite({
  env: {
    METRICS_TOKEN: TOKEN,
    TRACE_STATEMENTS: 'on',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'info',
  },
});
const plain = await startSite();
const callers = await testApi(site.db);
const author = await member(site.db);
const writer = await callers.as(author);

const scrape = async (): Promise<string> => {
  const reply = await fetch(`${site.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return reply.text();
};
/** The value of a series; undefined when there is none. */
const readValue = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const reply = (threadId: number, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/v1/post`, {
    method: 'POST',
    headers: { ...writer.authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ thread_id: threadId, message: `<p>第 ${Math.random()} 句</p>` }),
  });
/** Request entries of the log. */
const requestLines = (): Record<string, unknown>[] =>
  site
    .log()
    .split('\n')
    .flatMap((line) => (line.includes('"msg":"request"') ? [JSON.parse(line)] : []));

describe('[ops] figures', () => {
  test('need the token, and are missing if none is set', async () => {
    const statuses = async (url: string, authorization?: string) =>
      (await fetch(`${url}/metrics`, authorization ? { headers: { authorization } } : {})).status;
    expect(await statuses(site.url)).toBe(401);
    expect(await statuses(site.url, `Bearer ${TOKEN}x`)).toBe(401);
    expect(await statuses(plain.url, `Bearer ${TOKEN}`)).toBe(404);
  });

  test('count requests, refusals, statements by name, both threads, the database and the disks', async () => {
    const { id } = await thread(site.db);
    await (await fetch(`${site.url}/zh/post/${id}`)).text();
    await (await fetch(`${site.url}/api/v1/forum`)).text();
    expect((await fetch(`${site.url}/api/v1/post`, { method: 'POST' })).status).toBe(401);
    const text = await scrape();
    const expectAbove = (least: number, ...series: string[]) =>
      expect(
        series.filter((one) => !((readValue(text, one) ?? -1) > least)),
        text,
      ).toEqual([]);
    expectAbove(
      0,
      'forum_http_requests_total{route="/api/v1/forum",method="GET",status="200"}',
      'forum_http_requests_total{route="missing-page",method="GET",status="200"}',
      'forum_http_request_seconds_count{route="/api/v1/forum",method="GET"}',
      'forum_refusals_total{code="unauthenticated"}',
      'forum_pages_rendered_total{outcome="made"}',
      'forum_page_render_seconds_count',
      'forum_event_loop_delay_seconds{thread="main",percentile="50"}',
      'forum_event_loop_delay_seconds{thread="renderer",percentile="50"}',
      'forum_heap_bytes{thread="renderer"}',
      'forum_database_up',
      'forum_database_bytes',
      'forum_disk_free_ratio{folder="site"}',
      'process_resident_memory_bytes',
    );
    expectAbove(-1, 'forum_publish_waiting{kind="posts"}', 'forum_failing_pages');
    expect(text).toMatch(
      /^forum_statements_total\{statement="content\/post\/replies-for-pages: \w+"\} [1-9]/m,
    );
    expect(text).not.toContain('statement="unnamed"');
    // unknown values are omitted, not 0
    for (const unknown of ['backup_age', 'restore_drill_age', 'certificate_ends', 'replica_lag'])
      expect(text).not.toMatch(RegExp(`^forum_${unknown}_seconds`, 'm'));
  });

  test('give the time since the last successful restore drill or the first backup, and the last drill’s result', async () => {
    const figures = async () => {
      const text = await scrape();
      const age = readValue(text, 'forum_restore_drill_age_seconds') ?? Number.NaN;
      return { days: Math.round(age / 86_400), ok: readValue(text, 'forum_restore_drill_ok') };
    };
    const patience = { timeout: 20_000 }; // the server updates figures every few seconds
    await recordBackup(site.db, 1_000);
    await site.db.execute(sql`
      update site_state
      set value = value || jsonb_build_object('since', now() - interval '40 days')
      where name = ${BACKUP_STATE}`);
    await recordBackup(site.db, 2_000);
    await expect.poll(figures, patience).toEqual({ days: 40, ok: undefined });
    await recordDrill(site.db, { file: 'forum.tar', problems: [] });
    await recordDrill(site.db, { file: 'forum.tar', problems: ['The backup is damaged.'] });
    await expect.poll(figures, patience).toEqual({ days: 0, ok: 0 });
  }, 60_000);

  test('measure the time from a reply to its page', async () => {
    const { id } = await thread(site.db);
    const count = async () =>
      readValue(await scrape(), 'forum_publish_seconds_count{kind="posts"}') ?? 0;
    const before = await count();
    expect(await (await reply(id)).json()).toMatchObject({ code: 0 });
    await expect.poll(count).toBeGreaterThan(before);
  });
});

describe('[ops] health', () => {
  const ask = async (path: string) => {
    const answer = await fetch(site.url + path);
    return { status: answer.status, body: await answer.json() };
  };

  test('is asked for in two ways: whether the process answers, and whether it should get requests', async () => {
    expect(await ask('/api/live')).toEqual({ status: 200, body: { ok: true } });
    expect(await ask('/api/ready')).toEqual({
      status: 200,
      body: {
        ok: true,
        parts: {
          server: 'up',
          database: 'up',
          migrations: 'up',
          storage: 'up',
          renderer: 'up',
          publishing: 'up',
          pages: 'up',
        },
        why: [],
      },
    });
  });

  test('names the fault: a missing migration makes the server unready, pages that are behind don’t', async () => {
    const move = (by: string) =>
      site.db.execute(sql`
        update drizzle.__drizzle_migrations
        set created_at = created_at + ${by}::int
        where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    await site.db.execute(sql`
      insert into invalidation (tag, urgency, created_at)
      values ('none', 4, now() - interval '1 hour')`);
    await expect
      .poll(() => ask('/api/ready'))
      .toMatchObject({
        status: 200,
        body: {
          ok: true,
          parts: { publishing: 'degraded' },
          why: [expect.stringMatching(/^Pages are 36\d\d seconds/)],
        },
      });
    await move('-1');
    await expect
      .poll(() => ask('/api/ready'))
      .toMatchObject({ status: 503, body: { ok: false, parts: { migrations: 'down' } } });
    await move('1');
    await expect.poll(() => ask('/api/ready')).toMatchObject({ status: 200 });
  });
});

describe('[ops] the log', () => {
  test('has a line for each call: its route, status, time and ids, and nothing personal; the trace that it belongs to', async () => {
    const answer = await fetch(`${site.url}/api/v1/forum?secret=query`, {
      headers: { ...writer.authorization, traceparent: TRACEPARENT },
    });
    const requestId = answer.headers.get('x-request-id');
    await answer.text();
    await expect
      .poll(() => requestLines().find((line) => line.requestId === requestId))
      .toEqual({
        level: 30,
        time: expect.any(String),
        msg: 'request',
        route: '/api/v1/forum',
        method: 'GET',
        path: '/api/v1/forum',
        status: 200,
        ms: expect.any(Number),
        requestId,
        userId: author,
        traceId: TRACE_ID,
      });
  });

  test('says everything after SIGUSR2, in every thread, and as little as before after the next', async () => {
    const readAsset = async () => (await fetch(`${site.url}/favicon.ico`)).arrayBuffer();
    const hasAssets = () => requestLines().some(({ route }) => route === 'asset');
    await readAsset();
    expect(hasAssets()).toBe(false);
    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => site.log()).toContain('"level":"debug"');
    await readAsset();
    await expect.poll(hasAssets).toBe(true);
    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => site.log()).toContain('"level":"info"');
  });

  test('names a statement that takes long; PostgreSQL shows the trace that asks for it', async () => {
    const { id } = await thread(site.db);
    const lock = await site.db.$client.connect();
    /** Number of this trace's statements in the last `ms` milliseconds. */
    const countTraced = async (ms: number) => {
      const { rows } = await site.db.$client.query<{ running: number }>(
        `
          select count(*)::int as running
          from pg_stat_activity
          where state = 'active'
            and query like '/*traceparent=''${TRACEPARENT}''*/%'
            and clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
        [ms],
      );
      return rows[0]?.running;
    };
    try {
      await lock.query('begin');
      await lock.query('select from thread where id = $1 for update', [id]);
      const replying = reply(id, { traceparent: TRACEPARENT });
      await expect.poll(() => countTraced(SLOW_STATEMENT_MS)).toBe(1);
      await lock.query('rollback');
      expect(await (await replying).json()).toMatchObject({ code: 0 });
    } finally {
      lock.release(true);
    }
    await expect
      .poll(() => site.log())
      .toMatch(
        /"statement":"content\/post\/insert-reply: insertReply","ms":\d+.*database\.statementSlow/,
      );
  });
});
