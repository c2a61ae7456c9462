import { expect, test } from 'vitest';
import { THREAD_FIELD_NAMES, toThreadFieldsWire } from '#contracts/thread-fields.ts';
import { ThreadBriefWire } from '#contracts/wire/post.ts';
import { ThreadSummaryWire } from '#contracts/wire/thread.ts';
import { pickColumns } from '#db/pick-columns.ts';
import { post, thread } from '#db/schema/index.ts';

test('[unit] columns are selected by their names in SQL and come back as properties', () => {
  const columns = pickColumns(post, ['id', 'quotePostId', 'html']);
  expect(columns.sql('p')).toBe('p.id,\n  p.quote_post_id as "quotePostId",\n  p.html');
  expect(columns.sql('q', 'quoted_')).toBe(
    'q.id as "quoted_id",\n  q.quote_post_id as "quoted_quotePostId",\n  q.html as "quoted_html"',
  );
});

test('[unit] the columns of one table are taken out of a row that has those of two', () => {
  const columns = pickColumns(post, ['id', 'html']);
  const row = { id: 1, html: 'one', quoted_id: 2, quoted_html: 'two', floor: 3 };
  expect(columns.take(row, '')).toEqual({ id: 1, html: 'one' });
  expect(columns.take(row, 'quoted_')).toEqual({ id: 2, html: 'two' });
});

test('[unit] columns are named by a list, or by a text of any number of lines', () => {
  const names = pickColumns(
    post,
    `
    id
    quotePostId html
    `,
  );
  expect(names.sql('p')).toBe(pickColumns(post, ['id', 'quotePostId', 'html']).sql('p'));
});

test('[unit] a column that the table does not have is refused when the module loads', () => {
  expect(() => pickColumns(post, ['id', 'quote_post_id' as 'quotePostId'])).toThrow(
    'post has no column quote_post_id',
  );
});

test('[unit] each field shared by pages and the API is a column, and is in every shape of a thread', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const columns = pickColumns(thread, THREAD_FIELD_NAMES);
  const row = Object.fromEntries(
    THREAD_FIELD_NAMES.map((name) => [name, name.endsWith('At') ? at : 7]),
  ) as ReturnType<typeof columns.take>;
  const wire = toThreadFieldsWire(row);
  expect(wire).toMatchObject({ views_cnt: 7, created_at: '2026-01-02T03:04:05.678Z' });
  expect(Object.keys(wire)).toHaveLength(THREAD_FIELD_NAMES.length);
  for (const { shape } of [ThreadSummaryWire, ThreadBriefWire])
    for (const [name, value] of Object.entries(wire))
      expect(shape[name as keyof typeof wire].parse(value)).toBe(value);
});
