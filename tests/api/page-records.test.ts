import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { recordSetAside } from '#publish/audit/maintenance.ts';
import {
  findPathsToRender,
  type InvalidatedTag,
  markMissing,
  readSnapshot,
  recordPages,
  recordWritten,
} from '#publish/files/page-records.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Changes re-render those pages that were rendered from an older snapshot. */

const { db } = await demoDatabase();
const PATH = '/zh/post/987654';
const TAG = 't:987654';
const FOLDER = { folder: '/pages' };
const writer = await db.$client.connect();
afterAll(() => writer.release());

/** Records the page as rendered from this snapshot. */
async function render(seen: string): Promise<void> {
  await recordPages(db, [{ path: PATH, tags: [TAG, 'other'], hash: 'h' }], 'build', seen, [PATH]);
  await recordWritten(db, [PATH], FOLDER);
}
const write = (on: Parameters<typeof invalidate>[0] = db) =>
  invalidate(on, toInvalidations(urgency.list, TAG));
const waiting = async (): Promise<InvalidatedTag[]> =>
  (
    await db.execute<{ tag: string; transactionId: string }>(sql`
      select tag, transaction_id::text as "transactionId"
      from invalidation
      where tag = ${TAG}`)
  ).rows;
const toRender = async () => findPathsToRender(db, await waiting(), { withdrawn: true });

beforeEach(async () => {
  await db.execute(sql`delete from invalidation where tag = ${TAG}`);
  await db.execute(sql`delete from published_page where path = ${PATH}`);
});

test('[R39] a page is rendered once for all earlier writes, whichever loop of the publisher takes the order', async () => {
  await render(await readSnapshot(db));
  await write();
  expect(await toRender()).toEqual([PATH]);
  await render(await readSnapshot(db));
  expect(await toRender()).toEqual([]);
  await write();
  expect(await toRender()).toEqual([PATH]);
});

test('[R39] a write that was committed while a page was rendered isn’t taken for seen', async () => {
  await writer.query('begin');
  await write(writer as unknown as Parameters<typeof invalidate>[0]);
  const before = await readSnapshot(db);
  await write(); // a younger transaction that ends sooner
  await writer.query('commit');
  await render(before);
  expect(await toRender()).toEqual([PATH]);
  await render(await readSnapshot(db));
  expect(await toRender()).toEqual([]);
});

test('[R39, R40] a page whose file is missing or unfinished is rendered, whatever its record', async () => {
  await write();
  await recordPages(db, [{ path: PATH, tags: [TAG], hash: 'h' }], 'build', await readSnapshot(db), [
    PATH,
  ]);
  expect(await toRender(), 'its file was begun').toEqual([PATH]);
  await recordWritten(db, [PATH], FOLDER);
  expect(await toRender()).toEqual([]);
  await markMissing(db, [PATH]);
  expect(await toRender(), 'it was taken down').toEqual([PATH]);
});

test('[R39] a page that was set aside as out of date is forgotten when it is taken down', async () => {
  const records = async () =>
    (await db.execute(sql`select hash from published_page where path = ${PATH}`)).rows;
  await render(await readSnapshot(db));
  await markMissing(db, [PATH]);
  expect(await records()).toEqual([{ hash: '' }]);
  await recordSetAside(db, [PATH], FOLDER);
  await markMissing(db, [PATH]);
  expect(await records()).toEqual([]);
});

test('[ops] a record from another database server doesn’t count', async () => {
  await write();
  await render('9000000000000:9000000000000:');
  expect(await toRender()).toEqual([PATH]);
});
