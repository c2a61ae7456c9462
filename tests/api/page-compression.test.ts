import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { compressQuickly } from '#publish/files/compress-page.ts';
import { compressStillPages } from '#publish/files/compression-worker.ts';
import { isPageUnread, removePage, writePage } from '#publish/files/site-files.ts';
import { terminateRenderers, withRenderLock } from '#publish/render/render-locks.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Compressed files of unchanged pages, without a server, during publishing. */

const { db } = await emptyDatabase();
const siteDir = temporaryFolder('compression');
const PATH = '/zh/post/1';
const folder = join(siteDir, 'zh/post/1');

/** Writes a page that is `seconds` old; null while it is being replaced. */
const place = async (html: string, seconds: number | null = 5) => {
  writePage(siteDir, PATH, compressQuickly(Buffer.from(html)));
  await db.execute(
    sql`
      insert into page_write (path, written_at)
      values (${PATH}, now() - ${seconds}::float8 * interval '1 second')
      on conflict (path) do update set written_at = excluded.written_at`,
  );
};
const waiting = async () => (await db.execute(sql`select path from page_write`)).rows.length;
const forms = () => readdirSync(folder).sort();
const read = () => ({
  plain: readFileSync(join(folder, 'index.html'), 'utf8'),
  br: brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString(),
  gzip: gunzipSync(readFileSync(join(folder, 'index.html.gz'))).toString(),
});
const same = (html: string) => ({ plain: html, br: html, gzip: html });
const QUICK = ['index.html', 'index.html.br'];

test('[R39] a page is compressed once it has been still for a second, not while it is being replaced', async () => {
  await place('new', 0);
  expect([await compressStillPages({ db, lockDb: db, siteDir }), forms()]).toEqual([0, QUICK]);
  await place('half', null);
  expect([await compressStillPages({ db, lockDb: db, siteDir }), forms()]).toEqual([0, QUICK]);
  await place('still');
  expect(await compressStillPages({ db, lockDb: db, siteDir })).toBe(1);
  expect([read(), await waiting()]).toEqual([same('still'), 0]);
});

test('[R39] a page replaced or taken down meanwhile is compressed in its new version, or not at all', async () => {
  await place('old');
  let compressing: Promise<number> | undefined;
  await withRenderLock(db, [PATH], async () => {
    compressing = compressStillPages({ db, lockDb: db, siteDir });
    await place('replaced');
  });
  await compressing;
  expect(read()).toEqual(same('replaced'));

  await place('old');
  await withRenderLock(db, [PATH], async () => {
    compressing = compressStillPages({ db, lockDb: db, siteDir });
    removePage(siteDir, PATH);
  });
  await compressing;
  expect([forms(), await waiting()]).toEqual([[], 0]);
});

test('[R39] a compression whose locks were lost writes nothing, and is done by the next one', async () => {
  const large = Array.from({ length: 300_000 }, (_, index) => index.toString(36)).join(' ');
  await place(large);
  const compressing = compressStillPages({ db, lockDb: db, siteDir });
  const terminated = (async () => {
    while ((await terminateRenderers(db)) === 0);
  })();
  await expect(compressing).rejects.toThrow();
  await terminated;
  expect([forms(), await waiting()]).toEqual([QUICK, 1]);
  await compressStillPages({ db, lockDb: db, siteDir });
  expect(read()).toEqual(same(large));
});

test('[R39] a page counts as unread from its writing to its first reader, compressed or not', async () => {
  const file = join(folder, 'index.html');
  await place('unread');
  await compressStillPages({ db, lockDb: db, siteDir });
  expect(isPageUnread(siteDir, PATH)).toBe(true);
  const { mtimeMs } = statSync(`${file}.br`);
  // a reader of one form; the file system of a test may not keep the times of reading
  utimesSync(`${file}.br`, mtimeMs / 1_000 + 1, mtimeMs / 1_000);
  expect(isPageUnread(siteDir, PATH)).toBe(false);
  await place('written again');
  expect(isPageUnread(siteDir, PATH)).toBe(true);
  removePage(siteDir, PATH);
  expect(isPageUnread(siteDir, PATH)).toBe(false);
});
