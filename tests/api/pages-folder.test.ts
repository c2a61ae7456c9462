import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { countServers } from '#outbox/notify-listener.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { readExpectedId, readFolderId, saveFolderId } from '#publish/files/pages-folder.ts';
import { watchFolder } from '#server/watch-folder.ts';
import { claimFolder } from '../../scripts/start/claim-folder.ts';
import { isPrepared } from '../../scripts/start/is-prepared.ts';
import { runDoctor } from '../support/doctor.ts';
import { fillAsPrepared } from '../support/prepared-data-dir.ts';
import {
  hasPageFile,
  MEMBER,
  pageFile,
  startPublishingSite,
  waitPatiently,
} from '../support/publishing-site.ts';
import { runScript } from '../support/run-script.ts';
import { blankDatabase, demoDatabase, emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Servers and starts whose SITE_DIR has another forum's pages, or outdated ones. */

vi.setConfig({ testTimeout: 180_000 });

const root = temporaryFolder('folder');
let folders = 0;
/** A folder with a page and, perhaps, an id. */
function folderWithPage(id?: string): { siteDir: string; page: string } {
  const siteDir = join(root, `site${++folders}`);
  const page = pageFile({ siteDir }, '/zh/post/77');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, 'a page of another time');
  if (id) writeFileSync(join(siteDir, '.forum'), id);
  return { siteDir, page };
}
const envOf = (siteDir: string): Env => readEnv({ DATA_DIR: root, SITE_DIR: siteDir });

describe('[ops] the start of a forum', () => {
  test('gives its folder and its database one id, and leaves the pages of an earlier version', async () => {
    const { db, url } = await emptyDatabase();
    await fillAsPrepared(db);
    const { siteDir, page } = folderWithPage();
    expect(await isPrepared(url, envOf(siteDir))).toBe(false);
    expect(await claimFolder(db, envOf(siteDir), () => {})).toBe(true);
    const id = readFolderId(siteDir);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(await readExpectedId(db)).toBe(id);
    expect(existsSync(page)).toBe(true);
    expect(await claimFolder(db, envOf(siteDir), () => {})).toBe(true);
    expect(readFolderId(siteDir)).toBe(id);
  });

  test('empties a folder that a new database doesn’t know', async () => {
    const { db } = await emptyDatabase();
    const { siteDir, page } = folderWithPage('of another forum');
    expect(await claimFolder(db, envOf(siteDir), () => {})).toBe(true);
    expect(existsSync(page)).toBe(false);
    expect(await readExpectedId(db)).toBe(readFolderId(siteDir));
    expect(readFolderId(siteDir)).not.toBe('of another forum');
  });

  test('leaves a bucket without an id', async () => {
    const { db } = await emptyDatabase();
    const { siteDir, page } = folderWithPage();
    const env = { ...envOf(siteDir), PAGES_URL: 's3://KEY:SECRET@127.0.0.1:1/pages?secure=0' };
    expect(await claimFolder(db, env, () => {})).toBe(true);
    expect([existsSync(page), await readExpectedId(db)]).toEqual([true, undefined]);
  });

  test('leaves another folder alone while a server runs, then empties it and publishes all pages', async () => {
    const { db, url } = await emptyDatabase();
    await fillAsPrepared(db);
    const former = join(root, 'former');
    await saveFolderId(db, former);
    const id = await readExpectedId(db);
    const { siteDir, page } = folderWithPage('of another machine');
    const env = { DATABASE_URL: url, DATA_DIR: root, SITE_DIR: siteDir };
    const server = new pg.Client({ connectionString: url, application_name: 'forum listener' });
    await server.connect();
    // listeners send a beat every ten seconds
    await server.query('notify beat');

    const left = await runScript('prepare', [], env);
    expect(left).toMatchObject({ code: 0, stdout: expect.stringContaining('SITE_DIR is not') });
    expect([existsSync(page), await readExpectedId(db)]).toEqual([true, id]);
    expect(readFolderId(siteDir)).toBe('of another machine');
    expect(await runScript('publish', ['--all'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SITE_DIR is not'),
    });
    const wrong = (await runDoctor(env)).find('folder.pages');
    expect(wrong).toMatchObject({
      finding: 'problem',
      sentence: expect.stringContaining(siteDir),
      advice: expect.stringContaining('Mount the shared folder'),
    });

    await server.end();
    await waitPatiently(async () => expect(await countServers(db)).toBe(0));
    const emptied = await runScript('prepare', [], env);
    expect(emptied).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('All pages are rendered again'),
    });
    expect(existsSync(page)).toBe(false);
    expect(hasPageFile({ siteDir }, '/zh')).toBe(true);
    expect(readFolderId(siteDir)).toBe(await readExpectedId(db));
    expect((await runDoctor(env)).find('folder.pages').finding).toBe('ok');
    // the former machine comes back
    expect(await isPrepared(url, envOf(siteDir))).toBe(true);
    expect(await isPrepared(url, envOf(former))).toBe(false);
  });
});

test('[ops] a restored forum has a new id in its folder and its database, and the running one retains its own', async () => {
  const { db, url } = await emptyDatabase();
  await fillAsPrepared(db);
  const siteDir = join(root, 'running');
  await saveFolderId(db, siteDir);
  const id = await readExpectedId(db);
  const file = join(root, 'forum.tar');
  const env = { DATABASE_URL: url, DATA_DIR: join(root, 'running-data'), SITE_DIR: siteDir };
  expect(await runScript('backup', ['--out', file], env)).toMatchObject({ code: 0, stderr: '' });
  const target = await blankDatabase();
  const { siteDir: restoredDir, page } = folderWithPage(id);
  const restored = { DATABASE_URL: target.url, DATA_DIR: join(root, 'new'), SITE_DIR: restoredDir };
  expect(await runScript('restore', [file], restored)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(page)).toBe(false);
  expect(readFolderId(restoredDir)).toBe(await readExpectedId(target.db));
  expect(readFolderId(restoredDir)).not.toBe(id);
  expect([readFolderId(siteDir), await readExpectedId(db)]).toEqual([id, id]);
});

describe('[ops] a server', async () => {
  const { db, url } = await demoDatabase();
  const siteDir = join(root, 'shared');
  await saveFolderId(db, siteDir);
  const site = { ...(await startPublishingSite({ SITE_DIR: siteDir }, url)), siteDir };
  const readiness = async () => {
    const response = await fetch(`${site.url}/api/ready`);
    return { status: response.status, ...((await response.json()) as { why: string[] }) };
  };
  const pending = async (tag: string) =>
    (await db.execute(sql`select tag from invalidation where tag like ${`${tag}%`}`)).rows.length;

  test('whose mount is lost is not ready, loses no change and no takedown, and publishes them when it is back', async () => {
    const id = await site.thread('共享');
    const path = `/zh/post/${id}`;
    const removed = await site.reply(id, '要删的话');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, path), 'utf8')).toContain('要删的话'),
    );
    expect((await readiness()).status).toBe(200);

    // the mount point's own folder, here with an outdated page
    const away = join(root, 'away');
    renameSync(siteDir, away);
    mkdirSync(dirname(pageFile(site, path)), { recursive: true });
    writeFileSync(pageFile(site, path), 'an outdated page');
    const kept = await site.reply(id, '没丢的话');
    const deletion = await site.call(MEMBER, 'DELETE', `/api/v1/thread/post?id=${removed}`);
    expect(deletion.status).toBe(503);
    await waitPatiently(async () =>
      expect(await readiness()).toMatchObject({
        status: 503,
        parts: { pages: 'down' },
        why: [expect.stringContaining('SITE_DIR is not the folder')],
      }),
    );
    const page = await site.visit(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(page.text).toContain('没丢的话');
    expect(page.text).not.toContain('要删的话');
    expect(await pending(`t:${id}:p`)).toBeGreaterThan(0);
    expect(readFileSync(pageFile(site, path), 'utf8')).toBe('an outdated page');
    expect(
      readdirSync(siteDir, { recursive: true }).filter((name) => /index\.html/.test(`${name}`)),
    ).toHaveLength(1);
    // each server listens once, and has sent beats meanwhile
    expect(await countServers(db)).toBe(1);

    rmSync(siteDir, { recursive: true });
    renameSync(away, siteDir);
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, path), 'utf8')).toContain(`id="p${kept}"`),
    );
    expect(readFileSync(pageFile(site, path), 'utf8')).not.toContain('要删的话');
    await waitPatiently(async () => expect((await readiness()).status).toBe(200));
    await waitPatiently(async () => expect(await pending(`t:${id}:p`)).toBe(0));
  });

  test('that starts with another folder renders nothing into it', async () => {
    const { siteDir: other, page } = folderWithPage('another');
    const wrong = await startPublishingSite({ SITE_DIR: other }, url);
    const answer = (await (await fetch(`${wrong.url}/api/ready`)).json()) as { parts: object };
    expect(answer.parts).toMatchObject({ pages: 'down' });
    const id = await site.thread('另一台');
    await waitPatiently(() => expect(hasPageFile(site, `/zh/post/${id}`)).toBe(true));
    expect((await wrong.visit('/zh/post/77')).text).not.toContain('a page of another time');
    expect(existsSync(page)).toBe(true);
    expect(existsSync(pageFile({ siteDir: other }, `/zh/post/${id}`))).toBe(false);
    await wrong.stop();
  });
});

test('[ops] a file system that doesn’t answer delays no check', async () => {
  const { db } = await emptyDatabase();
  const siteDir = join(root, 'hanging');
  await saveFolderId(db, siteDir);
  const file = join(siteDir, '.forum');
  rmSync(file);
  // a pipe without a writer: who opens it waits
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  const end = new AbortController();
  const watch = await watchFolder({ db, siteDir, log: createLog('silent'), signal: end.signal });
  expect(watch.problem).toContain('does not answer');
  end.abort();
  openSync(file, 'w');
});
