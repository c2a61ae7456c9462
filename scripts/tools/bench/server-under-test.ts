import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_ENV, SERVER_FLAGS } from '../../start/server-flags.ts';
import { rootFolder } from './environment.ts';
import { stopProcess } from './stop-process.ts';

export interface RunningServer {
  pid: number;
  /** Without a slash at the end. */
  url: string;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** Memory of a process in bytes, from a line of /proc/PID/status. */
export function memoryOf(pid: number, line = 'VmRSS'): number {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return Number(kilobytes) * 1024;
}

/** Starts the built server with the current environment. `flags` go to Node, for profiles. */
export async function startServer(
  port: number,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    [...SERVER_FLAGS, ...flags, join(rootFolder, 'dist/server/entry.mjs')],
    {
      cwd: rootFolder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...SERVER_ENV, ...process.env },
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  const pid = child.pid as number;
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    memory: () => memoryOf(pid),
    stop: () => stopProcess(child),
  };
}

/** Fetches a page, which publishes it. Throws if it doesn't exist. */
export async function visit(server: RunningServer, path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { 'accept-language': 'zh' } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return body;
}

export async function visitAll(server: RunningServer, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) await visit(server, path);
    }),
  );
}

type CountRows = (text: string) => Promise<{ rows: { n: number }[] }>;

/** Waits until there are no such rows; gives up after `maxSeconds`. */
async function waitUntilNone(query: CountRows, from: string, maxSeconds: number): Promise<void> {
  for (let tries = 0; tries < maxSeconds * 10; tries++) {
    const { rows } = await query(`select count(*)::int as n from ${from}`);
    if (rows[0]?.n === 0) return;
    await delay(100);
  }
}

/** Waits until no invalidation is due at once, or until there is none at all. */
export const waitUntilPublisherIdle = (query: CountRows, all = false): Promise<void> =>
  waitUntilNone(query, `invalidation where urgency < ${all ? 5 : 4}`, 100);

/** Waits until pages that a burst withdrew stand again. */
export const waitUntilPagesStand = (query: CountRows): Promise<void> =>
  waitUntilNone(query, 'page_write where withdrawn', 300);
