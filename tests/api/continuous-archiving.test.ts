import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import {
  captureOutput,
  findUnprivilegedAccount,
  spawnUnprivileged,
} from '#db/embedded/binaries.ts';
import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { writeBackup } from '../../scripts/backup/write-backup.ts';
import { readArchiving } from '../../scripts/doctor/archiving.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { runDoctor } from '../support/doctor.ts';
import { thread } from '../support/factories.ts';
import { fillTemplate } from '../support/fill-template.ts';
import { ensureArchivedPostgres } from '../support/pgbackrest.ts';
import { reservePort } from '../support/ports.ts';
import { eventually } from '../support/processes.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Debian's PostgreSQL, archived as scripts/deploy/pgbackrest.conf and its comments say. */

const bin = ensureArchivedPostgres();
const demo = await demoDatabase();
const folder = temporaryFolder('archive');
chmodSync(folder, 0o711);
const account = findUnprivilegedAccount();

/** A folder of PostgreSQL's user. */
function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

const port = await reservePort();
const data = makeFolder('data');
const places = {
  PG_DATA: data,
  PG_SOCKETS: makeFolder('sockets'),
  PG_PORT: String(port),
  REPOSITORY: makeFolder('repository'),
  LOGS: makeFolder('logs'),
};
const template = readFileSync('scripts/deploy/pgbackrest.conf', 'utf8');
const config = join(folder, 'pgbackrest.conf');
writeFileSync(config, fillTemplate(template, places));
/** Paths of this system, and PostgreSQL's access rules. */
const surroundings = {
  PGBACKREST_CONFIG: config,
  PGBACKREST_LOCK_PATH: makeFolder('locks'),
  PGBACKREST_PG1_USER: 'forum',
};

/** Runs a command to its end as PostgreSQL's user. */
async function run(program: string, args: string[]): Promise<void> {
  const child = spawnUnprivileged(program, args, surroundings);
  const log = captureOutput(child);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code, `${program} ${args.join(' ')}\n${log.text()}`).toBe(0);
}

/** The commands in the configuration's comments, by step. */
const commands = Array.from(
  template.matchAll(/^# {6}(pgbackrest --stanza=.*)$/gm),
  ([, command = '']) => command,
);
const findCommand = (part: string): string => {
  const found = commands.find((command) => command.includes(part));
  if (!found) throw new Error(`The configuration names no command with ${part}.`);
  return found;
};
const backrest = (command: string) => run('/bin/sh', ['-c', command]);

let server: ChildProcess | undefined;

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const closed = new Promise((resolve) => server?.once('close', resolve));
  process.kill(server.pid as number, signal);
  await closed;
}
atEndOfFile(() => stop('SIGQUIT'));

const url = `postgres://forum@127.0.0.1:${port}/postgres`;

/** Starts PostgreSQL; resolves when it accepts writes. */
async function start(): Promise<void> {
  server = spawnUnprivileged(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${places.PG_SOCKETS}`],
    surroundings,
  );
  const log = captureOutput(server);
  await eventually(async () => {
    if (server?.exitCode !== null) throw new Error(log.text());
    return withDb(async (db) => {
      const { rows } = await db.execute<{ ready: boolean }>(
        sql`select not pg_is_in_recovery() as ready`,
      );
      return rows[0]?.ready;
    }).catch(() => false);
  });
}

async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, kind: 'maintenance', maxConnections: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

const readMoment = async (db: Db): Promise<string> =>
  (await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)).rows[0]
    ?.now as string;

/** Waits until everything written so far is in the archive. */
async function awaitArchived(db: Db): Promise<void> {
  const { rows } = await db.execute<{ piece: string }>(
    sql`select pg_walfile_name(pg_switch_wal()) as piece`,
  );
  const piece = rows[0]?.piece ?? '';
  await eventually(async () => {
    const { rows: archived } = await db.execute<{ piece: string | null }>(
      sql`select last_archived_wal as piece from pg_stat_archiver`,
    );
    return (archived[0]?.piece ?? '') >= piece;
  });
}

const readSubjects = async (db: Db, ids: number[]): Promise<string[]> =>
  (
    await db.execute<{ subject: string }>(
      sql`select subject from thread where id = any(${sql.param(ids)}::int[]) order by id`,
    )
  ).rows.map(({ subject }) => subject);

test('[ops] a database archived as configured is restored to a point in time; the doctor reports whether it is archived', async () => {
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, '--username=forum', '--encoding=UTF8']);
  await start();
  const archive = join(folder, 'demo.tar');
  await writeBackup(
    { ...readEnv({ DATA_DIR: demo.demoDataDir }), DATABASE_URL: demo.url },
    archive,
  );
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'forum') };
  await restoreBackup({ ...readEnv(settings), DATABASE_URL: url }, archive);

  const before = await runDoctor(settings);
  expect(before.find('database.archiving').finding).toBe('skipped');
  expect(before.find('backup').finding).toBe('warning');

  const statements = Array.from(template.matchAll(/^# +(alter system set [^;]+);/gm));
  expect(statements).toHaveLength(3);
  await withDb(async (db) => {
    for (const [, statement = ''] of statements) await db.execute(sql.raw(statement));
  });
  await stop('SIGINT');
  await start();
  for (const part of ['stanza-create', 'check', '--type=full']) await backrest(findCommand(part));

  const { moment, ids } = await withDb(async (db) => {
    const copied = await readMoment(db);
    const kept = await thread(db, { subject: '写在那一刻之前', replies: 2 });
    // pgbackrest chooses the copy by whole seconds
    const between = await eventually(async () => {
      const now = await readMoment(db);
      return Date.parse(now) - Date.parse(copied) > 1_000 && now;
    });
    const lost = await thread(db, { subject: '写在那一刻之后' });
    await awaitArchived(db);
    return { moment: between, ids: [kept.id, lost.id] };
  });
  const well = await runDoctor(settings);
  expect(well.find('database.archiving').finding).toBe('ok');
  expect(well.find('backup')).toMatchObject({
    finding: 'ok',
    sentence: expect.stringContaining('archived continuously'),
  });

  await stop('SIGQUIT');
  rmSync(data, { recursive: true });
  makeFolder('data');
  await backrest(findCommand('restore').replace(/--target=[^']+/, `--target=${moment}`));
  await start();
  await withDb(async (db) => {
    expect(await readSubjects(db, ids)).toEqual(['写在那一刻之前']);
    // writes after the recovery are archived too, until archiving fails
    await thread(db);
    await awaitArchived(db);
    await db.execute(sql.raw(`alter system set archive_command = 'false'`));
    await db.execute(sql`select pg_reload_conf()`);
    await thread(db);
    await db.execute(sql`select pg_switch_wal()`);
    await eventually(async () => (await readArchiving(db)).isFailing);
  });
  const failing = await runDoctor(settings);
  expect(failing.find('database.archiving')).toMatchObject({
    finding: 'problem',
    sentence: expect.stringMatching(
      /fails to archive .* the last segment was archived \d+ seconds ago/,
    ),
    advice: expect.stringContaining('archive_command'),
  });
  expect(failing.find('backup').finding).toBe('warning');
}, 240_000);
