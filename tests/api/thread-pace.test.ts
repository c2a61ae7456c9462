import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { reopenDueThreads } from '#domain/content/thread/reopen.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import {
  appointModerators,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { queueOnRow } from '../support/queue-on-row.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Temporarily closed threads, and slow mode. */

const { db } = await demoDatabase();
const api = await testApi(db);
await appointModerators(db);
const [member, other, moderator] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
]);
const write = await createWriters(api, member, other);

let thread = 0;
beforeEach(async () => {
  thread = await write.thread();
});

const act = (action: string, more: object = {}) =>
  moderator.call<CallReply>('POST', '/api/v2/moderation/actions', {
    action,
    kind: 'thread',
    ids: [thread],
    ...more,
  });
const reply = (by: Caller) =>
  by.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
    thread_id: thread,
    message: freshMessage(),
  });
const readThread = async () =>
  (
    await db.execute(sql`
      select
        closed,
        slow_minutes as slow,
        round(extract(epoch from reopens_at - now()) / 60)::int as minutes
      from thread
      where id = ${thread}`)
  ).rows[0];

describe('[R23] a thread closed for a time', () => {
  const letTimeCome = () =>
    db.execute(sql`update thread set reopens_at = now() - interval '1 s' where id = ${thread}`);

  test('takes no reply until then', async () => {
    await act('close', { minutes: 60 });
    expect(await readThread()).toMatchObject({ closed: true, minutes: 60 });
    expect((await reply(other)).body).toMatchObject({ err_code: 'closed' });
  });

  test('opens again when its time has come', async () => {
    await act('close', { minutes: 60 });
    expect(await reopenDueThreads(db)).toBe(0);
    await letTimeCome();
    expect(await reopenDueThreads(db)).toBe(1);
    expect(await readThread()).toEqual({ closed: false, slow: 0, minutes: null });
    expect((await reply(other)).body).toMatchObject({ code: 0 });
  });

  test('is published again when it opens', async () => {
    await act('close', { minutes: 60 });
    await letTimeCome();
    await db.execute(sql`delete from invalidation`);
    await reopenDueThreads(db);
    const { rows } = await db.execute(sql`select tag from invalidation order by tag`);
    expect(rows.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining([cacheTag.thread(thread), cacheTag.threadRow(thread)]),
    );
  });

  test('stays closed when it is closed for good meanwhile', async () => {
    await act('close', { minutes: 60 });
    expect((await act('close')).body.data.changed).toEqual([thread]);
    expect(await readThread()).toMatchObject({ closed: true, minutes: null });
  });

  test('has its time again when its opening is undone', async () => {
    await act('close', { minutes: 60 });
    const [undo] = (await act('open')).body.data.undo;
    expect(await readThread()).toMatchObject({ closed: false, minutes: null });
    expect(undo?.body).toMatchObject({ action: 'close', minutes: 60 });
    await moderator.call('POST', '/api/v2/moderation/actions', undo?.body);
    expect(await readThread()).toMatchObject({ closed: true, minutes: 60 });
  });

  test('has no such time when it is opened', async () => {
    await act('close', { minutes: 60 });
    await act('open', { minutes: 60 });
    expect(await readThread()).toMatchObject({ closed: false, minutes: null });
  });

  test('is closed for a year at most', async () => {
    expect((await act('close', { minutes: 525_601 })).status).toBe(400);
  });
});

describe('[R23] in a slow thread', () => {
  beforeEach(async () => {
    expect((await act('slow', { level: 5 })).body).toMatchObject({ code: 0 });
  });

  test('a member’s second reply is refused with the remaining time', async () => {
    expect((await reply(other)).body).toMatchObject({ code: 0 });
    const refused = await reply(other);
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({
        err_code: 'slowMode',
        err_values: { minutes: 5 },
        msg: '这个主题开启了慢速模式，5 分钟后可以再次回复',
      }),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(290);
  });

  test('a member replies again after the pause', async () => {
    const { id } = (await reply(other)).body.data;
    await db.execute(
      sql`update post set created_at = created_at - interval '5 minutes' where id = ${id}`,
    );
    expect((await reply(other)).body).toMatchObject({ code: 0 });
  });

  test('members don’t delay each other', async () => {
    await reply(other);
    expect((await reply(member)).body).toMatchObject({ code: 0 });
  });

  test('a moderator isn’t delayed', async () => {
    await reply(moderator);
    expect((await reply(moderator)).body).toMatchObject({ code: 0 });
  });

  test('a comment counts as a reply does', async () => {
    const { id } = (await reply(member)).body.data;
    const comment = (message: string) =>
      other.call('POST', '/api/v1/post/comment', { post_id: id, message });
    expect((await comment('<p>第一句</p>')).body).toMatchObject({ code: 0 });
    expect((await comment('<p>第二句</p>')).body).toMatchObject({ err_code: 'slowMode' });
    expect((await reply(other)).body).toMatchObject({ err_code: 'slowMode' });
  });

  test('a deleted reply counts', async () => {
    const { id } = (await reply(other)).body.data;
    await other.call('DELETE', `/api/v1/thread/post?id=${id}`);
    expect((await reply(other)).body).toMatchObject({ err_code: 'slowMode' });
  });

  test('one of two replies that are sent at once is taken', async () => {
    const sent = await queueOnRow(
      db,
      'thread',
      thread,
      () => reply(other),
      () => reply(other),
    );
    expect(sent.map(({ body }) => body.err_code ?? 'sent')).toEqual(['sent', 'slowMode']);
  });

  test('members reply as they like when slow mode ends', async () => {
    await reply(other);
    const [undo] = (await act('unslow')).body.data.undo;
    expect((await reply(other)).body).toMatchObject({ code: 0 });
    expect(undo?.body).toMatchObject({ action: 'slow', level: 5 });
  });

  test('the pause is a day at most', async () => {
    expect((await act('slow', { level: 1_441 })).status).toBe(400);
  });
});
