import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  indexAllChanges,
  indexNextChanges,
  MAX_TEXTS_PER_BATCH,
} from '#domain/search/index-posts.ts';
import { thread } from '../support/factories.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The indexer's order of pending texts, and the texts that it skips. */

const { db } = await demoDatabase();

beforeEach(() => indexAllChanges(db));

const note = (postId: number) =>
  db.execute(sql`insert into search_change (post_id) values (${postId})`);
const isIndexed = async (postId: number): Promise<boolean> =>
  (await db.execute(sql`select from post_search where post_id = ${postId}`)).rows.length > 0;

test('[R31] posts written while many texts are pending are found with the next batch', async () => {
  await db.execute(sql`
    insert into search_change (post_id)
    select id from post order by id limit ${3 * MAX_TEXTS_PER_BATCH}`);
  const { replies } = await thread(db, { replies: 1 });
  await indexNextChanges(db, () => {});
  expect(await isIndexed(replies[0] as number)).toBe(true);
});

test('[R31] a text that changes while another one fails isn’t left out for it', async () => {
  const { replies } = await thread(db, { replies: 2 });
  const [broken, changed] = replies as [number, number];
  await indexAllChanges(db);
  await db.execute(sql`delete from post_search where post_id in (${broken}, ${changed})`);
  await db.execute(sql`
    alter table post_search
    add constraint refused check (post_id <> ${sql.raw(String(broken))})`);
  await note(broken);
  const query = db.$client.query.bind(db.$client) as (config: unknown) => Promise<unknown>;
  let noted: Promise<unknown> | undefined;
  const spy = vi.spyOn(db.$client, 'query').mockImplementation((async (config: unknown) => {
    await noted;
    return query(config);
  }) as never);
  try {
    await indexNextChanges(db, () => {
      noted = query(`insert into search_change (post_id) values (${changed})`);
    });
  } finally {
    spy.mockRestore();
  }
  await indexAllChanges(db);
  expect([await isIndexed(broken), await isIndexed(changed)]).toEqual([false, true]);
});
