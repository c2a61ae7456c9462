import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { allProcesses, eventually, inheritedEnv, waitUntilEnded } from '../support/processes.ts';
import { runScript, startScript } from '../support/run-script.ts';
import { blankDatabase, demoDatabase, existingDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * Restores, backups and first starts that are killed at one of their steps, and what the next
 * command finds.
 */

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

/** Runs a restore or a backup until it says that it has come to a step, and kills it there. */
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

const STEPS = ['post', 'committing', 'putting pictures in place', 'finishing'];

describe('[ops] a restore that is killed', () => {
  test.each(STEPS)(
    'at "%s" is done by the next one, which finds everything there',
    async (step) => {
      const target = await blankDatabase();
      const dataDir = join(folder, `at-${step}`);
      mkdirSync(dataDir);
      const env = { DATABASE_URL: target.url, DATA_DIR: dataDir };
      await killAt('restore', file, step, env);
      const again = await runScript('restore', [file], env);
      if (step === 'finishing') {
        // Everything is in place: only statistics are missing, and the next restore meets a filled
        // forum.
        expect(again.stderr).toContain('The database is not empty');
      } else {
        expect(again).toMatchObject({ code: 0, stderr: '' });
        expect(again.stdout).toContain('A restore had been ended before');
      }
      expect(await counts(target.db)).toEqual(await counts(forum.db));
      expect(uploadsOf(dataDir)).toEqual(uploadsOf(source));
      expect(hidden(dataDir)).toEqual([]);
    },
    120_000,
  );

  test('in a folder with a database of its own is done by the next one too, which stops the database', async () => {
    const dataDir = join(folder, 'own');
    mkdirSync(dataDir);
    await killAt('restore', file, 'post', { DATA_DIR: dataDir });
    expect(await runScript('restore', [file], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      stderr: '',
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

describe('[ops] a backup that is killed', () => {
  test.each(['post', 'uploads', 'putting it in place'])(
    'at "%s" leaves no file under its name, and the next one is whole',
    async (step) => {
      const out = join(folder, `backup at ${step}`);
      mkdirSync(out);
      const env = { DATABASE_URL: forum.url, DATA_DIR: source };
      await killAt('backup', join(out, 'forum.tar'), step, env);
      expect(existsSync(join(out, 'forum.tar'))).toBe(false);
      expect(hidden(out)).toHaveLength(1);
      const again = await runScript('backup', ['--out', join(out, 'forum.tar')], env);
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toContain('A backup had been ended before it was whole');
      expect(readdirSync(out)).toEqual(['forum.tar']);
      const target = await blankDatabase();
      expect(
        await runScript('restore', [join(out, 'forum.tar')], {
          DATABASE_URL: target.url,
          DATA_DIR: join(out, 'restored'),
        }),
      ).toMatchObject({ code: 0, stderr: '' });
      expect(await counts(target.db)).toEqual(await counts(forum.db));
    },
    120_000,
  );
});

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
