import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import {
  type DebuggedProcess,
  exhaustThreadMemory,
  throwUncaught,
} from '../../tests/support/node-debugger.ts';
import { withClient } from '../cli/with-client.ts';
import { descendantsOf, type ForumUnderTest } from './forum-under-test.ts';

/* What goes wrong. Each is injected and taken back; what must happen then happens by itself. */

export interface Injection {
  name: string;
  inject(): Promise<void>;
}

/** People use the forum and nothing dies, by which the other rows are judged. */
export const NOTHING_INJECTED = 'nothing';

export interface Durations {
  /** Seconds that a table stays locked. */
  lockSeconds: number;
  /** Seconds of what hangs, is full or has another name. */
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

/** Has processes hang, and go on. */
async function suspendProcesses(pids: readonly number[], seconds: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // it ended meanwhile, as a backend may
      }
    }
  };
  signal('SIGSTOP');
  await delay(seconds * 1_000);
  signal('SIGCONT');
}

/** Takes all room on the pages' disk until what it returns is called. */
function fillDisk(folder: string): () => void {
  const file = join(folder, '.ballast');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(1_000_000);
  try {
    for (;;) writeSync(descriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
  return () => rmSync(file, { force: true });
}

/** Milliseconds that a slow bucket is late with each request. */
const SLOW_BUCKET_MS = 2_000;

/** Megabytes of the disk that the pages stand on when it is made to be filled. */
const DISK_MB = 700;

/**
 * Puts the pages on a small disk of their own, where this system allows it. Returns how to take it
 * away.
 */
export function mountSmallDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  if (
    process.platform !== 'linux' ||
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'forum-faults', folder]).status !==
      0
  )
    return undefined;
  return () => void spawnSync('umount', ['-l', folder]);
}

const isSmallDisk = (folder: string): boolean => {
  const { blocks, bsize } = statfsSync(folder);
  return blocks * bsize <= DISK_MB * 1024 * 1024;
};

/**
 * Everything that can go wrong with this forum: PostgreSQL itself is touched only where it is the
 * forum's own.
 */
export function injections(
  forum: ForumUnderTest,
  { lockSeconds, briefSeconds }: Durations,
): Injection[] {
  const ofServer: Injection[] = [
    { name: NOTHING_INJECTED, inject: () => delay(briefSeconds * 1_000) },
    { name: 'server killed', inject: async () => killProcess(forum.serverPid()) },
    { name: 'server ends by an exception', inject: () => throwUncaught(debugTarget(forum)) },
    {
      name: `server hangs ${briefSeconds} s`,
      inject: () => suspendProcesses([forum.serverPid() ?? 0].filter(Boolean), briefSeconds),
    },
    {
      name: 'renderer out of memory',
      inject: () => exhaustThreadMemory(debugTarget(forum), 'renderer'),
    },
    {
      name: 'message thread out of memory',
      inject: () => exhaustThreadMemory(debugTarget(forum), 'messages'),
    },
    {
      name: 'SIGTERM to npm, started again',
      async inject() {
        await forum.stop();
        await forum.start();
      },
    },
    {
      name: 'npm start killed, started again',
      async inject() {
        forum.kill();
        await forum.start();
      },
    },
  ];
  const ofConnections: Injection[] = [
    {
      name: 'all connections ended',
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
      name: `replies’ table locked ${lockSeconds} s`,
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
      name: 'a backend of PostgreSQL killed',
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
  const ofDisk: Injection[] = [
    {
      name: `pages’ disk full ${briefSeconds} s`,
      async inject() {
        const free = fillDisk(forum.siteDir);
        await delay(briefSeconds * 1_000);
        free();
      },
    },
  ];
  const { bucket } = forum;
  const ofBucket: Injection[] = bucket
    ? [
        {
          name: `bucket slow, ${SLOW_BUCKET_MS / 1_000} s a request`,
          async inject() {
            bucket.slow(SLOW_BUCKET_MS);
            await delay(lockSeconds * 1_000);
            bucket.slow(0);
          },
        },
        {
          name: `bucket answers nothing ${lockSeconds} s`,
          async inject() {
            bucket.fault('hang');
            await delay(lockSeconds * 1_000);
            bucket.fault('none');
          },
        },
        {
          name: `bucket away ${briefSeconds} s`,
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
    ...(isSmallDisk(forum.siteDir) ? ofDisk : []),
  ];
}
