import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATABASE_POOLS, type DatabasePoolKind } from '#db/pools.ts';
import * as limits from '#platform/limits.ts';

/* Compares the timeouts in overload.md's table with the code and nginx.conf. */

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const overload = read('src/decisions/overload.md');
const conf = read('scripts/deploy/nginx.conf');

const seconds = (...times: number[]) => times.map((ms) => `${ms / 1_000} s`).join('; ');
const inConf = (...names: string[]) =>
  names
    .map((name) => new RegExp(`^ *${name}[^;]* (\\d+)s?;`, 'm').exec(conf)?.[1])
    .map((value) => `${value} s`)
    .join('; ');
const ofPool = (kind: DatabasePoolKind) => {
  const { acquireMs, statementMs, lockMs, idleInTransactionMs, connections, maxWaiting } =
    DATABASE_POOLS[kind];
  return [
    seconds(acquireMs, statementMs, lockMs, idleInTransactionMs),
    `${connections} connections, ${maxWaiting} wait`,
  ];
};

/** Beginnings of rows, with the text of their other columns. */
const ROWS: [string, string, string][] = [
  [
    'nginx: the head of a request',
    // the last is nginx' default
    `${inConf('client_header_timeout', 'client_body_timeout', 'send_timeout')}; 75 s`,
    `${/limit_conn forum_open (\d+);/.exec(conf)?.[1]} open of one address`,
  ],
  [
    'nginx: a connection to the server',
    `${inConf('proxy_connect_timeout', 'proxy_read_timeout')}; ${/proxy_buffering off;\s+proxy_read_timeout (\d+)s;/.exec(conf)?.[1]} s`,
    '',
  ],
  [
    'server: the head of a request',
    seconds(limits.HEADER_TIMEOUT_MS, limits.BODY_TIMEOUT_MS, limits.REQUEST_TIMEOUT_MS),
    `${limits.MAX_CONNECTIONS} connections, ${limits.MAX_CONNECTIONS_PER_ADDRESS} of one address, ${limits.MAX_SILENT_CONNECTIONS_PER_ADDRESS} of them silent`,
  ],
  [
    'server: a connection without traffic',
    seconds(limits.STALLED_CONNECTION_MS, limits.KEEP_ALIVE_MS),
    `${limits.MAX_CONCURRENT_CALLS_PER_ADDRESS} calls of one address`,
  ],
  [
    'pages without a file',
    seconds(limits.RENDER_WAIT_MS, limits.RENDERER_TIMEOUT_MS),
    `${limits.MAX_WAITING_PAGES} pages, ${limits.MAX_WAITING_PAGES_PER_ADDRESS} of one address`,
  ],
  [
    'pages of private forums',
    seconds(limits.RENDER_WAIT_MS),
    `${limits.MAX_WAITING_PAGES} readers, ${limits.MAX_PRIVATE_PAGES_PER_PERSON} pages of one person; one is rendered at a time`,
  ],
  [
    'sanitizing a message',
    seconds(limits.MESSAGE_DEADLINE_MS, limits.MESSAGE_WAIT_MS),
    String(limits.MAX_MESSAGE_QUEUE),
  ],
  [
    'pictures',
    seconds(limits.STORAGE_TIMEOUT_MS),
    `${limits.MAX_WAITING_UPLOADS} forms, ${limits.MAX_WAITING_PICTURES} pictures`,
  ],
  ['database, for requests', ...(ofPool('requests') as [string, string])],
  ['database, for pages', ...(ofPool('renderer') as [string, string])],
  ['database, for jobs', ...(ofPool('jobs') as [string, string])],
  [
    'an export’s reader',
    seconds(limits.EXPORT_IDLE_MS),
    `${limits.MAX_CONCURRENT_EXPORTS} exports`,
  ],
  ['shutdown', seconds(limits.REQUEST_DRAIN_MS, limits.SERVER_STOP_MS), ''],
];

test('[ops] overload.md has each timeout and queue length of the code', () => {
  const [, table = ''] = /\| what waits \|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)/.exec(overload) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .replaceAll("'", '’')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.map(([, time, count]) => [time, count])).toEqual(
    ROWS.map(([, time, count]) => [time, count]),
  );
  expect(rows.map(([what = ''], index) => what.startsWith(ROWS[index]?.[0] ?? '?'))).toEqual(
    ROWS.map(() => true),
  );
});

test('[ops] a connection stays open longer than nginx reuses it, or nginx meets one that just closed', () => {
  const longest = Math.max(
    ...Array.from(conf.matchAll(/proxy_read_timeout (\d+)s;/g), ([, one]) => Number(one)),
  );
  expect(limits.STALLED_CONNECTION_MS).toBeGreaterThan(longest * 1_000);
  expect(limits.KEEP_ALIVE_MS).toBeGreaterThan(60_000);
});
