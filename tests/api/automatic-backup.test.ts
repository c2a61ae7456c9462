import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { BACKUP_STATE } from '#db/site-state-names.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { backUpIfDue } from '../../scripts/backup/automatic-backup.ts';
import { findNewestBackup } from '../../scripts/backup/backup-files.ts';
import { readAbout } from '../../scripts/backup/read-archive.ts';
import { writeBackup } from '../../scripts/backup/write-backup.ts';
import { askAll } from '../support/ask-all.ts';
import { reservePort } from '../support/ports.ts';
import { prepareDataDir } from '../support/prepared-data-dir.ts';
import { eventually } from '../support/processes.ts';
import { type RunningScript, runScript, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

const HOUR_MS = 3_600_000;
const AUTOMATIC = /^forum-auto-\d{4}-\d\d-\d\d-\d{6}\.tar$/;
const folder = temporaryFolder('automatic');

const automaticIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => AUTOMATIC.test(name))
    .sort();

/** An empty forum, a folder for its backups, and a check whether one is due. */
async function aForum(name: string) {
  const { db, url } = await emptyDatabase();
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, name) };
  const env = { ...readEnv(settings), DATABASE_URL: url };
  const dir = join(folder, name, 'backups');
  mkdirSync(dir, { recursive: true });
  const look = (keep = 14, signal?: AbortSignal) =>
    backUpIfDue(env, { everyMs: HOUR_MS, keep, folder: dir }, createLog('silent'), signal);
  return { db, url, settings, env, dir, look };
}

/** Backdates the last backup and sets its size. */
async function ageBackup(db: Db, bytes?: number): Promise<void> {
  await db.execute(
    sql`
      update site_state
      set
        updated_at = now() - interval '2 hours',
        value = case
          when ${bytes ?? null}::bigint is null then value
          else jsonb_build_object('bytes', ${bytes ?? null}::bigint)
        end
      where name = ${BACKUP_STATE}`,
  );
}

/** Makes the database pause a backup in the middle until the returned function is called. */
async function holdBackups(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('lock table post in access exclusive mode');
  return () => client.end();
}

async function terminate(script: RunningScript): Promise<number | null> {
  process.kill(script.pid, 'SIGTERM');
  return (await script.ended).code;
}

describe('[ops] a backup that makes itself', () => {
  test('is made when the last one is older than the period, and not before', async () => {
    const { db, dir, look } = await aForum('due');
    expect(await look()).toBe(HOUR_MS);
    const [first] = automaticIn(dir);
    expect(first).toMatch(AUTOMATIC);
    const dueMs = await look();
    expect(dueMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(dueMs).toBeLessThan(HOUR_MS);
    expect(automaticIn(dir)).toEqual([first]);
    await ageBackup(db);
    expect(await look()).toBe(HOUR_MS);
    expect(automaticIn(dir)).toHaveLength(2);
    expect(findNewestBackup(dir)).toBe(join(dir, automaticIn(dir)[1] as string));
  });

  test('replaces the oldest automatic one; manual ones, another forum’s and other files stay', async () => {
    const { db, dir, env, look } = await aForum('keep');
    const others = [
      'forum-2020-01-01-0000.tar',
      'forum-auto-2020-01-01-000000.tar',
      'forum-auto-2020-01-02-000000.tar',
      'notes.txt',
    ];
    await writeBackup(env, join(dir, others[0] as string));
    writeFileSync(join(dir, others[1] as string), 'not a backup at all');
    const other = { ...env, SITE_URL: 'https://other.example' };
    await writeBackup(other, join(dir, others[2] as string));
    writeFileSync(join(dir, others[3] as string), 'mine');
    const made: string[] = [];
    for (let round = 0; round < 4; round++) {
      await ageBackup(db);
      const before = readdirSync(dir);
      await look(2);
      made.push(...readdirSync(dir).filter((name) => !before.includes(name)));
    }
    expect(made).toHaveLength(4);
    expect(readdirSync(dir).sort()).toEqual([...others, ...made.slice(2)].sort());
  });

  test('is made once where several processes find it due', async () => {
    const { db, dir, look } = await aForum('once');
    await Promise.all([look(), look(), look()]);
    expect(automaticIn(dir)).toHaveLength(1);
    await ageBackup(db);
    await Promise.all([look(), look(), look()]);
    expect(automaticIn(dir)).toHaveLength(2);
  });

  test('is not started without free disk space: nothing is written, and no older one is deleted', async () => {
    const { db, dir, look } = await aForum('room');
    await look();
    const before = readdirSync(dir);
    await ageBackup(db, 1e17);
    await expect(look(1)).rejects.toThrow(
      /Not enough disk space in .* for a backup: \d+ MB needed, \d+ MB free/,
    );
    expect(readdirSync(dir)).toEqual(before);
  });
});

describe('[ops] npm run backup -- --every', () => {
  test('makes one at once and one each period, keeps the newest, and ends with SIGTERM', async () => {
    const { settings, dir } = await aForum('loop');
    const args = ['--every', '2s', '--keep', '2'];
    const script = startScript('backup', args, settings);
    await script.until(/(?:backup\.created[\s\S]*){2}"removed":1,"msg":"backup\.created"/);
    expect(await terminate(script)).toBe(0);
    expect((await script.ended).stderr).toBe('');
    const names = readdirSync(dir);
    expect(names.filter((name) => !AUTOMATIC.test(name))).toEqual([]);
    expect(names).toHaveLength(2);
    for (const name of names)
      expect((await readAbout(join(dir, name))).site).toBe('http://localhost:4321');
  }, 60_000);

  test('leaves nothing of an unfinished backup when it is stopped', async () => {
    const { url, settings } = await aForum('ended');
    const dir = join(folder, 'ended-elsewhere');
    const release = await holdBackups(url);
    const isUnderWay = () => existsSync(dir) && readdirSync(dir).length > 0;
    const regular = startScript('backup', ['--every', '1h', '--dir', dir], settings);
    await eventually(isUnderWay);
    expect(await terminate(regular)).toBe(0);
    expect(readdirSync(dir)).toEqual([]);

    const single = startScript('backup', ['--dir', dir], settings);
    await eventually(isUnderWay);
    single.interrupt();
    const { code, stderr } = await single.ended;
    expect([code, stderr.trim()]).toEqual([
      1,
      'The backup was stopped; its incomplete file was deleted.',
    ]);
    expect(readdirSync(dir)).toEqual([]);
    await release();
  }, 60_000);

  test('says why a backup failed, and tries again until it is made', async () => {
    const { db, settings, dir, look } = await aForum('again');
    await look();
    await ageBackup(db, 1e17);
    const script = startScript('backup', ['--every', '1h'], settings);
    await script.until(/Not enough disk space .*"pause":400,"msg":"backup\.failed"/);
    expect(automaticIn(dir)).toHaveLength(1);
    await ageBackup(db, 1);
    await script.until(/backup\.created/);
    expect(automaticIn(dir)).toHaveLength(2);
    expect(await terminate(script)).toBe(0);
  }, 60_000);

  test('checks once if a system timer runs it, and refuses invalid options in one line', async () => {
    const { settings, dir } = await aForum('timer');
    const once = ['--every', '1h', '--once'];
    for (const outcome of [
      `The backup is in ${dir}`,
      'No backup is due: the last one was made 0 minutes ago.',
    ])
      expect(await runScript('backup', once, { ...settings, LOG_LEVEL: 'warn' })).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining(outcome),
      });
    expect(automaticIn(dir)).toHaveLength(1);
    const refused = await askAll(
      [
        ['--every', 'daily'],
        ['--keep', '3'],
        ['--every', '1d', '--keep', 'all'],
        ['--every', '1d', '--out', 'forum.tar'],
      ],
      (args) => runScript('backup', args, settings),
    );
    for (const { code, stderr } of refused)
      expect([code, stderr.trim().split('\n').length], stderr).toEqual([1, 1]);
  }, 60_000);
});

test('[ops] npm start makes backups as configured, continues while one fails, and stops cleanly', async () => {
  await fetchShared('build');
  const dataDir = await prepareDataDir('start-backups');
  const dir = join(dataDir, 'backups');
  // a file instead of the folder
  writeFileSync(dir, '');
  const forum = startScript('start', [], {
    DATA_DIR: dataDir,
    PORT: String(await reservePort()),
    BACKUP_EVERY: '1h',
    BACKUP_KEEP: '3',
  });
  await forum.until(/A backup every 1h, the last 3 of them, in .*\/backups/);
  await forum.until(/"pause":\d+,"msg":"backup\.failed"/);
  rmSync(dir);
  await forum.until(/forum-auto-[\d-]+\.tar.*backup\.created/);
  expect(readdirSync(dir)).toEqual(automaticIn(dir));
  expect(await terminate(forum)).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid')), 'the database ended').toBe(false);
}, 120_000);
