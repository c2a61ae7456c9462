import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { type Urgency, urgency } from '#outbox/invalidation.ts';
import { createLog } from '#platform/log.ts';
import { runMaintenance } from '#publish/audit/maintenance.ts';
import { createStorageIncident } from '#publish/audit/storage-incident.ts';
import { runCompressionWorker } from '#publish/files/compression-worker.ts';
import { createFolderPages } from '#publish/files/folder-pages.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { runInvalidationWorker } from '#publish/invalidation-worker.ts';
import { PriorityGate } from '#publish/render/priority-gate.ts';
import { publishPages } from '#publish/render/publish-pages.ts';
import type { Publisher } from '#publish/render/publisher.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Pages that nobody has read, during a burst of writes. */

const { db, url } = await demoDatabase();
const lockDb = createDb({ url, kind: 'publisher', name: 'forum publish test' });
afterAll(() => lockDb.$client.end());
const log = createLog('silent');
const siteDir = temporaryFolder('withdrawn');
const TAG = 'u:905';
const HOME = '/zh';
/** More than a run renders in any case. */
const PROFILES = Array.from({ length: 300 }, (_, index) => `/zh/user/${9_000 + index}`);
const [READ, ...UNREAD] = PROFILES as [string, ...string[]];

let text = '';
const purges: string[] = [];
const publisher: Publisher = {
  db,
  lockDb,
  priorityGate: new PriorityGate(),
  pages: {
    ...createFolderPages(siteDir),
    // a test can't rely on the times of a file system
    findUnread: async (paths) => paths.filter((path) => path !== READ),
  },
  buildFingerprint: 'test',
  render: async () => ({ status: 200, body: text, contentType: 'text/html', tags: [TAG] }),
  cdn: { maxKeys: 100, knowsTags: true, purge: async (keys) => void purges.push(...keys) },
  log,
  storageIncident: createStorageIncident(db, log),
};
const fileOf = (path: string) => join(siteDir, toFilePath(path));
const readPage = (path: string) => readFileSync(fileOf(path), 'utf8');
const countStanding = () => PROFILES.filter((path) => existsSync(fileOf(path))).length;

/** Lets the publisher work on one invalidation of all pages. */
async function invalidateAll(level: Urgency): Promise<void> {
  await db.execute(sql`insert into invalidation (tag, urgency) values (${TAG}, ${level})`);
  const ending = new AbortController();
  const worker = runInvalidationWorker(publisher, url, ending.signal);
  try {
    await expect
      .poll(async () => (await db.execute(sql`select from invalidation`)).rows, { timeout: 40_000 })
      .toEqual([]);
  } finally {
    ending.abort();
    await worker;
  }
}

beforeEach(async () => {
  text = 'before';
  await publishPages(publisher, [HOME, ...PROFILES]);
  await db.execute(sql`delete from cdn_purge`);
  text = 'after';
});

test('[R39] a change of many pages renews those that were read, and removes the others', async () => {
  await invalidateAll(urgency.list);
  expect([readPage(HOME), readPage(READ), countStanding()]).toEqual(['after', 'after', 1]);
  const { rows } = await db.execute(sql`select key from cdn_purge`);
  expect(rows.map(({ key }) => key).sort()).toEqual([HOME, ...PROFILES].sort());
});

test('[R39] the first reader of a withdrawn page gets it as it is now', async () => {
  await invalidateAll(urgency.list);
  const [path] = UNREAD as [string];
  text = 'for a reader';
  await publishPages(publisher, [path], { isRequested: true });
  expect([readPage(path), countStanding()]).toEqual(['for a reader', 2]);
  // it stands again, so that the next change renews it
  text = 'changed';
  await invalidateAll(urgency.list);
  expect(readPage(path)).toBe('changed');
});

test('[R39] withdrawn pages stay so at the next change, until a reply changes them', async () => {
  await invalidateAll(urgency.list);
  await invalidateAll(urgency.counts);
  expect(countStanding()).toBe(1);
  await invalidateAll(urgency.post);
  expect([countStanding(), readPage(UNREAD[0] as string)]).toEqual([PROFILES.length, 'after']);
});

test('[R39] a change of few pages renews all of them', async () => {
  const few = UNREAD.slice(0, 20);
  await db.execute(sql`
    update published_page set tags = '{u:906}' where path <> all(${sql.param(few)})`);
  await invalidateAll(urgency.list);
  expect(few.map(readPage)).toEqual(few.map(() => 'after'));
});

test('[R39] pages are compressed after a burst, not during it', async () => {
  const ending = new AbortController();
  publisher.priorityGate.recordBurst();
  await db.execute(sql`update page_write set written_at = written_at - interval '5 seconds'`);
  const worker = runCompressionWorker({ ...publisher, siteDir }, ending.signal);
  try {
    await expect.poll(() => existsSync(`${fileOf(HOME)}.gz`), { timeout: 20_000 }).toBe(true);
    expect(publisher.priorityGate.isInBurst).toBe(false);
  } finally {
    ending.abort();
    await worker;
  }
});

test('[R39] after a burst all withdrawn pages stand again', async () => {
  await invalidateAll(urgency.list);
  const ending = new AbortController();
  const mark = { foundCrash: false, refresh: () => {}, remove: () => {} };
  const maintenance = runMaintenance(publisher, mark, ending.signal);
  try {
    await expect.poll(countStanding, { timeout: 40_000 }).toBe(PROFILES.length);
  } finally {
    ending.abort();
    await maintenance;
  }
  expect(PROFILES.filter((path) => readPage(path) !== 'after')).toEqual([]);
});
