import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { removeOrphanFiles } from '#publish/audit/orphan-files.ts';
import { createFolderPages } from '#publish/files/folder-pages.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { isBeingWrittenSql } from '#publish/files/page-records.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import { isPrepared } from '../../scripts/start/is-prepared.ts';
import { runScript, startScript } from '../support/run-script.ts';
import { fetchShared } from '../support/shared-service.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The first publishing of a forum, and its interruption by a kill. */

await fetchShared('build');
const { url, db } = await demoDatabase();
const dataDir = temporaryFolder('first');
const siteDir = join(dataDir, 'site');
/** A part of the demo community: few pages of each kind, two forums, the most active authors. */
await db.execute(sql`update thread set state = 'deleted' where id > 40`);
await db.execute(sql`update forum set access = 'members' where id > 2`);
await db.execute(sql`update "user" set posts_cnt = 0 where posts_cnt < 80`);
const env = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' };

const recorded = async (): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ path: string; at: string }>(
    sql`
      select path, rendered_at::text as at
      from published_page
      where not ${sql.raw(isBeingWrittenSql('published_page.path'))}`,
  );
  return new Map(rows.map(({ path, at }) => [path, at]));
};

test('[R39] [ops] a killed first publishing continues with one of the next starts: every page is published, and no file lacks a record', async () => {
  const first = startScript('prepare', [], env);
  await vi.waitFor(async () => expect((await recorded()).size).toBeGreaterThan(40), {
    timeout: 120_000,
    interval: 20,
  });
  first.kill();
  await first.ended;
  const half = await recorded();
  expect(
    await isPrepared(url, { SITE_DIR: siteDir, PAGES_URL: undefined }),
    'a start would publish',
  ).toBe(false);

  // of several parallel starts, one publishes the missing pages
  const starts = await Promise.all([1, 2, 3].map(() => runScript('prepare', [], env)));
  expect(starts.map(({ code }) => code)).toEqual([0, 0, 0]);
  const published = starts.map(({ stdout }) => /^Publishing the pages: (.+), /m.exec(stdout)?.[1]);
  expect(published.filter((what) => / pages$/.test(what ?? ''))).toHaveLength(1);
  expect(await isPrepared(url, { SITE_DIR: siteDir, PAGES_URL: undefined })).toBe(true);
  const whole = await recorded();
  const wanted: string[] = [];
  for await (const paths of iterateAllPaths(db)) wanted.push(...paths);
  expect(wanted.length).toBeGreaterThan(half.size);
  expect(
    wanted.filter((path) => !whole.has(path) || !existsSync(join(siteDir, toFilePath(path)))),
  ).toEqual([]);
  // pages that were done aren't rendered again
  expect([...half].filter(([path, at]) => whole.get(path) !== at)).toEqual([]);
  expect((await db.execute(sql`select * from page_write where written_at is null`)).rows).toEqual(
    [],
  );
  expect(await removeOrphanFiles({ db, lockDb: db, pages: createFolderPages(siteDir) })).toEqual(
    [],
  );
}, 240_000);

test('[R39] [ops] a check of all pages of a new forum finds none that differs, and names a file that no record names, which it removes', async () => {
  const left = join(siteDir, 'en/post/123456/index.html');
  mkdirSync(dirname(left), { recursive: true });
  writeFileSync(left, 'left behind');
  const { code, stdout } = await runScript('publish', ['--check', '--all'], env);
  const pages = (
    await db.execute<{ n: number }>(
      sql`select count(*)::int as n from published_page where expires_at is null`,
    )
  ).rows[0]?.n;
  expect(stdout.trim().split('\n')).toEqual([
    'unrecorded  /en/post/123456',
    `${pages} pages checked, 0 differ from the database`,
    '1 files without a record were deleted',
  ]);
  expect(code).toBe(1);
  expect(existsSync(left)).toBe(false);
}, 240_000);
