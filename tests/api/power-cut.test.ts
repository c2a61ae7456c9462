import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createDb } from '#db/client.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { urgency } from '#outbox/invalidation.ts';
import * as durable from '#platform/durable-file.ts';
import { createLog } from '#platform/log.ts';
import { recordSetAside, runMaintenance } from '#publish/audit/maintenance.ts';
import { createStorageIncident } from '#publish/audit/storage-incident.ts';
import { removeEmptyPages } from '#publish/audit/torn-pages.ts';
import { type CompressedFolder, compressStillPages } from '#publish/files/compression-worker.ts';
import { createFolderPages } from '#publish/files/folder-pages.ts';
import { toAsidePath, toFilePath } from '#publish/files/page-file-names.ts';
import { readPageFile, removePage } from '#publish/files/site-files.ts';
import { renderPendingPosts } from '#publish/invalidation-worker.ts';
import { PriorityGate } from '#publish/render/priority-gate.ts';
import { publishPages } from '#publish/render/publish-pages.ts';
import type { Publisher } from '#publish/render/publisher.ts';
import { takeDown } from '#publish/takedown.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Published pages after a power cut: files without content, and files that reappear. */

vi.mock('#platform/durable-file.ts', { spy: true });

const { db, url } = await emptyDatabase();
const lockDb = createDb({ url, kind: 'publisher', name: 'forum power test' });
afterAll(() => lockDb.$client.end());
const siteDir = temporaryFolder('power-cut');
const log = createLog('silent');
let body = '<html>a page</html>';
const pages = createFolderPages(siteDir);
const publisher: Publisher & CompressedFolder = {
  db,
  lockDb,
  priorityGate: new PriorityGate(),
  siteDir,
  pages,
  buildFingerprint: 'test',
  render: async (path) => ({ status: 200, body, contentType: 'text/html', tags: [`t:${path}`] }),
  cdn: undefined,
  log,
  storageIncident: createStorageIncident(db, log),
};
const PATH = '/zh/post/1';
const PLAIN = join(siteDir, toFilePath(PATH));
const FORMS = ['', '.br', '.gz'];
const publish = () => publishPages(publisher, [PATH]);
/** Backdates written pages so that they count as unchanged. */
const age = () =>
  db.execute(sql`update page_write set written_at = written_at - interval '5 seconds'`);
const compress = async () => {
  await age();
  return compressStillPages(publisher);
};
const rows = async () =>
  (await db.execute(sql`select path, written_at is null as torn from page_write`)).rows;
/** Runs maintenance until the condition holds. */
async function maintainUntil(holds: () => void): Promise<void> {
  const ending = new AbortController();
  const mark = { foundCrash: false, refresh: () => {}, remove: () => {} };
  const maintenance = runMaintenance(publisher, mark, ending.signal);
  try {
    await vi.waitFor(holds, { timeout: 30_000 });
  } finally {
    ending.abort();
    await maintenance;
  }
}

beforeEach(async () => {
  await db.execute(sql`delete from page_write`);
  await db.execute(sql`delete from published_page`);
  await publish();
});

test('[R39] a page is forgotten by the publisher only when its files are on the disk', async () => {
  const atSync: unknown[] = [];
  vi.spyOn(durable, 'syncFiles').mockImplementationOnce(async (_, files) => {
    atSync.push(files, await rows());
  });
  await compress();
  expect(atSync).toEqual([FORMS.map((ending) => PLAIN + ending), [{ path: PATH, torn: false }]]);
  expect(await rows()).toEqual([]);
});

test('[R39] a page that is replaced while its files are synced is synced again', async () => {
  vi.spyOn(durable, 'syncFiles').mockImplementationOnce(async () => {
    body = '<html>a newer page</html>';
    await publish();
  });
  await compress();
  expect(await rows()).toEqual([{ path: PATH, torn: false }]);
});

test.each(FORMS)(
  '[R39] a start removes a page whose file index.html%s is empty, and it is rendered again',
  async (ending) => {
    writeFileSync(`${PLAIN}.gz`, 'whole');
    truncateSync(PLAIN + ending);
    expect(await removeEmptyPages(publisher)).toBe(1);
    expect(FORMS.filter((one) => existsSync(PLAIN + one))).toEqual([]);
    await maintainUntil(() => expect(readPageFile(siteDir, PATH)?.toString()).toBe(body));
  },
);

test('[R39] a page that lost a part of its bytes is removed and rendered again, not compressed', async () => {
  truncateSync(PLAIN, 5);
  await compress();
  expect(FORMS.filter((one) => existsSync(PLAIN + one))).toEqual([]);
  expect(await rows()).toEqual([{ path: PATH, torn: true }]);
  await maintainUntil(() => expect(readPageFile(siteDir, PATH)?.toString()).toBe(body));
});

test.each(FORMS)(
  '[R39] a rendering without news replaces the empty file index.html%s',
  async (ending) => {
    await compress();
    expect((await publish())[0]?.changed).toBe(false);
    truncateSync(PLAIN + ending);
    expect((await publish())[0]?.changed).toBe(true);
    expect(readPageFile(siteDir, PATH)?.toString()).toBe(body);
  },
);

test('[R39] a page whose new name is lost is rendered again', async () => {
  removePage(siteDir, PATH);
  await compress();
  expect(await rows()).toEqual([{ path: PATH, torn: true }]);
});

test('[R39] an outdated page whose name comes back is set aside again', async () => {
  await compress();
  await recordSetAside(db, [PATH], pages);
  await compress();
  expect([existsSync(PLAIN), existsSync(toAsidePath(siteDir, PATH))]).toEqual([false, true]);
});

test('[R40] the posts that are pending at a start are in their pages, lists and counts are left', async () => {
  const before = body;
  body = '<html>with the newest reply</html>';
  await db.execute(sql`
    insert into invalidation (tag, urgency)
    values (${`t:${PATH}`}, ${urgency.post}), ('t:list', ${urgency.list})`);
  expect(readPageFile(siteDir, PATH)?.toString()).toBe(before);
  await renderPendingPosts(publisher, new AbortController().signal);
  expect(readPageFile(siteDir, PATH)?.toString()).toBe(body);
  expect((await db.execute(sql`select tag from invalidation`)).rows).toEqual([{ tag: 't:list' }]);
});

test('[R40] posts that another publisher has taken are waited for', async () => {
  await db.execute(
    sql`insert into invalidation (tag, urgency) values ('t:other', ${urgency.post})`,
  );
  const other = await db.$client.connect();
  await other.query('begin');
  await other.query(`delete from invalidation where tag = 't:other'`);
  let isDone = false;
  const rendered = renderPendingPosts(publisher, new AbortController().signal).then(() => {
    isDone = true;
  });
  try {
    // Several checks of the table pass.
    for (let check = 0; check < 20; check++) await db.execute(sql`select pg_sleep(0.01)`);
    expect(isDone).toBe(false);
  } finally {
    await other.query('commit');
    other.release();
  }
  await rendered;
});

test('[R40] a page that was taken down does not come back', async () => {
  await publish();
  vi.mocked(durable.syncNames).mockClear();
  await takeDown(publisher, [cacheTag.thread(1)]);
  expect(existsSync(PLAIN)).toBe(false);
  const [[, files = []] = []] = vi.mocked(durable.syncNames).mock.calls;
  // its folder is deleted, so the parent folder has lost an entry
  expect(Array.from(files, dirname)).toContain(dirname(dirname(PLAIN)));
});
