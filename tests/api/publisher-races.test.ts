import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { INVALIDATION_CHANNEL } from '#outbox/invalidation.ts';
import { createLog } from '#platform/log.ts';
import { runMaintenance, setAsideExpired } from '#publish/audit/maintenance.ts';
import { removeOrphanFiles } from '#publish/audit/orphan-files.ts';
import { createStorageIncident } from '#publish/audit/storage-incident.ts';
import type { CdnClient } from '#publish/files/cdn-client.ts';
import { createFolderPages } from '#publish/files/folder-pages.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { hasAnyPageFile } from '#publish/files/site-files.ts';
import { runInvalidationWorker } from '#publish/invalidation-worker.ts';
import { PriorityGate } from '#publish/render/priority-gate.ts';
import { publishPages } from '#publish/render/publish-pages.ts';
import type { Publisher } from '#publish/render/publisher.ts';
import type { Render, RenderedPage } from '#publish/render/render-result.ts';
import { takeDown } from '#publish/takedown.ts';
import { waitForLocks } from '../support/queue-on-row.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The publisher with generated pages. */

const { db, url } = await demoDatabase();
const lockDb = createDb({ url, kind: 'publisher', name: 'forum publish test' });
afterAll(() => lockDb.$client.end());
const log = createLog('silent');
const siteDir = temporaryFolder('publish');
const pages = createFolderPages(siteDir);
/** Immediate purges of a cache in front. */
const purged: string[] = [];
const cdn: CdnClient = {
  maxKeys: 100,
  knowsTags: true,
  purge: async (keys) => void purged.push(...keys),
};
const publisherOf = (render: Render): Publisher => ({
  db,
  lockDb,
  priorityGate: new PriorityGate(),
  pages,
  buildFingerprint: 'test',
  render,
  cdn,
  log,
  storageIncident: createStorageIncident(db, log),
});
const body = '<html>a page</html>';
const found = (tag: string): RenderedPage => ({
  status: 200,
  body,
  contentType: 'text/html',
  tags: [tag],
});
const absent: RenderedPage = { status: 404, body: '', contentType: 'text/html', tags: [] };

test('[R39] a page that seems missing is checked again in a snapshot before its file is deleted', async () => {
  const path = '/zh/forum/2';
  await publishPages(
    publisherOf(async () => found('f:2')),
    [path],
  );
  const looks: string[] = [];
  /** A usual read finds nothing, as if rows moved between two queries; a snapshot finds `then`. */
  const publish = (then: RenderedPage) =>
    publishPages(
      publisherOf(async (_, options) => {
        // data that was preloaded for many pages isn't from the snapshot
        const isUsual = options?.preloaded !== undefined;
        looks.push(isUsual ? 'usual' : 'snapshot');
        return isUsual ? absent : then;
      }),
      [path],
    );
  expect(await publish(found('f:2'))).toEqual([{ path, status: 200, changed: false }]);
  expect(readFileSync(join(siteDir, toFilePath(path)), 'utf8')).toBe(body);
  expect(await publish(absent)).toEqual([{ path, status: 404, changed: false }]);
  expect(hasAnyPageFile(siteDir, path)).toBe(false);
  expect(looks).toEqual(['usual', 'snapshot', 'usual', 'snapshot']);
});

test('[R40] a page that is rendered from data before its takedown is removed afterwards', async () => {
  const path = '/zh/user/905';
  const isReading = Promise.withResolvers<void>();
  const mayWrite = Promise.withResolvers<void>();
  const published = publishPages(
    publisherOf(async () => {
      isReading.resolve();
      await mayWrite.promise;
      return found('u:5');
    }),
    [path],
  );
  await isReading.promise;
  const removed = takeDown({ db, lockDb, pages, cdn, log }, ['u:5']);
  await Promise.race([removed, waitForLocks(db, 1)]);
  mayWrite.resolve();
  expect(await published).toEqual([{ path, status: 200, changed: true }]);
  await removed;
  expect(hasAnyPageFile(siteDir, path)).toBe(false);
});

test('[R40] a cache in front gets purges of changed and removed pages, and of no others', async () => {
  const paths = ['/zh/user/906', '/zh/user/907'];
  let text = 'old';
  const publisher = publisherOf(async (path) =>
    path === '/zh/user/908' ? absent : { ...found('made'), body: path === paths[0] ? text : body },
  );
  const takeAsked = async () =>
    (await db.execute(sql`delete from cdn_purge returning key`)).rows.map(({ key }) => key).sort();
  await takeAsked();
  purged.length = 0;
  await publishPages(publisher, paths);
  expect(await takeAsked()).toEqual(paths);
  text = 'new';
  await publishPages(publisher, [...paths, '/zh/user/908']);
  expect(await takeAsked()).toEqual(['/zh/user/906']);
  expect(purged.splice(0), 'who publishes doesn’t wait').toEqual([]);
  await takeDown({ db, lockDb, pages, cdn, log }, ['made']);
  expect(purged.splice(0).sort()).toEqual(paths);
  await publishPages(
    publisherOf(async () => absent),
    paths,
  );
  expect(await takeAsked()).toEqual(paths);
});

test('[R40] a cache in front gets purges of unloaded pages, and of files without a record', async () => {
  const [aside, orphan] = ['/zh/user/909', '/zh/user/910'];
  const publisher = publisherOf(async () => found('made'));
  await publishPages(publisher, [aside]);
  await db.execute(sql`delete from cdn_purge`);
  await db.execute(sql`
    update published_page
    set expires_at = now() - interval '1 second'
    where path = ${aside}`);
  await setAsideExpired(publisher);
  mkdirSync(join(siteDir, orphan), { recursive: true });
  writeFileSync(join(siteDir, toFilePath(orphan)), body);
  expect(await removeOrphanFiles(publisher)).toContain(orphan);
  const { rows } = await db.execute(
    sql`select key from cdn_purge where key in (${aside}, ${orphan}) order by key`,
  );
  expect(rows).toEqual([{ key: aside }, { key: orphan }]);
});

test('[ops] a publisher that is stopped with many pages to render stops after a few; the others stay queued', async () => {
  const PAGES = 200;
  await db.execute(
    sql`
      insert into published_page (path, tags, hash, build, rendered_at)
      select '/zh/user/' || n, '{u:1}', 'x', 'test', now()
      from generate_series(1, ${PAGES}) n`,
  );
  await db.execute(sql`insert into invalidation (tag, urgency) values ('u:1', 2)`);
  const ending = new AbortController();
  let rendered = 0;
  const publisher = publisherOf(async () => {
    rendered++;
    ending.abort();
    return found('u:1');
  });
  await runInvalidationWorker(publisher, url, ending.signal);
  expect(rendered).toBeGreaterThan(0);
  expect(rendered).toBeLessThan(PAGES / 2);
  expect((await db.execute(sql`select tag from invalidation`)).rows).toEqual([{ tag: 'u:1' }]);
  const next = new AbortController();
  const after = runInvalidationWorker(
    publisherOf(async () => found('u:1')),
    url,
    next.signal,
  );
  await expect
    .poll(async () => (await db.execute(sql`select tag from invalidation`)).rows, {
      timeout: 30_000,
    })
    .toEqual([]);
  next.abort();
  await after;
  expect(hasAnyPageFile(siteDir, `/zh/user/${PAGES}`)).toBe(true);
});

test('[ops] a page of another build is rendered by the maintenance, and once', async () => {
  const path = '/zh/user/912';
  await db.execute(sql`
    insert into published_page (path, tags, hash, build, rendered_at)
    values (${path}, '{u:909}', 'x', 'older', now())`);
  const ending = new AbortController();
  const rendered: string[] = [];
  const publisher = publisherOf(async (one) => {
    rendered.push(one);
    return found('u:909');
  });
  const mark = { foundCrash: false, refresh: () => {}, remove: () => {} };
  const maintenance = runMaintenance(publisher, mark, ending.signal);
  try {
    await expect.poll(() => hasAnyPageFile(siteDir, path), { timeout: 20_000 }).toBe(true);
  } finally {
    ending.abort();
    await maintenance;
  }
  expect(rendered.filter((one) => one === path)).toEqual([path]);
});

test('[R39, R40] an invalidation whose writer ended before its notification is announced by the publisher that finds it', async () => {
  const listener = await db.$client.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query(`listen ${INVALIDATION_CHANNEL}`);
  const ending = new AbortController();
  const worker = runInvalidationWorker(
    publisherOf(async () => absent),
    url,
    ending.signal,
  );
  try {
    // the first ones may be taken by the check at the worker's start, without a notification
    const order = async () => {
      await db.execute(sql`
        insert into invalidation (tag, urgency)
        select 'u:910', 2
        where not exists (select from invalidation)`);
      return heard.length;
    };
    await expect.poll(order, { interval: 200, timeout: 25_000 }).toBeGreaterThan(0);
  } finally {
    ending.abort();
    await worker;
    listener.release(true);
  }
  expect(heard[0]?.split(',')).toContain('2');
});
