import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { SENT_KEY_RETENTION_DAYS } from '#platform/limits.ts';
import { deleteExpiredRows } from '../../src/server/background-jobs.ts';
import { PEOPLE } from '../support/people.ts';
import { createPosts, freshMessage } from '../support/sample-posts.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* A call that is sent again with its first key is applied once: decisions/outbox.md. */

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const { one, newThread, reply } = createPosts(db, member);

interface Answer {
  code: number;
  err_code?: string;
  err_payload?: Record<string, unknown>;
  data?: { id: number };
}
const send = (path: string, body: object, key: string, by = member) =>
  by.call<Answer>('POST', path, body, { 'idempotency-key': key });

const thread = await newThread();
const { id: post } = (await reply(thread)).body.data;
const newReply = () => ({ thread_id: thread, message: freshMessage() });
const KINDS = {
  reply: { path: '/api/v1/post', table: 'post', body: newReply },
  thread: {
    path: '/api/v1/thread',
    table: 'thread',
    body: () => ({ forum_id: 1, type_id: 1, subject: '发一次', message: freshMessage() }),
  },
  comment: {
    path: '/api/v1/post/comment',
    table: 'comment',
    body: () => ({ post_id: post, message: freshMessage() }),
  },
  letter: {
    path: '/api/v1/user/letter',
    table: 'letter',
    body: () => ({ receive_user_id: PEOPLE.otherMember, note: freshMessage() }),
  },
};
const count = async (table: string): Promise<number> =>
  (await one<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}`))
    .count;

test.each(Object.entries(KINDS))(
  '[R14] ten attempts at once with one key write one %s; a later one gets it, though its text differs',
  async (_, { path, table, body }) => {
    const key = randomUUID();
    const before = await count(table);
    const sent = Array.from({ length: 10 }, (_, at) => (at % 2 ? body() : undefined));
    const same = body();
    const answers = await Promise.all(sent.map((own) => send(path, own ?? same, key)));
    expect(await count(table)).toBe(before + 1);
    expect(answers.map(({ body }) => body.err_code ?? 'ok').sort()).toEqual([
      'ok',
      ...Array.from({ length: 9 }, () => 'repeat'),
    ]);
    const id = answers.find(({ body }) => body.code === 0)?.body.data?.id;
    const told = (await send(path, body(), key)).body;
    expect(told).toMatchObject({ err_code: 'repeat', err_payload: { same_key: 1 } });
    expect(told.err_payload?.[table === 'thread' ? 'thread_id' : 'id']).toBe(id);
    expect(await count(table)).toBe(before + 1);
  },
);

test('[R14] a repeated reply gets the stored one, also after an hour and in a thread that was closed since', async () => {
  const own = await newThread();
  const [key, body] = [randomUUID(), { thread_id: own, message: freshMessage() }];
  const { id } = (await send('/api/v1/post', body, key)).body.data as { id: number };
  await db.execute(sql`
    update sent_write
    set created_at = now() - interval '1 hour'
    where key = ${key}`);
  await db.execute(sql`delete from recent_content`);
  const told = {
    err_code: 'repeat',
    err_payload: { id, thread_id: own, storey: 1, checked: 1, same_key: 1 },
  };
  const answer = (await send('/api/v1/post', body, key)).body;
  expect(answer).toMatchObject(told);
  expect(answer.err_payload?.age).toBeGreaterThan(3_500);
  await db.execute(sql`update thread set closed = true where id = ${own}`);
  expect((await send('/api/v1/post', body, key)).body).toMatchObject(told);
  expect((await send('/api/v1/post', body, randomUUID())).body.err_code).toBe('closed');
});

test('[R14] a key is its sender’s own, and one that isn’t used says nothing of the same words', async () => {
  const key = randomUUID();
  const body = newReply();
  expect((await send('/api/v1/post', body, key)).body.code).toBe(0);
  expect((await send('/api/v1/post', newReply(), key, other)).body.code).toBe(0);
  const repeated = (await send('/api/v1/post', body, randomUUID())).body;
  expect(repeated).toMatchObject({ err_code: 'repeat', err_payload: { thread_id: thread } });
  expect(repeated.err_payload).not.toHaveProperty('same_key');
});

test('[R14] a refusal uses no key up', async () => {
  const key = randomUUID();
  expect((await send('/api/v1/post', { ...newReply(), message: '' }, key)).body.code).not.toBe(0);
  expect((await send('/api/v1/post', newReply(), key)).body.code).toBe(0);
});

test('[R36] a key that is no UUID is refused', async () => {
  for (const { path, body } of Object.values(KINDS))
    expect(await send(path, body(), 'mine')).toMatchObject({
      status: 400,
      body: { err_code: 'malformed' },
    });
});

test('[R39] keys are forgotten when their time is over, and no sooner', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()];
  for (const key of [old, fresh]) await send('/api/v1/post', newReply(), key);
  const setAge = (key: string, days: number) =>
    db.execute(sql`
      update sent_write
      set created_at = now() - make_interval(days => ${days})
      where key = ${key}`);
  await setAge(old, SENT_KEY_RETENTION_DAYS + 1);
  await setAge(fresh, SENT_KEY_RETENTION_DAYS - 1);
  await deleteExpiredRows(db);
  expect((await send('/api/v1/post', newReply(), fresh)).body.err_code).toBe('repeat');
  expect((await send('/api/v1/post', newReply(), old)).body.code).toBe(0);
});
