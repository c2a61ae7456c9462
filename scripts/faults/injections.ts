import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Debugged, exhaustThread, throwUncaught } from '../../tests/support/debugger.ts';
import { below, type Forum } from './forum.ts';

/* What goes wrong. Each is injected and taken back; what must happen then happens by itself. */

export interface Injection {
  name: string;
  inject(): Promise<void>;
}

/** People use the forum and nothing dies, by which the other rows are judged. */
export const NOTHING_INJECTED = 'nothing';

export interface Durations {
  /** Seconds that a table stays locked. */
  lock: number;
  /** Seconds of what hangs, is full or has another name. */
  brief: number;
}

async function onDatabase(forum: Forum, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: forum.databaseUrl(),
    application_name: 'forum faults',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

const kill = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('it doesn’t run');
  process.kill(pid, 'SIGKILL');
};

function debugged(forum: Forum): Debugged {
  const pid = forum.serverPid();
  if (pid === undefined) throw new Error('the server doesn’t run');
  return { pid, log: forum.log };
}

/** Has processes hang, and go on. */
async function hang(pids: readonly number[], seconds: number): Promise<void> {
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
export function smallDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  if (
    process.platform !== 'linux' ||
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'forum-faults', folder]).status !==
      0
  )
    return undefined;
  return () => void spawnSync('umount', ['-l', folder]);
}

const isSmall = (folder: string): boolean => {
  const { blocks, bsize } = statfsSync(folder);
  return blocks * bsize <= DISK_MB * 1024 * 1024;
};

/**
 * Everything that can go wrong with this forum: PostgreSQL itself is touched only where it is the
 * forum's own.
 */
export function injections(forum: Forum, { lock, brief }: Durations): Injection[] {
  const ofServer: Injection[] = [
    { name: NOTHING_INJECTED, inject: () => delay(brief * 1_000) },
    { name: 'server killed', inject: async () => kill(forum.serverPid()) },
    { name: 'server ends by an exception', inject: () => throwUncaught(debugged(forum)) },
    {
      name: `server hangs ${brief} s`,
      inject: () => hang([forum.serverPid() ?? 0].filter(Boolean), brief),
    },
    { name: 'renderer out of memory', inject: () => exhaustThread(debugged(forum), 'renderer') },
    {
      name: 'message thread out of memory',
      inject: () => exhaustThread(debugged(forum), 'messages'),
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
        onDatabase(forum, async (client) => {
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
      name: `replies’ table locked ${lock} s`,
      inject: () =>
        onDatabase(forum, async (client) => {
          await client.query('begin; lock table post in access exclusive mode');
          await delay(lock * 1_000);
          await client.query('rollback');
        }),
    },
    {
      name: `column renamed ${brief} s`,
      inject: () =>
        onDatabase(forum, async (client) => {
          await client.query('alter table post rename column html to html_away');
          try {
            await delay(brief * 1_000);
          } finally {
            await client.query('alter table post rename column html_away to html');
          }
        }),
    },
  ];
  const ofDatabase: Injection[] = [
    { name: 'PostgreSQL killed', inject: async () => kill(forum.databasePid()) },
    {
      name: 'a backend of PostgreSQL killed',
      inject: () =>
        onDatabase(forum, async (client) => {
          const { rows } = await client.query<{ pid: number }>(
            `
              select pid
              from pg_stat_activity
              where application_name like 'forum%' and pid <> pg_backend_pid()
              order by pid
              limit 1`,
          );
          kill(rows[0]?.pid);
        }),
    },
    {
      name: `PostgreSQL hangs ${brief} s`,
      async inject() {
        const pid = forum.databasePid();
        if (pid) await hang([pid, ...below(pid).map((one) => one.pid)], brief);
      },
    },
    {
      name: 'server and PostgreSQL killed',
      async inject() {
        kill(forum.databasePid());
        kill(forum.serverPid());
      },
    },
  ];
  const ofDisk: Injection[] = [
    {
      name: `pages’ disk full ${brief} s`,
      async inject() {
        const free = fillDisk(forum.siteDir);
        await delay(brief * 1_000);
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
            await delay(lock * 1_000);
            bucket.slow(0);
          },
        },
        {
          name: `bucket answers nothing ${lock} s`,
          async inject() {
            bucket.fault('hang');
            await delay(lock * 1_000);
            bucket.fault('none');
          },
        },
        {
          name: `bucket away ${brief} s`,
          async inject() {
            bucket.fault(503);
            await delay(brief * 1_000);
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
    ...(isSmall(forum.siteDir) ? ofDisk : []),
  ];
}
