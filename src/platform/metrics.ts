import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from './log.ts';

/*
 * Metrics of GET /metrics; each thread has a registry. Gauges of the database and the disks:
 * server/database-figures.ts. A guard compares scripts/deploy/prometheus/README.md with the
 * registry.
 */

export const metrics = new Registry();

const registers = [metrics];
/** Seconds: from a cached answer to a wait that people notice. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const httpRequests = new Counter({
  name: 'forum_http_requests_total',
  help: 'Answered requests, by route and status',
  labelNames: ['route', 'method', 'status'],
  registers,
});
export const httpSeconds = new Histogram({
  name: 'forum_http_request_seconds',
  help: 'Duration from a request to the end of its response, by route',
  labelNames: ['route', 'method'],
  buckets: SECONDS_BUCKETS,
  registers,
});
export const refusals = new Counter({
  name: 'forum_refusals_total',
  help: 'Refused calls, by error code: captcha, tooMany, tooLarge, unavailable, …',
  labelNames: ['code'],
  registers,
});
export const refusedAtEdge = new Counter({
  name: 'forum_refused_at_the_edge_total',
  help: 'Requests and connections over the limits of an address or a person, by limit',
  labelNames: ['limit'],
  registers,
});
export const signIns = new Counter({
  name: 'forum_sign_ins_total',
  help: 'Sign-in events, by area and event, as in the sign-in log',
  labelNames: ['area', 'event'],
  registers,
});
export const pagesRendered = new Counter({
  name: 'forum_pages_rendered_total',
  help: 'Rendered pages, by outcome: made, absent, failed',
  labelNames: ['outcome'],
  registers,
});
export const renderSeconds = new Histogram({
  name: 'forum_page_render_seconds',
  help: 'Duration of rendering one page, including its database reads',
  buckets: SECONDS_BUCKETS,
  registers,
});
export const publishSeconds = new Histogram({
  name: 'forum_publish_seconds',
  help: 'Duration from a write to the update of its files, by kind: posts, lists, counts',
  labelNames: ['kind'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  registers,
});
export const poolWaitSeconds = new Histogram({
  name: 'forum_pool_wait_seconds',
  help: 'Wait for a database connection if none was free, by pool',
  labelNames: ['pool'],
  buckets: SECONDS_BUCKETS,
  registers,
});
export const poolRefusals = new Counter({
  name: 'forum_pool_refusals_total',
  help: 'Refused database connections because the queue was full or too slow, by pool',
  labelNames: ['pool'],
  registers,
});

export const listenersUp = new Gauge({
  name: 'forum_listener_up',
  help: 'Whether notifications of the database arrive (1 or 0), by listener: events, publishing',
  labelNames: ['listener'],
  registers,
});
export const streamsOpen = new Gauge({
  name: 'forum_streams_open',
  help: 'Open event streams of browsers',
  registers,
});

interface StatementFigures {
  calls: number;
  seconds: number;
  rows: number;
}
/** By statement name. Plain sums, because every statement updates them. */
const statementFigures = new Map<string, StatementFigures>();

/** Milliseconds above which a statement, or a page's rendering, is logged. */
export const SLOW_STATEMENT_MS = 500;
export const SLOW_RENDER_MS = 1_000;

interface SlowStatement {
  statement: string;
  ms: number;
  rows: number;
}
let onSlowStatement: ((slow: SlowStatement) => void) | undefined;

/** Counts one run of a statement. */
export function recordStatement(name: string, milliseconds: number, rows: number): void {
  if (milliseconds >= SLOW_STATEMENT_MS)
    onSlowStatement?.({ statement: name, ms: Math.round(milliseconds), rows });
  let figures = statementFigures.get(name);
  if (!figures) {
    figures = { calls: 0, seconds: 0, rows: 0 };
    statementFigures.set(name, figures);
  }
  figures.calls++;
  figures.seconds += milliseconds / 1_000;
  figures.rows += rows;
}

/** A counter that reads the sums when it is scraped. */
const statementCounter = (name: string, help: string, part: keyof StatementFigures) =>
  new Counter({
    name,
    help,
    labelNames: ['statement'],
    registers,
    collect() {
      this.reset();
      for (const [statement, figures] of statementFigures) this.inc({ statement }, figures[part]);
    },
  });
statementCounter('forum_statements_total', 'Executed SQL statements, by name', 'calls');
statementCounter(
  'forum_statement_seconds_total',
  'Total duration of SQL statements, by name',
  'seconds',
);
statementCounter('forum_statement_rows_total', 'Rows returned by SQL statements, by name', 'rows');

const NS = 1e9;
const EVENT_LOOP_QUANTILES = [50, 99, 100] as const;

/** Measures this thread (main or renderer), and logs statements of SLOW_STATEMENT_MS or more. */
export function measureThread(thread: string, log: Logger): void {
  onSlowStatement = (slow) => log.warn(slow, 'database.statementSlow');
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  new Gauge({
    name: 'forum_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape, by thread and percentile',
    labelNames: ['thread', 'percentile'],
    registers,
    collect() {
      for (const percentile of EVENT_LOOP_QUANTILES)
        this.set({ thread, percentile }, delay.percentile(percentile) / NS);
      delay.reset();
    },
  });
  new Gauge({
    name: 'forum_heap_bytes',
    help: 'JavaScript heap in use, by thread',
    labelNames: ['thread'],
    registers,
    collect() {
      this.set({ thread }, process.memoryUsage().heapUsed);
    },
  });
  if (isMainThread) collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 20 });
}
