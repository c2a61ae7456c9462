import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  OTHER,
} from '../support/moderation-api.ts';
import { moderationCalls } from '../support/moderation-calls.ts';
import { selectRow } from '../support/query-rows.ts';
import { queueOnRow } from '../support/queue-on-row.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Posts that are written while a moderator changes their thread or forum. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, admin] = await Promise.all([api.as(MEMBER), api.as(OTHER), api.as(ADMIN)]);
const write = await createWriters(api, member, other);
const { act, undo } = moderationCalls(api, db, admin);
const perform = (body: object) => act('POST', '/api/v2/moderation/actions', { note: '', ...body });
const one = selectRow(db);
beforeAll(() => appointModerators(db));

const send = (thread: number, message: string) =>
  other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', { thread_id: thread, message });
const comment = (post: number, message: string) =>
  other.call<CallReply<{ id: number }>>('POST', '/api/v1/post/comment', { post_id: post, message });

describe('[R14, R23] a reply whose thread changes while it is written', () => {
  test.each([
    ['closed', 'close', { status: 200, body: { err_code: 'closed' } }],
    ['hidden', 'hide', { status: 406, body: { err_code: 'notAcceptable' } }],
    ['deleted', 'delete', { status: 406, body: { err_code: 'notAcceptable' } }],
  ])('reports that it was %s, and can be sent again once it is open', async (_, action, answer) => {
    const thread = await write.thread();
    const message = freshMessage();
    const [acted, refused] = await queueOnRow(
      db,
      'thread',
      thread,
      () => perform({ action, kind: 'thread', ids: [thread] }),
      () => send(thread, message),
    );
    expect(acted.body).toMatchObject({ code: 0, data: { changed: [thread] } });
    expect(refused).toMatchObject(answer);
    await undo(acted.body);
    expect((await send(thread, message)).body).toMatchObject({ code: 0, data: { storey: 1 } });
  });

  test('names the thread into which it was merged, and can be sent there', async () => {
    const [from, into, last] = [await write.thread(), await write.thread(), await write.thread()];
    const message = freshMessage();
    const merge = (id: number, target: number) =>
      act('POST', '/api/v2/moderation/actions', {
        action: 'merge',
        kind: 'thread',
        ids: [id],
        into: target,
        note: '同一件事',
      });
    const [merged, refused] = await queueOnRow(
      db,
      'thread',
      from,
      () => merge(from, into),
      () => send(from, message),
    );
    expect(merged.body).toMatchObject({ code: 0 });
    const answer = (target: number) => ({
      status: 406,
      body: { err_code: 'merged', err_payload: { thread_id: target }, msg: expect.any(String) },
    });
    expect(refused).toMatchObject(answer(into));
    expect((await merge(into, last)).body).toMatchObject({ code: 0 });
    expect(await send(from, message)).toMatchObject(answer(last));
    expect((await send(last, message)).body).toMatchObject({ code: 0 });
  });

  test('is written where the thread was moved to', async () => {
    const thread = await write.thread();
    const theme = (await api.call<{ id: number }[]>('GET', '/api/v1/forum/theme?forum_id=2'))
      .body[0]?.id;
    const [moved, sent] = await queueOnRow(
      db,
      'thread',
      thread,
      () =>
        act('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: 2, theme_id: theme }),
      () => send(thread, freshMessage()),
    );
    expect(moved.body.code).toBe(0);
    expect(await one(sql`select forum_id from post where id = ${sent.body.data.id}`)).toEqual({
      forum_id: 2,
    });
  });
});

describe('[R14] a repetition', () => {
  test('is answered with the post that said the same', async () => {
    const [thread, elsewhere] = [await write.thread(), await write.thread()];
    const message = freshMessage();
    const { id } = (await send(thread, message)).body.data;
    for (const place of [thread, elsewhere]) {
      const { body } = await send(place, message);
      expect(body).toMatchObject({
        err_code: 'repeat',
        err_payload: { id, thread_id: thread, storey: 1, checked: 1, age: expect.any(Number) },
      });
      const { age } = body.err_payload as { age: number };
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(60);
    }
    const again = await other.call<CallReply>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: '再说一遍',
      message,
      language: 'zh_CN',
    });
    expect(again.body).toMatchObject({ err_code: 'repeat', err_payload: { id } });
  });

  test('of a changed text is none', async () => {
    const thread = await write.thread();
    const [message, corrected] = [freshMessage(), freshMessage()];
    const { id } = (await send(thread, message)).body.data;
    await other.call('PUT', '/api/v1/thread/post', { id, message: corrected });
    expect((await send(thread, message)).body).toMatchObject({ code: 0 });
    expect((await send(thread, message)).body).toMatchObject({ err_code: 'repeat' });
  });

  test('of a comment is answered with that comment, and none after the post was hidden meanwhile', async () => {
    const post = await write.reply(await write.thread());
    const message = freshMessage();
    const [hidden, refused] = await queueOnRow(
      db,
      'post',
      post,
      () => perform({ action: 'hide', kind: 'reply', ids: [post] }),
      () => comment(post, message),
    );
    expect(refused).toMatchObject({ status: 406, body: { err_code: 'notAcceptable' } });
    await undo(hidden.body);
    const { code, data } = (await comment(post, message)).body;
    expect(code).toBe(0);
    expect((await comment(post, message)).body).toMatchObject({
      err_code: 'repeat',
      err_payload: { id: data.id, post_id: post },
    });
  });
});

test('[R24, R27] a reply deletes its draft, unless another device changed it', async () => {
  const thread = await write.thread();
  const save = async (writer: string) =>
    (
      await other.call<CallReply<{ id: number; updated_at: string }>>(
        'POST',
        '/api/v1/thread/draft',
        { thread_id: thread, message: freshMessage(), base: '', writer },
      )
    ).body.data;
  const count = async () =>
    (
      await one<{ count: number }>(
        sql`select count(*)::int as count from draft where thread_id = ${thread}`,
      )
    ).count;
  const sendDraft = (id: number, base: string, by = other) =>
    by.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: freshMessage(),
      draft: { id, base, writer: 'here' },
    });
  const { id, updated_at } = await save('here');
  await sendDraft(id, updated_at, member);
  expect(await count(), 'somebody else’s').toBe(1);
  await sendDraft(id, updated_at);
  expect(await count()).toBe(0);
  const changed = await save('elsewhere');
  await sendDraft(changed.id, updated_at);
  expect(await count(), 'another device’s').toBe(1);
});

test('[R24, R23] forty writers and moderators at once, in crossing orders, fail nowhere and count exactly', async () => {
  const threads = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      write.thread(index % 2 ? member : other, (index % 2) + 1),
    ),
  );
  const posts = await Promise.all(threads.map((thread) => write.reply(thread)));
  const writers = [member, other, admin];
  const at = <Item>(list: readonly Item[], index: number) => list[index % list.length] as Item;
  const jobs = Array.from({ length: 40 }, (_, turn) => async () => {
    const answers: { status: number; body: { err_code?: string } }[] = [];
    for (let step = 0; step < 4; step++) {
      const index = turn % 2 ? turn + step : turn + 4 - step;
      const [thread, post, by] = [at(threads, index), at(posts, index), at(writers, turn)];
      const hidden = { kind: turn % 4 === 3 ? 'thread' : 'reply', ids: [thread] };
      if (hidden.kind === 'reply') hidden.ids = [post];
      const job = turn % 5;
      answers.push(
        job === 4
          ? await perform({ ...hidden, action: step % 2 ? 'restore' : 'hide' })
          : job === 3
            ? await by.call('POST', '/api/v1/post/comment', {
                post_id: post,
                message: freshMessage(),
              })
            : await by.call('POST', '/api/v1/post', { thread_id: thread, message: freshMessage() }),
      );
    }
    return answers;
  });
  const answers = (await Promise.all(jobs.map((job) => job()))).flat();
  expect(answers).toHaveLength(160);
  expect(
    answers.filter(
      ({ status, body }) =>
        status !== 406 && (status !== 200 || (body.err_code && body.err_code !== 'closed')),
    ),
  ).toEqual([]);
  expect(await findWrongCounters(db)).toEqual([]);
});
