import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/statement.ts';
import { CounterDeltas } from '#domain/shared/counter-deltas.ts';
import { createWriters, MEMBER, OTHER } from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const write = await createWriters(api, await api.as(MEMBER), await api.as(OTHER));
const standing = async (id: number) =>
  (
    await db.execute<{ credits: number; level: number }>(
      sql`select credits, level_id as level from "user" where id = ${id}`,
    )
  ).rows[0];
const jobs = async (id: number) =>
  (
    await db.execute(
      sql`delete from graphile_worker._private_jobs where key = ${`level:${id}`} returning 1`,
    )
  ).rows.length;
const stand = (id: number, credits: number, level: number) =>
  db.execute(sql`update "user" set credits = ${credits}, level_id = ${level} where id = ${id}`);

test('[R35] a reply, and a thread, that bring the credits of the next level raise its author to it', async () => {
  const thread = await write.thread();
  await stand(OTHER, 197, 1);
  await jobs(OTHER);
  await write.reply(thread);
  expect([await standing(OTHER), await jobs(OTHER)]).toEqual([{ credits: 199, level: 1 }, 0]);
  await write.reply(thread);
  expect([await standing(OTHER), await jobs(OTHER)]).toEqual([{ credits: 201, level: 2 }, 1]);
  await stand(MEMBER, 597, 2);
  await write.thread();
  expect(await standing(MEMBER)).toEqual({ credits: 602, level: 3 });
});

test('[R35] a level falls with the credits, and no level is skipped or left out', async () => {
  await stand(OTHER, 602, 3);
  const book = (credits: number) =>
    inTransaction(db, async (tx) => {
      const ledger = new CounterDeltas();
      ledger.addUser(OTHER, { credits });
      await ledger.apply(tx);
    });
  await book(-3);
  expect(await standing(OTHER)).toEqual({ credits: 599, level: 2 });
  await book(20_000);
  expect(await standing(OTHER)).toEqual({ credits: 20_599, level: 9 });
});

test('[R35] everybody sees the level that was reached', async () => {
  await stand(OTHER, 3_499, 5);
  await write.reply(await write.thread());
  expect((await api.call('GET', `/api/v1/user/info?id=${OTHER}`)).body).toMatchObject({
    level: 6,
    credits_num: 3_501,
    levels: { level_name: '丁字尺', min: 3_500 },
  });
});
