import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type {
  FavouritesReplyWire,
  LettersReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
} from '#contracts/wire/own-content.ts';
import { PEOPLE } from '../support/people.ts';
import { selectRows } from '../support/query-rows.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Private content: notifications, private messages and favourites. */

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const rows = selectRows(db);

test('[R30] messages are counted by category and listed, newest first', async () => {
  await db.execute(sql`delete from notification where user_id = ${PEOPLE.member}`);
  const [post] = await rows<{ id: number; thread: number; subject: string; excerpt: string }>(
    sql`
      select p.id, t.id as thread, t.subject, p.excerpt
      from post p
      join thread t on t.id = p.thread_id
      where t.state = 'normal'
        and p.state = 'normal'
        and p.floor > 0
        and p.excerpt not like '%<%'
        and p.excerpt not like '%&%'
        and p.excerpt not like '%>%'
      limit 1`,
  );
  for (const [category, kind] of [
    [1, 'reply'],
    [1, 'reply'],
    [2, 'quote'],
    [3, 'moderation'],
    [6, 'mention'],
  ])
    await db.execute(
      sql`
        insert into notification (
          user_id,
          category,
          kind,
          actor_id,
          thread_id,
          post_id,
          note
        )
        values (
          ${PEOPLE.member},
          ${category},
          ${kind},
          ${PEOPLE.otherMember},
          ${post?.thread},
          ${post?.id},
          'why'
        )`,
    );
  await db.execute(
    sql`
      insert into letter (sender_id, receiver_id, html, source, policy)
      values
        (${PEOPLE.otherMember}, ${PEOPLE.member}, '<p>你好</p>', 'x', 1),
        (${PEOPLE.member}, ${PEOPLE.otherMember}, '<p>回信</p>', 'x', 1),
        (${PEOPLE.fourthMember}, ${PEOPLE.member}, '<p>别人</p>', 'x', 1)`,
  );
  await db.execute(
    sql`
      update notification
      set read_at = now()
      where id = (select min(id) from notification where user_id = ${PEOPLE.member})`,
  );
  expect(
    (await member.call<MessageCountReplyWire>('GET', '/api/v1/user/msg/count')).body.data,
  ).toEqual({
    thread_msg_count: 1,
    post_msg_count: 1,
    sys_msg_count: 1,
    at_msg_count: 1,
    letter_msg_count: 2,
  });
  expect((await member.call('GET', '/api/v1/user/info')).body).toMatchObject({ msg_cnt: 6 });
  const read = async (query: string, by = member) =>
    (await by.call<MessagesReplyWire>('GET', `/api/v1/user/msg?${query}`)).body;
  const threads = await read('category=1');
  expect(threads).toMatchObject({ total_count: 2, data: [{ is_new: 0 }, { is_new: 1 }] });
  expect(threads.data[0]).toMatchObject({
    type: 'reply',
    subject: post?.subject,
    message_fmt: post?.excerpt,
    send_user_id: PEOPLE.otherMember,
    receive_user_id: PEOPLE.member,
    thread_id: post?.thread,
    send_post_id: post?.id,
    note: 'why',
    category: 1,
  });
  expect((await read('category=1&limit=1&offset=1')).data.map((message) => message.id)).toEqual([
    threads.data[1]?.id,
  ]);
  expect(
    (await read('category=5')).data.map((message) => [message.send_user_id, message.note]),
  ).toEqual([
    [PEOPLE.fourthMember, '<p>别人</p>'],
    [PEOPLE.otherMember, '<p>你好</p>'],
  ]);
  expect(
    (await read('category=1', other)).data.every(
      (message) => message.receive_user_id === PEOPLE.otherMember,
    ),
  ).toBe(true);
  expect((await member.call('GET', '/api/v1/user/msg?category=4')).status).toBe(400);
});

test('[R30] private messages of two people, from each side', async () => {
  const read = async (by: typeof member, who: number, more = '') =>
    (
      (await by.call<LettersReplyWire>('GET', `/api/v1/user/letter?receive_user_id=${who}${more}`))
        .body.data ?? []
    ).map((letter) => letter.note);
  expect(await read(member, PEOPLE.otherMember)).toEqual(['<p>你好</p>', '<p>回信</p>']);
  expect(await read(member, PEOPLE.otherMember, '&limit=1')).toEqual(['<p>回信</p>']);
  expect(await read(member, PEOPLE.otherMember, '&sort=1')).toEqual(['<p>你好</p>', '<p>回信</p>']);
  expect(await read(other, PEOPLE.member, '&is_refresh=0&sort=0&offset=1&limit=1')).toEqual([
    '<p>你好</p>',
  ]);
  expect(await read(other, PEOPLE.fourthMember)).toEqual([]);
  await db.execute(
    sql`
      update letter
      set deleted_by_receiver = now()
      where sender_id = ${PEOPLE.otherMember} and receiver_id = ${PEOPLE.member}`,
  );
  expect(await read(member, PEOPLE.otherMember)).toEqual(['<p>回信</p>']);
  expect(await read(other, PEOPLE.member)).toEqual(['<p>你好</p>', '<p>回信</p>']);
  expect((await member.call('GET', '/api/v1/user/letter')).status).toBe(400);
});

test('[R25] favourites, the latest first, without removed ones', async () => {
  await db.execute(sql`delete from thread_favourite where user_id = ${PEOPLE.member}`);
  await db.execute(sql`delete from forum_favourite where user_id = ${PEOPLE.member}`);
  const threads = (
    await rows<{ id: number }>(
      sql`select id from thread where state = 'normal' order by id limit 3`,
    )
  ).map((row) => row.id);
  for (const id of threads)
    await db.execute(
      sql`insert into thread_favourite (user_id, thread_id) values (${PEOPLE.member}, ${id})`,
    );
  for (const id of [3, 1])
    await db.execute(
      sql`insert into forum_favourite (user_id, forum_id) values (${PEOPLE.member}, ${id})`,
    );
  const read = async (query = '') =>
    (await member.call<FavouritesReplyWire>('GET', `/api/v1/user/favorite?idtype=tid${query}`))
      .body;
  expect(
    (await read()).data.map((favourite) => [favourite.oid, favourite.thread.id, favourite.user_id]),
  ).toEqual([...threads].reverse().map((id) => [id, id, PEOPLE.member]));
  expect((await read('&limit=1&offset=1')).data.map((favourite) => favourite.oid)).toEqual([
    threads[1],
  ]);
  await db.execute(sql`update thread set state = 'hidden' where id = ${threads[2]}`);
  expect(await read()).toMatchObject({
    total_count: 2,
    data: [{ oid: threads[1] }, { oid: threads[0] }],
  });
  expect(
    (
      await member.call<{ data: { id: number }[] }>('GET', '/api/v1/forum/favorite/list')
    ).body.data.map((one) => one.id),
  ).toEqual([1, 3]);
  expect((await member.call('GET', '/api/v1/forum/user/favorite?forum_id=3')).body).toEqual({
    code: 0,
    msg: 'ok',
    data: true,
  });
  expect((await member.call('GET', '/api/v1/forum/user/favorite?forum_id=2')).body).toEqual({
    code: 0,
    msg: 'ok',
    data: false,
  });
  expect((await member.call('GET', '/api/v1/forum/id?id=3')).body).toMatchObject({
    data: { is_favorite: true },
  });
});
