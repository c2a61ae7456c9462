import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { DISK_SPACE_CHECKS, runDoctor } from '../support/doctor.ts';
import { reservePort } from '../support/ports.ts';
import { fillAsPrepared } from '../support/prepared-data-dir.ts';
import { isRunning } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type RunningScript, startInTerminal, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { blankDatabase, emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* `npm start`, and its error messages. */

await fetchShared('build');
const folder = temporaryFolder('start');
const READY = /Stop with Ctrl-C/;
const running = new Set<RunningScript>();
const postmaster = join(folder, 'own/postgres/postmaster.pid');
const postgres = () => Number(readFileSync(postmaster, 'utf8').split('\n')[0]);
afterAll(async () => {
  await Promise.allSettled([...running].map(stop));
  // a start that had to be killed leaves it running
  if (existsSync(postmaster)) process.kill(postgres(), 'SIGINT');
});

/** Ctrl-C; a clean stop takes a moment, not more. */
async function stop(one: RunningScript): Promise<number | null> {
  one.interrupt();
  const late = setTimeout(one.kill, 10_000);
  const { code } = await one.ended;
  clearTimeout(late);
  return code;
}

async function begin(env: Record<string, string>, args: string[] = []): Promise<RunningScript> {
  const one = startScript('start', args, {
    PORT: String(await reservePort()),
    LOG_LEVEL: 'warn',
    ...env,
  });
  running.add(one);
  void one.ended.then(() => running.delete(one));
  return one;
}

/** A start that must fail with one line and an exit code. Returns the line. */
async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
  const { code, stderr } = await (await begin(env, args)).ended;
  expect(code).toBeGreaterThan(0);
  const lines = stderr.trim().split('\n');
  expect(lines, 'one line').toHaveLength(1);
  expect(lines[0]).not.toMatch(/^\s+at |Error:/);
  return lines[0] as string;
}

const counts = async (db: Db) =>
  (
    await db.execute(
      sql`
        select
          (select count(*)::int from post) as posts,
          (select count(*)::int from published_page) as pages,
          (select count(*)::int from drizzle.__drizzle_migrations) as migrations`,
    )
  ).rows;

describe('[ops] npm start with a database of its own', async () => {
  const dataDir = join(folder, 'own');
  const port = await reservePort();
  const env = { DATA_DIR: dataDir, PORT: String(port) };

  test('makes a forum from nothing, says where it is and how to log in, and ends with Ctrl-C', async () => {
    const forum = await begin(env);
    await forum.until(READY);
    expect(forum.output()).toContain(`http://localhost:${port}`);
    expect(forum.output()).toMatch(/log in/i);
    expect(forum.output()).toContain(dataDir);
    expect((await rawRequest(`http://127.0.0.1:${port}/zh/post/1`)).status).toBe(200);
    expect(readdirSync(join(dataDir, 'site/zh/post')).length).toBeGreaterThan(150);
    // the doctor finds the running database, and no fault but a new forum's missing settings
    const { told, find } = await runDoctor(env, DISK_SPACE_CHECKS);
    expect(find('database').finding).toBe('ok');
    expect(find('database.fsync').finding).toBe('ok');
    const wrong = told.findings.filter(({ advice, ignored }) => advice !== '' && !ignored);
    expect(wrong.map(({ id }) => id)).toEqual(['backup']);
    const database = postgres();
    expect(await stop(forum), 'ended in order within 10 s').toBe(0);
    expect(isRunning(database)).toBe(false);
    expect(existsSync(postmaster), 'the database ended in order').toBe(false);
    await expect(rawRequest(`http://127.0.0.1:${port}/zh`)).rejects.toThrow('ECONNREFUSED');
  }, 240_000);

  test('starts again on existing data, is refused while a forum runs on the folder, and the running one continues and stops cleanly', async () => {
    const forum = await begin(env);
    await forum.until(READY);
    expect(forum.output()).not.toContain('Filling the database');
    expect((await rawRequest(`http://127.0.0.1:${port}/zh/post/1`)).status).toBe(200);
    const database = postgres();
    expect(await refusal(env)).toMatch(/A forum runs on .* already/);
    expect(isRunning(database)).toBe(true);
    expect((await rawRequest(`http://127.0.0.1:${port}/api/v1/forum`)).status).toBe(200);
    expect(await stop(forum), 'ended in order within 10 s').toBe(0);
    expect(isRunning(database)).toBe(false);
  }, 60_000);
});

describe('[ops] npm start -- --empty', () => {
  test('starts a forum with nobody in it, prints the address of its first administrator once more at each start, and is never filled with the demo', async () => {
    const { db, url } = await emptyDatabase();
    const port = await reservePort();
    const env = { DATA_DIR: join(folder, 'empty'), DATABASE_URL: url, PORT: String(port) };
    const ADDRESS = /http:\/\/localhost:\d+\/bbs-admin\/setup#[\w-]{43}/;
    const inside = async () =>
      (
        await db.execute(
          sql`
            select
              (select count(*)::int from "user") as people,
              (select count(*)::int from forum) as forums,
              (select count(*)::int from "group") as groups,
              (select count(*)::int from published_page) > 0 as pages`,
        )
      ).rows[0];
    const printed: (string | undefined)[] = [];
    for (const args of [['--empty'], [], ['--empty']]) {
      const forum = await begin(env, args);
      await forum.until(READY);
      expect(forum.output()).not.toContain('demo');
      printed.push(ADDRESS.exec(forum.output())?.[0]);
      for (const path of ['/zh', '/en/forums', '/phone/zh', '/bbs-admin/setup'])
        expect((await rawRequest(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
      expect(await inside()).toEqual({ people: 0, forums: 0, groups: 5, pages: true });
      expect(await stop(forum)).toBe(0);
    }
    expect(new Set(printed).size, 'a new secret each time').toBe(3);
    expect(printed).not.toContain(undefined);
  }, 240_000);

  test('is refused in one line for a forum that has people', async () => {
    const { db, url } = await emptyDatabase();
    await fillAsPrepared(db);
    const before = await counts(db);
    const env = { DATA_DIR: join(folder, 'peopled'), DATABASE_URL: url };
    expect(await refusal(env, ['--empty'])).toMatch(/already has members.*--empty/);
    expect(await counts(db)).toEqual(before);
  });
});

test('[ops] npm start in a terminal shows its steps and a box, and logs into a file', async () => {
  const { url } = await emptyDatabase();
  const port = await reservePort();
  const dataDir = join(folder, 'terminal');
  const forum = startInTerminal('start', ['--empty'], {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORT: String(port),
  });
  running.add(forum);
  void forum.ended.then(() => running.delete(forum));
  await forum.until(/Stop +Ctrl\+C.*\r\n└/);
  expect((await rawRequest(`http://127.0.0.1:${port}/api/v1/forum`)).status).toBe(200);
  const logPath = join(dataDir, 'logs/forum.log');
  await expect.poll(() => readFileSync(logPath, 'utf8')).toContain('"msg":"request"');
  forum.interrupt();
  const { code, stdout } = await forum.ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/Publishing the pages: \d+ pages/);
  expect(stdout).toContain(logPath);
  expect(stdout).toMatch(/Stopped\. To start again: npm start\r\n$/);
  expect(stdout).not.toContain('"level"');
  const lines = readFileSync(logPath, 'utf8').trim().split('\n');
  const events = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(events).toContain('server.listening');
}, 120_000);

describe('[ops] npm start says in one line', async () => {
  const forum = await emptyDatabase();
  await fillAsPrepared(forum.db);
  const settings = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: forum.url });

  test('that the port is taken, and by which setting to choose another', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const before = await counts(forum.db);
    expect(await refusal({ ...settings('port'), PORT: String(port) })).toMatch(
      new RegExp(`Port ${port} is taken.*PORT=`),
    );
    expect(await counts(forum.db)).toEqual(before);
    other.close();
  });

  test('that the database is another program’s, and leaves it as it is', async () => {
    const { db, url } = await blankDatabase();
    await db.execute(sql`create table invoice (id int primary key)`);
    expect(await refusal({ ...settings('foreign'), DATABASE_URL: url })).toMatch(
      /another program.*DATABASE_URL/,
    );
    expect(
      (
        await db.execute(
          sql`
            select schemaname, tablename
            from pg_tables
            where schemaname not in ('pg_catalog', 'information_schema')`,
        )
      ).rows,
    ).toEqual([{ schemaname: 'public', tablename: 'invoice' }]);
  });

  test('that the database is a newer version’s, and leaves it as it is', async () => {
    const { db, url } = await emptyDatabase();
    await db.execute(
      sql`
        insert into drizzle.__drizzle_migrations (hash, created_at)
        values ('tomorrow', 9999999999999)`,
    );
    const before = await counts(db);
    expect(await refusal({ ...settings('newer'), DATABASE_URL: url })).toMatch(/newer version/);
    expect(await counts(db)).toEqual(before);
  });

  test('an older database than the baseline: it says which version to update to first', async () => {
    const { db, url } = await emptyDatabase();
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1700000000000`);
    const before = await counts(db);
    expect(await refusal({ ...settings('too-old'), DATABASE_URL: url })).toMatch(
      /^This version can’t update the database directly: .* Update to the last version with the migration 0041_thread_pace /,
    );
    expect(await counts(db)).toEqual(before);
  });

  test('that no database answers', async () => {
    expect(
      await refusal({
        ...settings('away'),
        DATABASE_URL: `postgres://nobody@127.0.0.1:${await reservePort()}/forum`,
      }),
    ).toMatch(/at DATABASE_URL does not respond/);
  });

  test('that the data folder may not be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, 'not a folder');
    expect(await refusal({ DATA_DIR: join(file, 'data') })).toMatch(
      /may not write .*a-file.*DATA_DIR/,
    );
    expect(readFileSync(file, 'utf8')).toBe('not a folder');
  });

  test('that limits are off for a site that others reach', async () => {
    expect(
      await refusal({
        ...settings('limits'),
        SITE_URL: 'https://forum.example',
        RATE_LIMITS: 'off',
      }),
    ).toMatch(/RATE_LIMITS=off .* https:\/\/forum\.example/);
  });

  test('which settings can’t be used, all of them', async () => {
    expect(await refusal({ ...settings('settings'), PORT: 'x', CDN: 'akamai' })).toMatch(
      /PORT.*CDN/,
    );
  });
});
