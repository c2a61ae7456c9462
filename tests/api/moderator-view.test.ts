import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type {
  ModeratedForumWire,
  ModeratedThreadWire,
  ModeratedUserWire,
} from '#contracts/wire/moderator-view.ts';
import {
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Placeholders for withheld content, and the revisions of moderators' edits. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, moderator, elsewhere] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(OTHER_MODERATOR),
]);
const write = await createWriters(api, member, other);
beforeAll(() => appointModerators(db));

const threadAs = async (id: number, page = 1) =>
  (
    await moderator.call<CallReply<ModeratedThreadWire>>(
      'GET',
      `/api/v2/moderation/thread?id=${id}&page=${page}`,
    )
  ).body.data;
const pagesAs = async (id: number, page: number, last: number) =>
  (
    await moderator.call<CallReply<ModeratedThreadWire>>(
      'GET',
      `/api/v2/moderation/thread?id=${id}&page=${page}&last=${last}`,
    )
  ).body.data;
const logOf = async (action: string, column: string, id: number) =>
  (
    await db.execute(
      sql`
        select actor_id as actor, reason
        from action_log
        where action = ${action} and ${sql.raw(column)} = ${id}
        order by id`,
    )
  ).rows;
const noticesOf = async (userId: number, act: string) =>
  (
    await db.execute(
      sql`select note from notification where user_id = ${userId} and act = ${act} order by id`,
    )
  ).rows;

test('[R20] a thread’s page shows its moderator the hidden replies and comments, with reason, actor and text', async () => {
  const thread = await write.thread();
  const [kept, deleted, hidden, taken] = [
    await write.reply(thread),
    await write.reply(thread),
    await write.reply(thread),
    await write.reply(thread),
  ];
  const comment = await write.comment(kept);
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'delete',
    kind: 'reply',
    ids: [deleted],
    note: '广告',
  });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [hidden],
    note: '待查',
  });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'comment',
    ids: [comment],
    note: '无关',
  });
  await other.call('DELETE', `/api/v1/thread/post?id=${taken}`);
  await db.execute(sql`update post set checked = false where id = ${kept}`);
  const seen = await threadAs(thread);
  expect(seen).toMatchObject({
    id: thread,
    why: null,
    message: '',
    is_closed: 0,
    rights: expect.arrayContaining(['thread.delete', 'user.ban']),
    everywhere: false,
  });
  expect(seen.withheld.map(({ kind, id, why, by }) => [kind, id, why, by?.id, by?.reason])).toEqual(
    [
      ['reply', kept, 'review', undefined, undefined],
      ['reply', deleted, 'deleted', MODERATOR, '广告'],
      ['reply', hidden, 'hidden', MODERATOR, '待查'],
      ['reply', taken, 'deleted', undefined, undefined],
      ['comment', comment, 'hidden', MODERATOR, '无关'],
    ],
  );
  expect(seen.withheld.every(({ message }) => message.includes('段写给版主看的话'))).toBe(true);
  expect((await threadAs(thread, 2)).withheld).toEqual([]);
});

test('[R4, R20] several pages of a thread are asked for at once, fifty of them at most', async () => {
  const thread = await write.thread();
  const replies: number[] = [];
  for (let floor = 1; floor <= 22; floor++) replies.push(await write.reply(thread));
  const [first, second] = [replies[0] as number, replies[21] as number];
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [first, second],
  });
  const idsOn = async (page: number, last: number) =>
    (await pagesAs(thread, page, last)).withheld.map(({ id }) => id);
  expect(await idsOn(1, 2)).toEqual([first, second]);
  expect(await idsOn(2, 2)).toEqual([second]);
  expect(await idsOn(2, 1)).toEqual([second]);
  await db.execute(sql`update post set floor = 1001 where id = ${second}`);
  expect(await idsOn(1, 1_000)).toEqual([first]);
  expect(await idsOn(2, 1_000)).toEqual([second]);
});

test('[R20] a thread that isn’t shown comes with its text and the reason; its forum lists it; others learn nothing', async () => {
  const thread = await write.thread();
  await moderator.call('PUT', '/api/v1/thread/delete', {
    msg: [{ id: thread, note: '重复', is_notify: 0 }],
  });
  expect(await threadAs(thread)).toMatchObject({
    why: 'deleted',
    by: { id: MODERATOR, reason: '重复' },
    message: expect.stringContaining('段写给版主看的话'),
  });
  const listed = async () =>
    (
      await moderator.call<CallReply<ModeratedForumWire>>('GET', '/api/v2/moderation/forum?id=1')
    ).body.data.withheld.map(({ id, why }) => [id, why]);
  expect(await listed()).toContainEqual([thread, 'deleted']);
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'restore',
    kind: 'thread',
    ids: [thread],
  });
  expect(await listed()).not.toContainEqual([thread, 'deleted']);
  expect(await threadAs(thread)).toMatchObject({ why: null, by: null, message: '' });
  for (const path of [`thread?id=${thread}`, 'forum?id=1'])
    expect((await elsewhere.call('GET', `/api/v2/moderation/${path}`)).body).toEqual({
      code: 0,
      msg: 'ok',
      data: null,
    });
  expect(await threadAs(999_999)).toBeNull();
});

test('[R24] the view includes the named replies that others don’t see, on any page, and the featured ones', async () => {
  const thread = await write.thread();
  const replies: number[] = [];
  for (let floor = 1; floor <= 22; floor++) replies.push(await write.reply(thread));
  const [first, , third] = replies as [number, number, number];
  const last = replies.at(-1) as number;
  const comment = await write.comment(third);
  await moderator.call('PUT', '/api/v1/post/update', { top: 1, ids: [last] });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [first, last],
  });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'comment',
    ids: [comment],
  });
  const named = async (posts: string) =>
    (
      await moderator.call<CallReply<ModeratedThreadWire>>(
        'GET',
        `/api/v2/moderation/thread?id=${thread}&posts=${posts}`,
      )
    ).body.data;
  const found = await named(`${last},${third},${replies[1]}`);
  expect(found.withheld.map(({ kind, id }) => [kind, id])).toEqual([
    ['reply', last],
    ['comment', comment],
  ]);
  expect(found.featured).toEqual([last]);
  expect((await named('')).withheld.map(({ id }) => id)).toEqual([first, comment]);
  expect(
    (await moderator.call('GET', `/api/v2/moderation/thread?id=${thread}&posts=x`)).status,
  ).toBe(400);
});

test('[R29] a warning for a comment goes to its author, and leads to the reply above it', async () => {
  const thread = await write.thread();
  const reply = await write.reply(thread, member);
  const comment = await write.comment(reply, other);
  const warn = (body: object) =>
    moderator.call<CallReply<{ id: number }>>('POST', '/api/v1/thread/warning', {
      comment_id: comment,
      note: '别这么说',
      ...body,
    });
  expect((await warn({ user_id: MEMBER })).status).toBe(400);
  const { body } = await warn({ user_id: OTHER });
  expect(
    (
      await db.execute(
        sql`select user_id, thread_id, post_id from warning where id = ${body.data.id}`,
      )
    ).rows,
  ).toEqual([{ user_id: OTHER, thread_id: thread, post_id: reply }]);
  expect(
    (
      await db.execute(
        sql`
          select comment_id, note
          from notification
          where user_id = ${OTHER} and act = 'user.warn'
          order by id desc
          limit 1`,
      )
    ).rows,
  ).toEqual([{ comment_id: comment, note: '别这么说' }]);
  expect((await warn({ comment_id: 999_999 })).status).toBe(404);
});

test('[R29] moderators see a person’s bans, the one in force first, and whether they may ban them', async () => {
  const personAs = async (id: number) =>
    (
      await moderator.call<CallReply<ModeratedUserWire>>(
        'GET',
        `/api/v2/moderation/person?user_id=${id}`,
      )
    ).body.data;
  expect(await personAs(OTHER)).toMatchObject({ may_ban: true, may_warn: true, bans: [] });
  await moderator.call('POST', '/api/v1/user/crime', {
    user_id: OTHER,
    action: 2,
    reason: '灌水',
    end_at: '2040-01-01',
    hide_thread: 1,
  });
  await moderator.call('POST', '/api/v1/user/crime', { user_id: OTHER, action: 1, reason: '误判' });
  await moderator.call('POST', '/api/v1/user/crime', {
    user_id: OTHER,
    action: 2,
    reason: '又来了',
  });
  const { bans } = await personAs(OTHER);
  expect(bans).toMatchObject([
    { reason: '又来了', end_at: null, hide_thread: 0, in_force: true, lifted_at: null },
    {
      reason: '灌水',
      end_at: '2039-12-31T16:00:00.000Z',
      hide_thread: 1,
      in_force: false,
      lifted_by: { id: MODERATOR },
    },
  ]);
  await moderator.call('POST', '/api/v1/user/crime', { user_id: OTHER, action: 1 });
  expect(await personAs(MODERATOR)).toMatchObject({ may_ban: false });
  expect(await personAs(PEOPLE.globalModerator)).toMatchObject({ may_ban: false });
});

test('[R23, R24] a moderator’s edit of another’s post is in the action log with its reason, and notifies the author on request; authors’ own edits are not', async () => {
  const thread = await write.thread();
  const reply = await write.reply(thread);
  await moderator.call('PUT', '/api/v1/thread/post', {
    id: reply,
    message: '<p>去掉了电话号码</p>',
    note: '隐私',
    is_notify: 1,
  });
  await other.call('PUT', '/api/v1/thread/post', { id: reply, message: '<p>我自己又改了一次</p>' });
  expect(await logOf('post.edit', 'target_post_id', reply)).toEqual([
    { actor: MODERATOR, reason: '隐私' },
  ]);
  expect(await noticesOf(OTHER, 'post.edit')).toEqual([{ note: '隐私' }]);
  await moderator.call('PUT', '/api/v1/thread', {
    id: thread,
    subject: '标题改得更清楚',
    message: '<p>正文不变</p>',
    note: '标题',
  });
  await member.call('PUT', '/api/v1/thread', {
    id: thread,
    subject: '作者又改了标题',
    message: '<p>正文不变</p>',
  });
  expect(await logOf('thread.edit', 'target_thread_id', thread)).toEqual([
    { actor: MODERATOR, reason: '标题' },
  ]);
  expect(await noticesOf(MEMBER, 'thread.edit')).toEqual([]);
  await moderator.call('POST', `/api/v2/user/thread/${thread}/resolve`);
  await member.call('POST', `/api/v2/user/thread/${thread}/unresolve`);
  expect(await logOf('thread.resolve', 'target_thread_id', thread)).toHaveLength(1);
  expect(await logOf('thread.unresolve', 'target_thread_id', thread)).toEqual([]);
});

test('[R20] a logged-in user learns whether they moderate anywhere', async () => {
  const moderates = async (userId: number) =>
    (await (await api.as(userId)).call<{ moderates: number }>('GET', '/api/v1/login/is_login')).body
      .moderates;
  expect([
    await moderates(MEMBER),
    await moderates(MODERATOR),
    await moderates(PEOPLE.globalModerator),
  ]).toEqual([0, 1, 1]);
});
