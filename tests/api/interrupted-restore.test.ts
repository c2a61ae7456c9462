import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { readEnv } from '#platform/env.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { allProcesses, eventually, inheritedEnv, waitUntilEnded } from '../support/processes.ts';
import { runScript, startScript } from '../support/run-script.ts';
import { blankDatabase, demoDatabase, existingDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Restores, backups and first starts that are killed at a step, and the next command. */

const forum = await demoDatabase();
const folder = temporaryFolder('killed');
const file = join(folder, 'forum.tar');
const source = join(folder, 'source');
cpSync(join(forum.demoDataDir, 'uploads'), join(source, 'uploads'), { recursive: true });
const saved = await runScript('backup', ['--out', file], {
  DATABASE_URL: forum.url,
  DATA_DIR: source,
});
if (saved.code !== 0) throw new Error(saved.stderr);

afterAll(async () => {
  for (const { pid, command } of allProcesses()) {
    if (!command.includes('postgres') || !command.includes(folder)) continue;
    process.kill(pid, 'SIGKILL');
    await waitUntilEnded(pid);
  }
});

/** Runs a restore within this process. */
const restore = (
  archive: string,
  env: { DATABASE_URL: string; DATA_DIR: string },
  say?: (line: string) => void,
) => restoreBackup({ ...readEnv(env), DATABASE_URL: env.DATABASE_URL }, archive, () => {}, say);

/** Runs a restore or a backup and kills it at a step. */
async function killAt(
  what: 'restore' | 'backup',
  archive: string,
  step: string,
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/kill-at-step.ts'), what, archive, step],
    { stdio: 'ignore', env: { ...inheritedEnv(), ...env } },
  );
  const signal = await new Promise((resolve) =>
    child.once('exit', (_code, ended) => resolve(ended)),
  );
  expect(signal, `it came to "${step}"`).toBe('SIGKILL');
}

const counts = async (db: Db) =>
  (
    await db.execute(
      sql`
        select
          (select count(*)::int from post) as posts,
          (select count(*)::int from "user") as people,
          (select count(*)::int from upload) as uploads,
          (select count(*)::int from site_state where name = 'restored') as notes`,
    )
  ).rows[0];
const uploadsOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'uploads'), { recursive: true }).sort();
const hidden = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('.'));

describe('[ops] a restore that is killed', () => {
  const expectWhole = async (target: Db, dataDir: string) => {
    expect(await counts(target)).toEqual(await counts(forum.db));
    expect(uploadsOf(dataDir)).toEqual(uploadsOf(source));
    expect(hidden(dataDir)).toEqual([]);
  };

  test('while it reads, while it commits, and before its pictures are in place, is done by the next one, which finds everything there', async () => {
    const target = await blankDatabase();
    const dataDir = join(folder, 'thrice');
    mkdirSync(dataDir);
    const env = { DATABASE_URL: target.url, DATA_DIR: dataDir };
    // The first two leave nothing behind, so the next restore reaches its own step.
    for (const step of ['post', 'committing', 'moving pictures'])
      await killAt('restore', file, step, env);
    const said: string[] = [];
    await restore(file, env, (line) => said.push(line));
    expect(said).toEqual([expect.stringContaining('An interrupted restore was completed')]);
    await expectWhole(target.db, dataDir);
  }, 120_000);

  test('when only statistics are missing has everything in place: the next one meets a filled forum', async () => {
    const target = await blankDatabase();
    const dataDir = join(folder, 'finishing');
    mkdirSync(dataDir);
    const env = { DATABASE_URL: target.url, DATA_DIR: dataDir };
    await killAt('restore', file, 'finishing', env);
    await expect(restore(file, env)).rejects.toThrow('The database is not empty');
    await expectWhole(target.db, dataDir);
  }, 120_000);

  test('in a folder with a database of its own is done by the next one too, which stops the database', async () => {
    const dataDir = join(folder, 'own');
    mkdirSync(dataDir);
    await killAt('restore', file, 'post', { DATA_DIR: dataDir });
    expect(await runScript('restore', [file], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('A former restore was interrupted'),
    });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    const embedded = await startEmbeddedPostgres(dataDir);
    try {
      expect(await counts((await existingDatabase(embedded.url)).db)).toEqual(
        await counts(forum.db),
      );
    } finally {
      await embedded.stop();
    }
    expect(hidden(dataDir)).toEqual([]);
  }, 120_000);
});

test('[ops] a backup killed at any step leaves no file under its name, and the next one is complete', async () => {
  const out = join(folder, 'backups');
  mkdirSync(out);
  const env = { DATABASE_URL: forum.url, DATA_DIR: source };
  const steps = ['post', 'uploads', 'moving it to its folder'];
  for (const step of steps) {
    await killAt('backup', join(out, 'forum.tar'), step, env);
    expect(existsSync(join(out, 'forum.tar')), step).toBe(false);
  }
  expect(hidden(out)).toHaveLength(steps.length);
  const again = await runScript('backup', ['--out', join(out, 'forum.tar')], env);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('A former backup was interrupted');
  expect(readdirSync(out)).toEqual(['forum.tar']);
  const target = await blankDatabase();
  const dataDir = join(out, 'restored');
  mkdirSync(dataDir);
  await restore(join(out, 'forum.tar'), { DATABASE_URL: target.url, DATA_DIR: dataDir });
  expect(await counts(target.db)).toEqual(await counts(forum.db));
}, 120_000);

test('[ops] a first start that is killed while it makes the database leaves nothing that the next one meets', async () => {
  const dataDir = join(folder, 'making');
  const first = startScript('start', [], { DATA_DIR: dataDir });
  await eventually(
    () =>
      existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')),
  );
  first.kill();
  await first.ended;
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const secret = readFileSync(join(dataDir, 'postgres.secret'), 'utf8');
  const embedded = await startEmbeddedPostgres(dataDir);
  await embedded.stop();
  expect(allProcesses().filter(({ command }) => command.includes(dataDir))).toEqual([]);
  expect(
    readdirSync(dataDir)
      .filter((name) => name.startsWith('postgres'))
      .sort(),
  ).toEqual(['postgres', 'postgres.secret']);
  expect(readFileSync(join(dataDir, 'postgres.secret'), 'utf8')).toBe(secret);
}, 60_000);
