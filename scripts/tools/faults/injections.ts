import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import {
  type DebuggedProcess,
  exhaustThreadMemory,
  hangMainThread,
  shiftClock,
  throwUncaught,
} from '../../../tests/support/node-debugger.ts';
import { eventually } from '../../../tests/support/processes.ts';
import { withClient } from '../../cli/with-client.ts';
import { showWrongCertificate } from './faulty-provider.ts';
import { descendantsOf, type ForumUnderTest } from './forum-under-test.ts';
import { findEmptyFiles, type PowerDisk } from './power-cut.ts';
import type { SmallDisk } from './small-disk.ts';

/* Faults: each is injected and removed; recovery must be automatic. */

export interface Injection {
  name: string;
  /** Writes must succeed during it. */
  writesGoOn?: true;
  /** It ends nginx too, so readers' errors count only after recovery. */
  endsReaders?: true;
  /** Cached pages are checked afterwards. */
  comparesEdge?: true;
  /** Injects and removes it; `report` gets operations that should have worked meanwhile. */
  inject(report: (problem: string) => void): Promise<void>;
}

/** The baseline: traffic without a fault. */
export const NOTHING_INJECTED = 'no fault';

export interface Durations {
  /** Duration of a table lock. */
  lockSeconds: number;
  /** Duration of hangs, full disks and wrong certificates. */
  briefSeconds: number;
}

const withDatabase = (
  forum: ForumUnderTest,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> =>
  withClient(forum.databaseUrl(), { name: 'forum faults', connectMs: 10_000 }, work);

const killProcess = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('it doesn’t run');
  process.kill(pid, 'SIGKILL');
};

function debugTarget(forum: ForumUnderTest): DebuggedProcess {
  const pid = forum.serverPid();
  if (pid === undefined) throw new Error('the server doesn’t run');
  return { pid, log: forum.log };
}

/** Suspends and resumes processes. */
async function suspendProcesses(pids: readonly number[], seconds: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // it has ended, as a backend may
      }
    }
  };
  signal('SIGSTOP');
  await delay(seconds * 1_000);
  signal('SIGCONT');
}

/** A server without a response for this time hangs. */
const SILENCE_MS = 1_000;

/** Starts an endless loop in the main thread, and returns when it no longer responds. */
async function hangServer(forum: ForumUnderTest): Promise<void> {
  await hangMainThread(debugTarget(forum));
  await eventually(() =>
    fetch(`${forum.url}/api/health`, { signal: AbortSignal.timeout(SILENCE_MS) }).then(
      () => false,
      () => true,
    ),
  );
}

/** Offset of a clock. */
const CLOCK_MINUTES = 5;

/**
 * Sets the server's clock forward, back, then right again. Times of the database (sessions, tokens,
 * jobs) are then compared with a different clock, as on separate machines. It covers JavaScript
 * time in the main, renderer and message threads. It doesn't cover PostgreSQL, Node's own code
 * (certificates, timers), or later threads.
 */
async function misleadClock(forum: ForumUnderTest, seconds: number): Promise<void> {
  const server = debugTarget(forum);
  try {
    for (const minutes of [CLOCK_MINUTES, -CLOCK_MINUTES]) {
      await shiftClock(server, minutes * 60_000);
      await delay(seconds * 1_000);
    }
  } finally {
    await shiftClock(server, 0);
  }
}

/** WAL files to write at most: more than are preallocated. */
const MAX_LOG_FILES = 200;

/**
 * Fills the database's disk and makes it need new WAL files; preallocated ones would last for
 * minutes. PostgreSQL panics and doesn't restart until there is space.
 */
async function fillDatabaseDisk(
  forum: ForumUnderTest,
  disk: SmallDisk,
  seconds: number,
): Promise<void> {
  const free = disk.fill();
  try {
    await withDatabase(forum, async (client) => {
      for (let count = 0; count < MAX_LOG_FILES; count++)
        await client.query(`select pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()`);
    }).catch(() => {}); // it ended, as it should
    await delay(seconds * 1_000);
  } finally {
    free();
  }
}

async function whileFull(fill: () => () => void, seconds: number): Promise<void> {
  const free = fill();
  try {
    await delay(seconds * 1_000);
  } finally {
    free();
  }
}

/** Cuts the power of the data folder's disk, and starts the forum on the remains. */
async function cutPower(
  forum: ForumUnderTest,
  disk: PowerDisk,
  report: (problem: string) => void,
): Promise<void> {
  disk.cut();
  await forum.killAll();
  await disk.mountAgain();
  const left = findEmptyFiles(forum.siteDir).length;
  await forum.start();
  await eventually(async () => (await fetch(`${forum.url}/api/ready`)).status === 200);
  const empty = findEmptyFiles(forum.siteDir);
  if (empty.length > 0)
    report(`${empty.length} of ${left} empty files are left after the start: ${empty[0]}`);
}

/** Delay of each request to a slow bucket. */
const SLOW_BUCKET_MS = 2_000;

/** All faults for this forum; PostgreSQL is only affected if it is embedded. */
export function injections(
  forum: ForumUnderTest,
  { lockSeconds, briefSeconds }: Durations,
): Injection[] {
  const ofServer: Injection[] = [
    { name: NOTHING_INJECTED, inject: () => delay(briefSeconds * 1_000) },
    { name: 'server killed', inject: async () => killProcess(forum.serverPid()) },
    { name: 'server exits on an exception', inject: () => throwUncaught(debugTarget(forum)) },
    {
      name: `server hangs ${briefSeconds} s`,
      inject: () => suspendProcesses([forum.serverPid() ?? 0].filter(Boolean), briefSeconds),
    },
    { name: 'main thread blocked', inject: () => hangServer(forum) },
    {
      name: `clock skewed ${CLOCK_MINUTES} minutes`,
      writesGoOn: true,
      inject: () => misleadClock(forum, briefSeconds),
    },
    {
      name: 'renderer out of memory',
      inject: () => exhaustThreadMemory(debugTarget(forum), 'renderer'),
    },
    {
      name: 'sanitizer thread out of memory',
      inject: () => exhaustThreadMemory(debugTarget(forum), 'messages'),
    },
    {
      name: 'SIGTERM to npm, restarted',
      async inject() {
        await forum.stop();
        await forum.start();
      },
    },
    {
      name: 'npm start killed, restarted',
      async inject() {
        forum.kill();
        await forum.start();
      },
    },
  ];
  const ofConnections: Injection[] = [
    {
      name: 'all connections terminated',
      inject: () =>
        withDatabase(forum, async (client) => {
          await client.query(
            `
              select pg_terminate_backend(pid)
              from pg_stat_activity
              where pid <> pg_backend_pid()
                and backend_type = 'client backend'
                and datname = current_database()`,
          );
        }),
    },
    {
      name: `reply table locked ${lockSeconds} s`,
      inject: () =>
        withDatabase(forum, async (client) => {
          await client.query('begin; lock table post in access exclusive mode');
          await delay(lockSeconds * 1_000);
          await client.query('rollback');
        }),
    },
    {
      name: `column renamed ${briefSeconds} s`,
      inject: () =>
        withDatabase(forum, async (client) => {
          await client.query('alter table post rename column html to html_away');
          try {
            await delay(briefSeconds * 1_000);
          } finally {
            await client.query('alter table post rename column html_away to html');
          }
        }),
    },
  ];
  const ofDatabase: Injection[] = [
    { name: 'PostgreSQL killed', inject: async () => killProcess(forum.databasePid()) },
    {
      name: 'PostgreSQL backend killed',
      inject: () =>
        withDatabase(forum, async (client) => {
          const { rows } = await client.query<{ pid: number }>(
            `
              select pid
              from pg_stat_activity
              where application_name like 'forum%' and pid <> pg_backend_pid()
              order by pid
              limit 1`,
          );
          killProcess(rows[0]?.pid);
        }),
    },
    {
      name: `PostgreSQL hangs ${briefSeconds} s`,
      async inject() {
        const pid = forum.databasePid();
        if (pid)
          await suspendProcesses([pid, ...descendantsOf(pid).map((one) => one.pid)], briefSeconds);
      },
    },
    {
      name: 'server and PostgreSQL killed',
      async inject() {
        killProcess(forum.databasePid());
        killProcess(forum.serverPid());
      },
    },
  ];
  const { bucket, pagesDisk, dataDisk, powerDisk, provider, varnish } = forum;
  const ofDisks: Injection[] = [
    ...(powerDisk
      ? [
          {
            name: 'power cut',
            endsReaders: true as const,
            inject: (report: (problem: string) => void) => cutPower(forum, powerDisk, report),
          },
        ]
      : []),
    ...(pagesDisk
      ? [
          {
            name: `page disk full ${briefSeconds} s`,
            inject: () => whileFull(pagesDisk.fill, briefSeconds),
          },
          {
            name: `page disk out of inodes ${briefSeconds} s`,
            inject: () => whileFull(pagesDisk.fillInodes, briefSeconds),
          },
        ]
      : []),
    ...(dataDisk && forum.ownDatabase
      ? [
          {
            name: `database disk full ${briefSeconds} s`,
            inject: () => fillDatabaseDisk(forum, dataDisk, briefSeconds),
          },
        ]
      : []),
  ];
  const ofOthers: Injection[] = [
    ...(provider
      ? [
          {
            name: `provider certificate invalid ${briefSeconds} s`,
            writesGoOn: true as const,
            inject: (report: (problem: string) => void) =>
              showWrongCertificate(provider, forum.siteUrl, briefSeconds, report),
          },
        ]
      : []),
    ...(varnish
      ? [
          {
            name: `Varnish down ${briefSeconds} s, restarted empty`,
            writesGoOn: true as const,
            comparesEdge: true as const,
            async inject() {
              await varnish.kill();
              await delay(briefSeconds * 1_000);
              await varnish.start();
            },
          },
        ]
      : []),
  ];
  const ofBucket: Injection[] = bucket
    ? [
        {
          name: `bucket slow, ${SLOW_BUCKET_MS / 1_000} s per request`,
          async inject() {
            bucket.slow(SLOW_BUCKET_MS);
            await delay(lockSeconds * 1_000);
            bucket.slow(0);
          },
        },
        {
          name: `bucket unresponsive ${lockSeconds} s`,
          async inject() {
            bucket.fault('hang');
            await delay(lockSeconds * 1_000);
            bucket.fault('none');
          },
        },
        {
          name: `bucket unavailable ${briefSeconds} s`,
          async inject() {
            bucket.fault(503);
            await delay(briefSeconds * 1_000);
            bucket.fault('none');
          },
        },
      ]
    : [];
  return [
    ...ofServer,
    ...ofConnections,
    ...ofBucket,
    ...(forum.ownDatabase ? ofDatabase : []),
    ...ofDisks,
    ...ofOthers,
  ];
}
