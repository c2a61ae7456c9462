import { expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
import { member, thread } from '../support/factories.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* What tests make is like what people write. */

const { db } = await demoDatabase();
const api = await testApi(db);

test('[R24] a thread that a test makes has its replies in pages, by the floors they took, and every counter right', async () => {
  const made = await thread(db, { replies: 25, subject: '显示协议' });
  const list = (offset: number) =>
    api.call<{ data: { id: number; storey: number }[]; total_count: number }>(
      'GET',
      `/api/v1/thread/post/list?id=${made.id}&offset=${offset}&limit=20`,
    );
  const [first, second] = [(await list(0)).body, (await list(1)).body];
  expect(first.total_count).toBe(25);
  expect([...first.data, ...second.data].map(({ id, storey }) => [id, storey])).toEqual(
    made.replies.map((id, index) => [id, index + 1]),
  );
  expect(await findWrongCounters(db)).toEqual([]);
});

test('[R24] a member that a test makes writes in threads of others', async () => {
  const me = await api.as(await member(db));
  const { id } = await thread(db);
  const { body } = await me.call('POST', '/api/v1/post', {
    thread_id: id,
    message: '<p>谢谢，解决了。</p>',
  });
  expect(body).toMatchObject({ code: 0, data: { storey: 1, checked: 1 } });
});
