import { expect, test } from 'vitest';
import { defineTable } from '#domain/define-table.ts';
import { demoDatabase } from '../support/test-database.ts';

/* What the tables of the admin area are made of. */

const { db } = await demoDatabase();

interface Filter {
  section?: number | undefined;
  q?: string | undefined;
}
const forums = defineTable<{ id: number; name: string }, Filter>({
  table: 'forum',
  alias: 'f',
  key: 'id',
  columns: 'f.id, f.name',
  orders: { section: 'f.section_id', id: 'f.id' },
  filters: { section: 'f.section_id = :section::int', q: 'f.name like :pattern' },
  params: ({ q = '' }) => ({ pattern: `${q}%` }),
  present: (row) => ({ ...row, name: row.name.trim() }),
});
const page = { sort: 'id', offset: 0, limit: 100 };
const { rows: all, total } = await forums.readPage(db, {}, page);

test('[R20] a table is read in pages whose rows are as many as were counted, in either direction', async () => {
  expect(all.length).toBeGreaterThan(2);
  expect(total).toBe(all.length);
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const descending = await forums.readPage(db, {}, { ...page, sort: '-id' });
  expect(descending.rows).toEqual([...all].reverse());
  const second = await forums.readPage(db, {}, { sort: 'id', offset: 1, limit: 1 });
  expect(second).toEqual({ rows: [all[1]], total, more: false });
});

test('[R20] filters that are given narrow a table, and those that aren’t leave it alone', async () => {
  const [first] = all;
  const named = await forums.readPage(db, { q: first?.name, section: undefined }, page);
  expect(named.rows).toContainEqual(first);
  expect(named.total).toBeLessThan(total);
  expect(await forums.readPage(db, { section: 0 }, page)).toMatchObject({ rows: [], total: 0 });
});

test('[R20] the file of a table has the rows of its pages', async () => {
  const streamed = [];
  for await (const rows of forums.streamAll(db, {}, 'id')) streamed.push(...rows);
  expect(streamed).toEqual(all);
});
