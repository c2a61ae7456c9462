import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { acquireForumLock } from '#db/embedded/data-dir-locks.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { findOldBinaries } from '../../scripts/upgrade/find-old-binaries.ts';
import { startDemoCopy } from '../support/demo-copy.ts';
import { reservePort } from '../support/ports.ts';
import { allProcesses, inheritedEnv, waitUntilEnded } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { runScript, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* An upgrade of the embedded database from PostgreSQL 17. Each test continues the previous one. */

await fetchShared('build');
const demo = await demoDatabase();
const folder = temporaryFolder('upgrade');
const dataDir = join(folder, 'data');
const settings = { DATA_DIR: dataDir };
const binaries = findOldBinaries(17);
const major = (name: string): string =>
  readFileSync(join(dataDir, name, 'PG_VERSION'), 'utf8').trim();
const folders = (): string[] =>
  readdirSync(dataDir)
    .filter((name) => /^\.|^postgres/.test(name))
    .sort();

/** The tables' contents, including tables that a backup omits and pending jobs. */
async function readContents(db: Db): Promise<unknown> {
  const read = async (table: string) => {
    const { rows } = await db.execute(
      sql`
        select count(*)::int as rows, md5(string_agg(t::text, ' ' order by t::text)) as content
        from ${sql.raw(table)} as t`,
    );
    return { table, ...rows[0] };
  };
  const { rows: numbers } = await db.execute(
    sql`
      select sequencename, last_value
      from pg_sequences
      where schemaname = 'public'
      order by 1`,
  );
  const contents: unknown[] = [numbers];
  for (const table of ['"user"', 'thread', 'post', 'notification', 'published_page', 'action_log'])
    contents.push(await read(table));
  contents.push(await read('(select key, payload, run_at from graphile_worker._private_jobs)'));
  return contents;
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, kind: 'maintenance' });
  try {
    await db.execute(sql`set timezone = 'UTC'`);
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

/** The contents of the folder's database, read by the old version or by the new one. */
async function readFolder(options = {}): Promise<unknown> {
  const embedded = await startEmbeddedPostgres(dataDir, options);
  try {
    return await withDb(embedded.url, readContents);
  } finally {
    await embedded.stop();
  }
}

const made = await startDemoCopy(demo, dataDir, { binaries });
const before = await withDb(made.url, async (db) => {
  await db.execute(
    sql`
      insert into published_page (path, tags, hash, build, rendered_at)
      values ('/robots.txt', '{}', 'x', 'x', now())`,
  );
  await db.execute(
    sql`
      select graphile_worker.add_job('job', '{"id": 0}', run_at => now() + interval '1 year')`,
  );
  return await readContents(db);
});
await made.stop();

afterAll(async () => {
  for (const { pid, command } of allProcesses()) {
    if (!command.includes('postgres') || !command.includes(dataDir)) continue;
    process.kill(pid, 'SIGKILL');
    await waitUntilEnded(pid);
  }
});

const upgrade = (...args: string[]) => runScript('upgrade-database', args, settings);

/** Kills an upgrade at this step. */
async function killAt(step: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/kill-at-step.ts'), 'upgrade', '-', step],
    { stdio: 'ignore', env: { ...inheritedEnv(), ...settings } },
  );
  const signal = await new Promise((resolve) =>
    child.once('exit', (_code, ended) => resolve(ended)),
  );
  expect(signal, `it came to "${step}"`).toBe('SIGKILL');
}

/** The old database is at its old path, with all its contents. */
async function expectOldInPlace(what: string): Promise<void> {
  expect(major('postgres'), what).toBe('17');
  expect(await readFolder({ binaries }), what).toEqual(before);
}

test('[ops] npm start and other commands name the remedy for an older PostgreSQL’s database in one line', async () => {
  for (const script of ['start', 'backup']) {
    const { code, stderr } = await runScript(script, [], settings);
    expect(code, script).toBeGreaterThan(0);
    expect(stderr.trim().split('\n'), script).toEqual([
      expect.stringMatching(/is of PostgreSQL 17, .* Upgrade it by npm run upgrade-database/),
    ]);
  }
  await expectOldInPlace('after the refusal');
}, 60_000);

test('[ops] an upgrade is refused, in one line, while a forum runs, with programs of another version, and with a database that isn’t embedded', async () => {
  const running = await startEmbeddedPostgres(dataDir, { binaries });
  const claim = await acquireForumLock(running.url, dataDir);
  expect(await upgrade()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A forum runs on .* already\. .*\n$/),
  });
  await claim.release();
  await running.stop();
  expect(await upgrade('--old-bin', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There are no programs of PostgreSQL 17 in .*\n$/),
  });
  expect(
    await runScript('upgrade-database', [], { ...settings, DATABASE_URL: demo.url }),
  ).toMatchObject({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL is set: .*\n$/) });
  expect(folders()).toEqual(['postgres', 'postgres.secret']);
  await expectOldInPlace('after the refusals');
}, 60_000);

test('[ops] an upgrade that is killed while it copies, compares, or is about to replace leaves the old database in its place', async () => {
  for (const step of ['post', 'comparing public', 'statistics', 'stopping', 'replacing']) {
    await killAt(step);
    await expectOldInPlace(step);
  }
}, 180_000);

test('[ops] an upgrade copies everything from 17, retains the old folder, and leaves nothing else; the forum starts on the new one and shows its pages', async () => {
  expect(await upgrade()).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(join(dataDir, 'postgres-17')),
  });
  expect(folders()).toEqual(['postgres', 'postgres-17', 'postgres.secret']);
  expect(major('postgres-17')).toBe('17');
  expect(Number(major('postgres'))).toBeGreaterThan(17);
  expect(await readFolder()).toEqual(before);
  expect(await upgrade()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing to do'),
  });
  const port = await reservePort();
  const forum = startScript('start', [], { ...settings, PORT: String(port), LOG_LEVEL: 'warn' });
  try {
    await forum.until(/Stop with Ctrl-C/);
    for (const path of ['/zh', '/zh/post/1', '/api/v1/forum'])
      expect((await rawRequest(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
  } finally {
    forum.interrupt();
    await forum.ended;
  }
}, 240_000);

test('[ops] the retained folder is the old database when it is renamed back; an upgrade killed between its two renames is finished by the next start', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  renameSync(join(dataDir, 'postgres-17'), join(dataDir, 'postgres'));
  await expectOldInPlace('after going back');
  await killAt('replacing the database, the old one stays beside it');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(await readFolder()).toEqual(before);
  expect(Number(major('postgres'))).toBeGreaterThan(17);
  expect(major('postgres-17')).toBe('17');
}, 120_000);
