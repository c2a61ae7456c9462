import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { moderationCalls } from '../support/moderation-calls.ts';
import { selectRow } from '../support/query-rows.ts';
import { queueOnRow } from '../support/queue-on-row.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Moderators' actions on replies and comments, and their log. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, moderator, elsewhere, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(OTHER_MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
beforeAll(() => appointModerators(db));

const one = selectRow(db);
const { act, undo, entries } = moderationCalls(api, db, moderator);

describe('[R24] replies and comments', () => {
  test('are featured, hidden, deleted and restored, with their counts', async () => {
    const thread = await write.thread();
    const [a, b] = [await write.reply(thread), await write.reply(thread)];
    const list = async () =>
      (
        await api.call<
          CallReply<
            { id: number; message: string; deleted_at: string | null; is_top_forum: number }[]
          >
        >('GET', `/api/v1/thread/post/list?id=${thread}`)
      ).body.data;
    await act('PUT', '/api/v1/post/update', {
      field: 'is_top_forum',
      top: 1,
      ids: [a],
      forum_id: 1,
      note: '解决了问题',
      is_notify: 1,
    });
    expect((await list())[0]).toMatchObject({ id: a, is_top_forum: 1 });
    const deleted = await act('PUT', '/api/v1/post/delete', {
      ids: [a, b],
      forum_id: 1,
      note: '离题',
      is_notify: 1,
    });
    expect(deleted.body.data.changed).toEqual([a, b]);
    expect((await list()).map((post) => [post.message, post.deleted_at !== null])).toEqual([
      ['', true],
      ['', true],
    ]);
    expect(await findWrongCounters(db)).toEqual([]);
    expect(
      (await act('POST', '/api/v2/moderation/actions', { action: 'hide', kind: 'reply', ids: [b] }))
        .body.data.undo,
    ).toEqual([
      {
        method: 'POST',
        path: '/api/v2/moderation/actions',
        body: { action: 'delete', kind: 'reply', ids: [b] },
      },
    ]);
    await act('POST', '/api/v2/moderation/actions', {
      action: 'restore',
      kind: 'reply',
      ids: [a, b],
    });
    expect((await list()).map((post) => post.message !== '')).toEqual([true, true]);
    expect(await entries('target_post_id', b)).toMatchObject([
      { action: 'post.delete', reason: '离题' },
      { action: 'post.hide' },
      { action: 'post.restore' },
    ]);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('a first post isn’t deleted as a reply', async () => {
    const { id } = await one<{ id: number }>(
      sql`select first_post_id as id from thread where id = ${await write.thread()}`,
    );
    expect((await act('PUT', '/api/v1/post/delete', { ids: [id] })).status).toBe(404);
  });

  test('comments go and come back', async () => {
    const reply = await write.reply(await write.thread());
    const comment = await write.comment(reply);
    const { body } = await act('PUT', '/api/v1/post/comment/delete', {
      ids: [comment],
      forum_id: 1,
      note: '骂人',
      is_notify: 1,
    });
    const shown = async () =>
      (
        await api.call<CallReply<{ id: number }[]>>(
          'GET',
          `/api/v1/thread/post/comment?post_id=${reply}`,
        )
      ).body.data.map(({ id }) => id);
    expect([body.data.changed, await shown()]).toEqual([[comment], []]);
    expect(await findWrongCounters(db)).toEqual([]);
    await undo(body);
    expect(await shown()).toEqual([comment]);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('a comment hidden while its reply is featured is removed from the first page, too', async () => {
    const thread = await write.thread();
    const reply = await write.reply(thread);
    await db.execute(sql`update post set floor = 90 where id = ${reply}`);
    const comment = await write.comment(reply);
    const [featured, hidden] = await queueOnRow(
      db,
      'post',
      reply,
      () => act('PUT', '/api/v1/post/update', { field: 'is_top_forum', top: 1, ids: [reply] }),
      () =>
        act('POST', '/api/v2/moderation/actions', {
          action: 'hide',
          kind: 'comment',
          ids: [comment],
        }),
    );
    expect([featured.body.code, hidden.body.code]).toEqual([0, 0]);
    expect(api.takenDown.at(-1)).toEqual([`t:${thread}:p5`, `t:${thread}:p1`]);
  });
});

describe('[R23] the action log', () => {
  test('shows a moderator the own forums, an administrator everything, by target, actor, kind and time', async () => {
    const [here, there] = [await write.thread(), await write.thread(member, 2)];
    await act('POST', '/api/v1/thread/close', { thread_id: here, is_closed: 1, note: '结束' });
    await act('POST', '/api/v1/thread/close', { thread_id: there, is_closed: 1 }, elsewhere);
    interface Entry {
      id: number;
      action: string;
      target: { kind: string; id: number; name: string };
      forum_id: number;
      reason: string;
    }
    const log = async (query: string, by = moderator) =>
      (
        await by.call<CallReply<Entry[]> & { next: number | null }>(
          'GET',
          `/api/v2/moderation/log?${query}`,
        )
      ).body;
    expect((await log('limit=1')).data).toMatchObject([
      { action: 'thread.close', target: { kind: 'thread', id: here }, reason: '结束', forum_id: 1 },
    ]);
    expect((await log('limit=1', admin)).data[0]?.target.id).toBe(there);
    expect((await log(`target=thread&target_id=${there}`)).data).toEqual([]);
    expect(
      (
        await log(
          `target=thread&target_id=${here}&action=thread&actor_id=${MODERATOR}&from=2020-01-01`,
        )
      ).data,
    ).toHaveLength(1);
    expect((await log('to=2020-01-01', admin)).data).toEqual([]);
    const page = await log('limit=2', admin);
    expect(
      (await log(`limit=2&before=${page.next}`, admin)).data.every(
        ({ id }) => id < (page.next as number),
      ),
    ).toBe(true);
    expect((await member.call('GET', '/api/v2/moderation/log')).status).toBe(403);
  });
});
