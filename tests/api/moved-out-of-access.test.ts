import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* An author loses access to content that a moderator moves to a private forum (R20). */

const { db } = await demoDatabase();
const api = await testApi(db);
const [author, other, admin] = await Promise.all([api.as(MEMBER), api.as(OTHER), api.as(ADMIN)]);
const write = await createWriters(api, author, other);
const CLOSED = 5;
const NAME = '只有管理员知道的地方';
let thread = 0;
let reply = 0;
let first = 0;

const edit = (id: number, by = author) =>
  by.call<CallReply>('PUT', '/api/v1/thread', {
    id,
    subject: '改过的题目',
    message: freshMessage(),
  });
const editReply = (id: number, by = other) =>
  by.call<CallReply>('PUT', '/api/v1/thread/post', { id, message: freshMessage() });

beforeAll(async () => {
  await db.execute(sql`update forum set access = 'groups', name = ${NAME} where id = ${CLOSED}`);
  await db.execute(sql`delete from forum_group where forum_id = ${CLOSED}`);
  thread = await write.thread();
  reply = await write.reply(thread);
  first = (
    await db.execute<{ id: number }>(
      sql`select first_post_id as id from thread where id = ${thread}`,
    )
  ).rows[0]?.id as number;
  expect([(await edit(thread)).status, (await editReply(reply)).status]).toEqual([200, 200]);
  expect(
    (
      await admin.call<CallReply>('POST', '/api/v2/user/threads/move', {
        ids: [thread],
        forum_id: CLOSED,
      })
    ).body,
  ).toMatchObject({ code: 0 });
});

describe('[R20] a post moved out of its author’s access', () => {
  test('is neither shown to them as it was sent, nor changed, nor marked by them', async () => {
    const before = (
      await db.execute(
        sql`
          select p.source, p.edited_at, t.subject, t.resolved
          from post p
          join thread t on t.id = p.thread_id
          where t.id = ${thread}
          order by p.id`,
      )
    ).rows;
    expect((await author.call('GET', `/api/v1/thread/source?id=${thread}`)).status).toBe(404);
    expect((await author.call('GET', `/api/v1/thread/post/source?id=${first}`)).status).toBe(404);
    expect((await other.call('GET', `/api/v1/thread/post/source?id=${reply}`)).status).toBe(404);
    expect([(await edit(thread)).status, (await editReply(reply)).status]).toEqual([404, 404]);
    expect((await author.call('POST', `/api/v2/user/thread/${thread}/resolve`)).status).toBe(404);
    expect(
      (
        await db.execute(
          sql`
            select p.source, p.edited_at, t.subject, t.resolved
            from post p
            join thread t on t.id = p.thread_id
            where t.id = ${thread}
            order by p.id`,
        )
      ).rows,
    ).toEqual(before);
  });

  test('is in no list of theirs, whose forum would reveal where it is', async () => {
    for (const [by, path] of [
      [author, 'thread'],
      [other, 'post'],
    ] as const)
      for (const withheld of [0, 1]) {
        const { status, body } = await by.call(
          `GET`,
          `/api/v1/user/${path}?withheld=${withheld}&limit=100`,
        );
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(NAME);
        expect(
          (body as unknown as { data: { id: number }[] }).data.some(
            ({ id }) => id === (path === 'thread' ? thread : reply),
          ),
        ).toBe(false);
      }
  });

  test('has no subject in the log of its former moderators', async () => {
    await db.execute(sql`update thread set subject = '内部的题目' where id = ${thread}`);
    const entriesOf = async (by: typeof author) =>
      (
        await by.call<CallReply<{ target: { id: number; name: string } }[]>>(
          'GET',
          `/api/v2/moderation/log?target=thread&target_id=${thread}`,
        )
      ).body.data.map(({ target }) => target.name);
    await db.execute(sql`
      insert into action_log (actor_id, action, target_thread_id, forum_id)
      select ${ADMIN}, 'thread.close', id, 1
      from thread
      where id = ${thread}`);
    expect(new Set(await entriesOf(await api.as(MODERATOR)))).toEqual(new Set(['']));
    expect(new Set(await entriesOf(admin))).toEqual(new Set(['内部的题目']));
    await db.execute(sql`insert into forum_moderator (forum_id, user_id) values (5, ${MODERATOR})`);
    expect(await entriesOf(await api.as(MODERATOR))).toContain('内部的题目');
    await db.execute(
      sql`delete from forum_moderator where forum_id = 5 and user_id = ${MODERATOR}`,
    );
  });

  test('is changed by the new forum’s moderators, and is its author’s own again after a move back', async () => {
    expect([(await edit(thread, admin)).status, (await editReply(reply, admin)).status]).toEqual([
      200, 200,
    ]);
    await admin.call('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: 1 });
    expect([(await edit(thread)).status, (await editReply(reply)).status]).toEqual([200, 200]);
  });
});
