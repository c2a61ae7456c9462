import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openDebugger, rejectUnhandled, throwUncaught } from '../support/node-debugger.ts';
import { reservePort } from '../support/ports.ts';
import { prepareDataDir } from '../support/prepared-data-dir.ts';
import {
  allProcesses,
  eventually,
  findChild,
  inheritedEnv,
  isRunning,
  waitUntilEnded,
} from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type RunningScript, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';

/* `npm start` when one of its processes dies, or when it dies itself. */

await fetchShared('build');
const dataDir = await prepareDataDir('supervisor');
const port = await reservePort();
const origin = `http://127.0.0.1:${port}`;
const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
const READY = /Stop with Ctrl-C/;
const lockFile = join(dataDir, 'postgres/postmaster.pid');
const postmaster = () => Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
const databaseUrl = () =>
  `postgres://forum:${readFileSync(join(dataDir, 'postgres.secret'), 'utf8')}@127.0.0.1:${readFileSync(lockFile, 'utf8').split('\n')[3]}/postgres`;
const serverOf = (forum: { pid: number }) => eventually(() => findChild(forum.pid, /entry\.mjs/));

const forums = new Set<RunningScript>();
afterEach(async () => {
  // Left over by a failed test.
  for (const forum of forums) if (isRunning(forum.pid)) forum.kill();
  for (const { pid, command } of allProcesses()) {
    if (!command.includes(dataDir)) continue;
    process.kill(pid, 'SIGKILL');
    await waitUntilEnded(pid);
  }
});

async function begin(more: Record<string, string> = {}): Promise<RunningScript> {
  const forum = startScript('start', [], { ...env, ...more });
  forums.add(forum);
  await forum.until(READY);
  return forum;
}

const health = async () => {
  const { status, body } = await rawRequest(`${origin}/api/health`);
  return {
    status,
    ...(JSON.parse(body.toString()) as { ok: boolean; parts: Record<string, string> }),
  };
};
const healthy = () =>
  eventually(() =>
    health()
      .then(({ ok }) => ok)
      .catch(() => false),
  );

async function endInOrder(forum: RunningScript): Promise<void> {
  const database = postmaster();
  process.kill(forum.pid, 'SIGTERM');
  expect((await forum.ended).code).toBe(0);
  await waitUntilEnded(database);
  expect(existsSync(lockFile), 'the database ended in order').toBe(false);
}

describe('[ops] npm start', () => {
  test('starts again what dies: the server, later each time, when it is killed and when an exception that nobody caught ends it, and PostgreSQL; it says why, and SIGTERM to it alone ends all', async () => {
    const forum = await begin({ NODE_OPTIONS: '--inspect-port=0' });
    const killed = await serverOf(forum);
    process.kill(killed, 'SIGKILL');
    await forum.until(/it was killed.*"pause":200,"msg":"server\.exited"/);
    await forum.until(/server\.restarted/);
    const server = await serverOf(forum);
    expect(server).not.toBe(killed);
    expect(await health()).toEqual({ status: 200, ok: true, parts: { database: 'up' } });

    const debugged = { pid: server, log: forum.output };
    await openDebugger(debugged);
    // An unhandled rejection ends nothing.
    await rejectUnhandled(debugged);
    await forum.until(/server\.unhandledRejection/);
    expect([await health(), await serverOf(forum)]).toEqual([
      expect.objectContaining({ status: 200 }),
      server,
    ]);
    // Requests in flight are answered.
    const client = new pg.Client({ connectionString: databaseUrl() });
    await client.connect();
    await client.query('begin; lock table section in access exclusive mode');
    const asked = rawRequest(`${origin}/api/v1/forum`);
    await eventually(
      async () =>
        (
          await client.query(
            `select from pg_locks where relation = 'section'::regclass and not granted`,
          )
        ).rowCount,
    );
    await throwUncaught(debugged);
    await forum.until(/server\.uncaughtException/);
    await client.query('rollback');
    await client.end();
    expect((await asked).status).toBe(200);
    await forum.until(/exit code 1.*"pause":400,"msg":"server\.exited"/);
    await healthy();
    expect(await serverOf(forum)).not.toBe(server);

    const database = postmaster();
    process.kill(database, 'SIGKILL');
    await forum.until(/database\.restarted/);
    await healthy();
    expect(postmaster()).not.toBe(database);
    expect((await rawRequest(`${origin}/api/v1/forum`)).status).toBe(200);
    await endInOrder(forum);
    expect(allProcesses().filter(({ command }) => command.includes(dataDir))).toEqual([]);
  }, 60_000);

  test('that is killed alone takes the server with it, and the next one goes on with the database; another starts after everything was killed in the middle of a query', async () => {
    const forum = await begin();
    const [server, database] = [await serverOf(forum), postmaster()];
    process.kill(forum.pid, 'SIGKILL');
    await waitUntilEnded(server);
    expect(isRunning(database)).toBe(true);
    const next = await begin();
    expect(postmaster()).toBe(database);
    await healthy();

    const client = new pg.Client({ connectionString: databaseUrl() });
    client.on('error', () => {});
    await client.connect();
    // It runs for minutes without noticing that its postmaster is dead.
    void client.query('select count(*) from generate_series(1, 100000000) a').catch(() => {});
    for (const pid of [next.pid, await serverOf(next), database]) process.kill(pid, 'SIGKILL');
    await waitUntilEnded(database);
    const last = await begin();
    await healthy();
    await endInOrder(last);
  }, 60_000);

  test('starts when the lock file that a crash left names another program', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    });
    try {
      writeFileSync(
        lockFile,
        `${other.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n  1234567       123\nready   \n`,
      );
      const forum = await begin();
      await healthy();
      await endInOrder(forum);
      expect(isRunning(other.pid as number)).toBe(true);
    } finally {
      other.kill('SIGKILL');
    }
  }, 60_000);
});

describe('[ops] npm itself', () => {
  /** `npm start`, with its shell and the forum as child processes. */
  async function npmStart(): Promise<{ npm: ChildProcess; pids: number[] }> {
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...inheritedEnv(), ...env },
      detached: true,
    });
    let text = '';
    npm.stdout?.on('data', (chunk: Buffer) => void (text += chunk));
    await eventually(() => READY.test(text));
    const supervisor = await eventually(
      () =>
        allProcesses().find((one) => one.parent === npm.pid && /start\.ts/.test(one.command))?.pid,
    );
    return { npm, pids: [supervisor, await serverOf({ pid: supervisor }), postmaster()] };
  }

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends all of it when it alone gets %s',
    async (signal) => {
      const { npm, pids } = await npmStart();
      const ended = new Promise((resolve) => npm.once('exit', resolve));
      npm.kill(signal);
      await ended;
      for (const pid of pids) await waitUntilEnded(pid);
      expect(existsSync(lockFile), 'the database ended in order').toBe(false);
    },
    60_000,
  );
});
