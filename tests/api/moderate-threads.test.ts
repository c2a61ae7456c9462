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
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

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
const { act, undo, entries, info } = moderationCalls(api, db, moderator);

describe('[R20] a moderator asks', () => {
  test('their forums, and their rights there', async () => {
    const master = async (by: typeof api | typeof member, forum: number) =>
      (await by.call<CallReply<boolean>>('GET', `/api/v1/user/master?forum_id=${forum}`)).body.data;
    expect([
      await master(moderator, 1),
      await master(moderator, 2),
      await master(admin, 2),
      await master(member, 1),
      await master(api as never, 1),
    ]).toEqual([true, false, true, false, false]);
    expect(
      (await moderator.call<{ id: number }[]>('GET', '/api/v1/user/forum')).body.map(
        ({ id }) => id,
      ),
    ).toEqual([1]);
    expect(
      (await admin.call<{ id: number }[]>('GET', '/api/v1/user/forum')).body.length,
    ).toBeGreaterThan(10);
    expect((await member.call('GET', '/api/v1/user/forum')).body).toEqual([]);
    const rights = async (by: typeof member, forum: number) =>
      (await by.call('POST', '/api/v1/forum/auth', { forum_id: forum })).body;
    expect(await rights(moderator, 1)).toMatchObject({
      id: 20,
      allowdelete: 1,
      allowbanuser: 1,
      data: { id: 20 },
    });
    expect(await rights(member, 1)).toMatchObject({ id: 10, allowdelete: 0, allowpost: 1 });
    expect(await rights(admin, 1)).toMatchObject({ allowdelete: 1, allowdeleteuser: 1 });
  });

  test('and the columns of the moderators’ group limit it', async () => {
    const thread = await write.thread();
    await db.execute(sql`update "group" set allow_delete = false where id = 20`);
    expect((await act('PUT', '/api/v1/thread/delete', { msg: [{ id: thread }] })).status).toBe(403);
    expect(
      (await act('POST', '/api/v1/thread/close', { thread_id: thread, is_closed: 1 })).body.code,
    ).toBe(0);
    expect(
      (
        await act(
          'POST',
          '/api/v2/moderation/actions',
          { action: 'delete', kind: 'thread', ids: [thread] },
          admin,
        )
      ).body.code,
    ).toBe(0);
    await db.execute(sql`update "group" set allow_delete = true where id = 20`);
  });
});

describe('[R23] threads', () => {
  test('one that is deleted or moved has the lists of its forum rendered, not all of the forum’s threads', async () => {
    const thread = await write.thread();
    const touched = async () =>
      (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows.map(
        ({ tag }) => tag,
      );
    await touched();
    expect(
      (await act('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: 2 }, admin)).body,
    ).toMatchObject({ code: 0 });
    const moved = await touched();
    expect(moved).toEqual(
      expect.arrayContaining(['l:1:latest', 'l:1:pinned', 'l:2:newest', `t:${thread}`]),
    );
    expect(
      (
        await act(
          'POST',
          '/api/v2/moderation/actions',
          { action: 'delete', kind: 'thread', ids: [thread] },
          admin,
        )
      ).body,
    ).toMatchObject({ code: 0 });
    const deleted = await touched();
    expect(deleted).toEqual(
      expect.arrayContaining(['l:2:latest', 'l:2:newest', 'l:2:pinned', `t:${thread}`]),
    );
    expect([...moved, ...deleted].filter((tag) => tag.startsWith('f:'))).toEqual([]);
  });

  test.each([
    ['is_top_forum', 3, 'is_top_forum', 'thread.pin'],
    ['is_digest', 1, 'is_digest', 'thread.digest'],
    ['is_digest_forum', 1, 'is_digest_forum', 'thread.digest.forum'],
    ['is_closed', 1, 'isclosed', 'thread.close'],
  ])(
    'are given %s, counted, logged with the reason, and undone',
    async (field, value, shown, action) => {
      const thread = await write.thread();
      const { body } = await act('PUT', '/api/v1/thread/update', {
        field,
        ids: [thread],
        forum_id: 1,
        value,
        note: '写得好',
        is_notify: 1,
      });
      expect(body).toMatchObject({ code: 0, data: { changed: [thread], unchanged: [] } });
      expect((await info(thread))[shown]).toBe(value);
      expect((await info(thread)).mods_cnt).toBe(1);
      expect(await findWrongCounters(db)).toEqual([]);
      expect(await entries('target_thread_id', thread)).toEqual([
        { actor_id: MODERATOR, action, reason: '写得好', forum_id: 1 },
      ]);
      expect(
        await one(
          sql`
            select category, kind, act, note, thread_id
            from notification
            where user_id = ${MEMBER}
            order by id desc
            limit 1`,
        ),
      ).toEqual({
        category: 3,
        kind: 'moderation',
        act: action,
        note: '写得好',
        thread_id: thread,
      });
      expect(
        (await act('PUT', '/api/v1/thread/update', { field, ids: [thread], value })).body,
      ).toMatchObject({ data: { changed: [], unchanged: [thread] } });
      await undo(body);
      expect((await info(thread))[shown]).toBe(0);
      expect(await findWrongCounters(db)).toEqual([]);
    },
  );

  test('are pinned everywhere by administrators alone', async () => {
    const thread = await write.thread();
    expect(
      (await act('PUT', '/api/v1/thread/update', { field: 'top', ids: [thread], value: 1 })).status,
    ).toBe(403);
    expect(
      (await act('PUT', '/api/v1/thread/update', { field: 'top', ids: [thread], value: 1 }, admin))
        .body.code,
    ).toBe(0);
    expect(
      (await api.call<{ ThreadIndex: { id: number }[] }>('GET', '/api/v1/thread/index')).body
        .ThreadIndex[0]?.id,
    ).toBe(thread);
    expect(
      (await act('PUT', '/api/v1/thread/update', { field: 'top', ids: [thread], value: 10 }, admin))
        .status,
    ).toBe(400);
    expect(
      (
        await act(
          'PUT',
          '/api/v1/thread/update',
          { field: 'user_id', ids: [thread], value: 1 },
          admin,
        )
      ).status,
    ).toBe(400);
  });

  test('are deleted in one call for reasons of their own, all or none, and come back', async () => {
    const [a, b] = [await write.thread(), await write.thread(other)];
    const foreign = await write.thread(member, 2);
    const refused = await act('PUT', '/api/v1/thread/delete', {
      msg: [{ id: a }, { id: foreign }],
    });
    expect([refused.status, refused.body.err_payload]).toEqual([403, [foreign]]);
    expect(
      (await act('PUT', '/api/v1/thread/delete', { msg: [{ id: a }, { id: 99_999_999 }] })).status,
    ).toBe(404);
    expect((await info(a)).id).toBe(a);
    const { body } = await act('PUT', '/api/v1/thread/delete', {
      msg: [
        { id: a, forum_id: 1, o_user_id: MEMBER, note: '广告', is_notify: 1 },
        { id: b, note: '重复', is_notify: 0 },
      ],
    });
    expect(body.data.changed).toEqual([a, b]);
    expect([
      (await entries('target_thread_id', a))[0],
      (await entries('target_thread_id', b))[0],
    ]).toMatchObject([{ reason: '广告' }, { reason: '重复' }]);
    expect(
      (
        await db.execute(
          sql`
            select user_id, note
            from notification
            where thread_id in (${a}, ${b}) and act = 'thread.delete'`,
        )
      ).rows,
    ).toEqual([{ user_id: MEMBER, note: '广告' }]);
    const told = (
      await member.call<CallReply<{ subject: string; act: string; note: string }[]>>(
        'GET',
        '/api/v1/user/msg?category=3',
      )
    ).body.data[0];
    expect(told).toMatchObject({
      act: 'thread.delete',
      reason: '广告',
      note: expect.stringContaining('广告'),
      subject: expect.stringContaining('主题'),
    });
    expect(await findWrongCounters(db)).toEqual([]);
    await undo(body);
    expect([(await info(a)).id, (await info(b)).id]).toEqual([a, b]);
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('are moved with their replies; a pin stays behind, and the way back is in the answer', async () => {
    const thread = await write.thread();
    await write.reply(thread);
    await act('PUT', '/api/v1/thread/update', { field: 'is_top_forum', ids: [thread], value: 1 });
    const { body } = await act('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: 2 });
    expect(await info(thread)).toMatchObject({ forum_id: 2, is_top_forum: 0 });
    expect(await findWrongCounters(db)).toEqual([]);
    expect(
      (await act('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: 1 })).status,
    ).toBe(403);
    expect(
      (
        await act(
          'POST',
          '/api/v2/user/threads/move',
          { ids: [thread], forum_id: 3, theme_id: 1 },
          admin,
        )
      ).status,
    ).toBe(404);
    await undo(body, elsewhere);
    expect(await info(thread)).toMatchObject({ forum_id: 1, type_id: 1 });
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('that two moderators delete at the same moment are counted out once', async () => {
    const ids = [await write.thread(), await write.thread(), await write.thread(other)];
    for (const id of ids) await write.reply(id);
    const answers = await Promise.all(
      [moderator, admin, moderator, admin].map((by, turn) =>
        act(
          'POST',
          '/api/v2/moderation/actions',
          { action: 'delete', kind: 'thread', ids: turn % 2 ? ids : [...ids].reverse() },
          by,
        ),
      ),
    );
    expect(answers.flatMap(({ body }) => body.data.changed).sort()).toEqual([...ids].sort());
    expect(await findWrongCounters(db)).toEqual([]);
  });
});
