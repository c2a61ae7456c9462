import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { watchTables } from '../support/database-changes.ts';
import { emptyDatabase, existingDatabase } from '../support/test-database.ts';

/* The helpers by which tests of refused requests see that nothing was written. */

const { db, url } = await emptyDatabase();
await db.$client.query(`
  create table parent (id int primary key, day int);
  create table child (parent_id int references parent on delete cascade);
  create table divided (id int) partition by range (id);
  create table divided_1 partition of divided for values from (0) to (10);`);
const takeChanges = await watchTables(db);
const run = (text: string) => db.$client.query(text);

test.each([
  ['insert into parent values (1, 1), (2, 1)', ['public.parent']],
  ['insert into child values (1)', ['public.child']],
  ['update parent set day = day', ['public.parent']],
  ['insert into divided values (1)', ['public.divided']],
  ['update divided_1 set id = 2', ['public.divided']],
  ['truncate divided', ['public.divided']],
  ['delete from parent where id = 1', ['public.child', 'public.parent']],
  [`insert into section (name, name_en, rank) values ('a', 'a', 1)`, ['public.section']],
  ['update parent set day = 2 where id = 9', []],
  ['begin; delete from parent; rollback', []],
  ['begin; savepoint a; delete from parent; rollback to a; commit', []],
  ['select from parent for update', []],
])('[unit] %s is detected in %j', async (text, tables) => {
  await run(text);
  expect((await takeChanges()).sort()).toEqual(tables);
  expect(await takeChanges()).toEqual([]);
});

test('[unit] a change by another connection is detected after its commit', async () => {
  const other = await existingDatabase(url);
  await other.db.transaction(async (tx) => {
    await tx.execute(sql`update parent set day = 3`);
    expect(await takeChanges()).toEqual([]);
  });
  expect(await takeChanges()).toEqual(['public.parent']);
});
