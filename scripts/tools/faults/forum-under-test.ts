import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultyProxy } from '../../../tests/support/faulty-proxy.ts';
import {
  allProcesses,
  eventually,
  inheritedEnv,
  isRunning,
} from '../../../tests/support/processes.ts';
import type { Varnish } from '../../../tests/support/varnish.ts';
import type { FaultyProvider } from './faulty-provider.ts';
import type { PowerDisk } from './power-cut.ts';
import type { SmallDisk } from './small-disk.ts';

/* The forum under test: `npm start` with its own data folder. */

const root = join(import.meta.dirname, '../../..');
const READY_MESSAGE = /Stop with Ctrl-C/;
/** A first start builds, seeds and publishes. */
const START_TIMEOUT_MS = 900_000;
/** From SIGTERM to the end of all processes. */
const STOP_TIMEOUT_MS = 60_000;
/** Length of the log's tail for searches. */
const MAX_LOG_CHARACTERS = 200_000;

/** Optional breakable parts of a forum. */
interface BreakableParts {
  /** Disks of the pages and the data folder. */
  pagesDisk?: SmallDisk | undefined;
  dataDisk?: SmallDisk | undefined;
  /** A disk of the data folder for power cuts. */
  powerDisk?: PowerDisk | undefined;
  /** The identity provider; default: built-in. */
  provider?: FaultyProvider | undefined;
  /** The cache in front. */
  varnish?: Varnish | undefined;
}

export interface ForumUnderTest extends BreakableParts {
  url: string;
  /** The SITE_URL. */
  siteUrl: string;
  port: number;
  dataDir: string;
  siteDir: string;
  /** Whether PostgreSQL is embedded, not external. */
  ownDatabase: boolean;
  /** Breaks the bucket of uploads, if any. */
  bucket: FaultyProxy | undefined;
  start(): Promise<void>;
  /** SIGTERM to npm; resolves when all processes have ended. */
  stop(): Promise<void>;
  /** SIGKILL to npm and its direct children. */
  kill(): void;
  /** SIGKILL to all processes; resolves when they have ended. */
  killAll(): Promise<void>;
  /** Pids of running processes; undefined if not running. */
  serverPid(): number | undefined;
  databasePid(): number | undefined;
  databaseUrl(): string;
  /** Its environment, for operators' commands. */
  env(): Record<string, string>;
  /** The tail of its output. */
  log(): string;
  /** Stops that had to be forced. */
  readonly forcedStops: readonly string[];
}

/** All descendants of a process. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const all = allProcesses();
  const childrenOf = (parent: number): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...childrenOf(one.pid)]);
  return childrenOf(pid);
}

export interface ForumOptions extends BreakableParts {
  dataDir: string;
  port: number;
  logFile: string;
  /** An external database; default: the embedded one. */
  databaseUrl?: string;
  /** A bucket behind a breakable proxy; default: a folder. */
  bucket?: { storageUrl: string; proxy: FaultyProxy };
}

export function createForum({
  dataDir,
  port,
  logFile,
  databaseUrl,
  bucket,
  ...parts
}: ForumOptions): ForumUnderTest {
  const siteDir = join(dataDir, 'site');
  const log = createWriteStream(logFile, { flags: 'a' });
  const forcedStops: string[] = [];
  const siteUrl = `http://localhost:${port}`;
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    SITE_URL: siteUrl,
    TRUST_PROXY: '1',
    RATE_LIMITS: 'off',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
    ...(bucket ? { STORAGE_URL: bucket.proxy.through(bucket.storageUrl) } : {}),
    ...parts.provider?.settings,
    ...(parts.varnish ? { CDN: 'varnish', CDN_URL: parts.varnish.purgeUrl } : {}),
  };
  let child: ChildProcess | undefined;
  let text = '';

  const lockFile = (): string[] => {
    try {
      return readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    } catch {
      return [];
    }
  };
  const databasePid = () => {
    const pid = Number(lockFile()[0]);
    return pid > 0 && isRunning(pid) ? pid : undefined;
  };

  const urlNow = () =>
    databaseUrl ??
    `postgres://forum:${readFileSync(join(dataDir, 'postgres.secret'), 'utf8').trim()}@127.0.0.1:${lockFile()[3]}/postgres`;

  /** Pids of all its processes, including its PostgreSQL. */
  const findPids = (npmPid: number | undefined): number[] => {
    const database = databaseUrl === undefined ? databasePid() : undefined;
    return [npmPid, database].flatMap((pid) =>
      pid === undefined ? [] : [pid, ...descendantsOf(pid).map((one) => one.pid)],
    );
  };

  return {
    ...parts,
    url: `http://127.0.0.1:${port}`,
    siteUrl,
    port,
    dataDir,
    siteDir,
    ownDatabase: databaseUrl === undefined,
    bucket: bucket?.proxy,
    forcedStops,
    log: () => text,
    async start() {
      const one = spawn('npm', ['start'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...inheritedEnv(),
          ...settings,
          // a debugger listens only after SIGUSR1, see tests/support/node-debugger.ts
          NODE_OPTIONS: '--inspect-port=0',
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        },
      });
      child = one;
      let printed = '';
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error('npm start was not ready in time')),
          START_TIMEOUT_MS,
        );
        for (const stream of [one.stdout, one.stderr]) {
          stream.on('data', (chunk: Buffer) => {
            log.write(chunk);
            printed = (printed + chunk).slice(-MAX_LOG_CHARACTERS);
            text = (text + chunk).slice(-MAX_LOG_CHARACTERS);
            if (!READY_MESSAGE.test(printed)) return;
            clearTimeout(timer);
            resolve();
          });
        }
        one.once('exit', (code) => {
          clearTimeout(timer);
          reject(new Error(`npm start ended with ${code}: ${printed.trim().split('\n').at(-1)}`));
        });
      });
    },
    async stop() {
      const one = child;
      child = undefined;
      const pids = findPids(one?.pid);
      one?.kill('SIGTERM');
      const ended = await Promise.race([
        eventually(() => pids.every((pid) => !isRunning(pid))),
        new Promise<false>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS, false).unref()),
      ]);
      if (ended) return;
      forcedStops.push('npm start did not end all after SIGTERM');
      for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    },
    kill() {
      const pid = child?.pid;
      child = undefined;
      if (!pid) return;
      const supervisor = descendantsOf(pid).find(({ command }) =>
        /scripts\/start\.ts/.test(command),
      );
      for (const one of [pid, supervisor?.pid]) if (one) process.kill(one, 'SIGKILL');
    },
    async killAll() {
      const pids = findPids(child?.pid);
      child = undefined;
      for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await eventually(() => pids.every((pid) => !isRunning(pid)));
    },
    serverPid: () =>
      child?.pid
        ? descendantsOf(child.pid).find(({ command }) => /entry\.mjs/.test(command))?.pid
        : undefined,
    databasePid,
    databaseUrl: urlNow,
    env: () => ({ ...settings, DATABASE_URL: urlNow() }),
  };
}
