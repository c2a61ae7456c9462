import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { defineTable } from '#domain/shared/define-table.ts';
import { emptyDatabase } from '../support/test-database.ts';

const { db } = await emptyDatabase();
await db.execute(sql`create table animal (id int primary key, kind text, name text)`);
await db.execute(sql`
  insert into animal
  values (1, 'insect', ' ant'), (2, 'mammal', 'bat'), (3, 'insect', 'asp'), (4, 'mammal', 'cat')`);

interface Filter {
  kind?: string | undefined;
  q?: string | undefined;
}
const animals = defineTable<{ id: number; name: string }, Filter>({
  table: 'animal',
  alias: 'a',
  key: 'id',
  columns: 'a.id, a.name',
  orders: { kind: 'a.kind', id: 'a.id' },
  filters: { kind: 'a.kind = :kind', q: 'trim(a.name) like :pattern' },
  params: ({ q = '' }) => ({ pattern: `${q}%` }),
  present: (row) => ({ ...row, name: row.name.trim() }),
});
const [ant, bat, asp, cat] = [
  { id: 1, name: 'ant' },
  { id: 2, name: 'bat' },
  { id: 3, name: 'asp' },
  { id: 4, name: 'cat' },
];
const page = { sort: 'id', offset: 0, limit: 100 };

test('[R20] a table is read in either direction', async () => {
  const ascending = await animals.readPage(db, {}, page);
  expect(ascending).toEqual({ rows: [ant, bat, asp, cat], total: 4, more: false });
  const descending = await animals.readPage(db, {}, { ...page, sort: '-id' });
  expect(descending.rows).toEqual([cat, asp, bat, ant]);
});

test('[R20] a page of a table has its rows and the total', async () => {
  const second = await animals.readPage(db, {}, { sort: 'id', offset: 1, limit: 2 });
  expect(second).toEqual({ rows: [bat, asp], total: 4, more: false });
});

test('[R20] rows with equal sort values are ordered by key', async () => {
  const { rows } = await animals.readPage(db, {}, { ...page, sort: 'kind' });
  expect(rows).toEqual([ant, asp, bat, cat]);
});

test('[R20] given filters narrow a table together', async () => {
  const both = await animals.readPage(db, { kind: 'insect', q: 'as' }, page);
  expect(both).toEqual({ rows: [asp], total: 1, more: false });
  expect(await animals.readPage(db, { q: 'x' }, page)).toMatchObject({ rows: [], total: 0 });
});

test('[R20] a filter that is not given leaves a table alone', async () => {
  const { rows } = await animals.readPage(db, { q: 'a', kind: undefined }, page);
  expect(rows).toEqual([ant, asp]);
});

test('[R20] the file of a table has the rows of its pages', async () => {
  const streamed = [];
  for await (const rows of animals.streamAll(db, {}, 'id')) streamed.push(...rows);
  expect(streamed).toEqual([ant, bat, asp, cat]);
});
