import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { member, thread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const author = await api.as(PEOPLE.member);
const fan = await api.as(PEOPLE.otherMember);
const LIKE = '/api/v1/post/comment/like';

let count = 0;
/** A comment by `author` below a reply by `author`. */
async function makeComment(): Promise<{ id: number; post: number; thread: number }> {
  const made = await thread(db, { replies: 1, replier: PEOPLE.member });
  const post = made.replies[0] as number;
  const { body } = await author.call<{ data: { id: number } }>('POST', '/api/v1/post/comment', {
    post_id: post,
    message: `<p>值得点赞的评论 ${++count}</p>`,
  });
  return { id: body.data.id, post, thread: made.id };
}
const like = async (id: number, on = true, by = fan) =>
  (
    await by.call<{ data: { is_up: boolean; like_cnt: number }; err_code?: string }>('PUT', LIKE, {
      id,
      on,
    })
  ).body;
const read = async (post: number, by: Pick<Caller, 'call'> = fan) =>
  (
    await by.call<{ data: CommentWire[] }>('GET', `/api/v1/thread/post/comment?post_id=${post}`)
  ).body.data.map(({ like_cnt, is_up }) => [like_cnt, is_up]);
const notified = async () =>
  (await author.call<{ data: MessageWire[] }>('GET', '/api/v1/user/msg?category=2')).body.data;

test('[R25] a like of a comment counts once, however often it is sent', async () => {
  const { id, post } = await makeComment();
  for (const _ of [1, 2]) expect((await like(id)).data).toEqual({ is_up: true, like_cnt: 1 });
  expect(await read(post)).toEqual([[1, true]]);
  expect(await read(post, api)).toEqual([[1, false]]);
  for (const _ of [1, 2])
    expect((await like(id, false)).data).toEqual({ is_up: false, like_cnt: 0 });
  expect(await read(post)).toEqual([[0, false]]);
});

test('[R25] ten likes of a comment at once count as ten', async () => {
  const { id, post } = await makeComment();
  const fans = await Promise.all(Array.from({ length: 10 }, async () => api.as(await member(db))));
  await Promise.all(fans.map((one) => like(id, true, one)));
  expect(await read(post, api)).toEqual([[10, false]]);
});

test('[R25] a caller asks which comments they like', async () => {
  const [liked, other] = [await makeComment(), await makeComment()];
  await like(liked.id);
  const { body } = await fan.call('POST', '/api/v1/post/comment/exists/up', {
    ids: [liked.id, other.id],
  });
  expect(body).toMatchObject({ data: [liked.id] });
});

test('[R25, R40] a like of a comment re-renders the pages that show the comment', async () => {
  const { id, post, thread: of } = await makeComment();
  const tags = async () =>
    (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows.map(
      ({ tag }) => tag,
    );
  await db.execute(sql`update post set floor = 21, featured = true where id = ${post}`);
  await tags();
  await like(id);
  expect((await tags()).sort()).toEqual([`t:${of}:p1`, `t:${of}:p2`]);
});

test('[R25, R20] one’s own comment can’t be liked', async () => {
  const { id, post } = await makeComment();
  expect((await like(id, true, author)).err_code).toBe('forbidden');
  expect(await read(post, api)).toEqual([[0, false]]);
});

test.each([
  ['deleted', sql`update comment set state = 'deleted'`],
  ['hidden', sql`update comment set state = 'hidden'`],
  ['held', sql`update comment set checked = false`],
])('[R25, R20] a %s comment can’t be liked', async (_, change) => {
  const { id } = await makeComment();
  await db.execute(sql`${change} where id = ${id}`);
  expect((await like(id)).err_code).toBe('notFound');
});

test('[R25, R20] a comment in a forum that the caller may not read can’t be liked', async () => {
  const { id, thread: of } = await makeComment();
  const setAccess = (access: string) =>
    db.execute(sql`
      update forum
      set access = ${access}
      where id = (select forum_id from thread where id = ${of})`);
  await setAccess('groups');
  expect((await like(id)).err_code).toBe('notFound');
  await setAccess('public');
});

test('[R25, R30] likes of a comment are one notification, apart from those of its reply', async () => {
  const { id, post } = await makeComment();
  await db.execute(sql`delete from notification where user_id = ${PEOPLE.member}`);
  await fan.call('POST', '/api/v1/thread/up', { id: post, idtype: 'pid' });
  await like(id);
  await like(id, true, await api.as(PEOPLE.fourthMember));
  expect(await notified()).toMatchObject([
    {
      kind: 'like',
      from_idtype: 'cid',
      from_id: id,
      send_post_id: post,
      like_cnt: 2,
      likers: [{ id: PEOPLE.fourthMember }, { id: PEOPLE.otherMember }],
      message_fmt: '觉得你的评论有用',
      send_message_fmt: `值得点赞的评论 ${count}`,
    },
    { kind: 'like', from_idtype: 'pid', like_cnt: 1, message_fmt: '觉得你的回复有用' },
  ]);
});

test('[R25, R30] removing the last like removes its notification', async () => {
  const { id, post } = await makeComment();
  await db.execute(sql`delete from notification where user_id = ${PEOPLE.member}`);
  await fan.call('POST', '/api/v1/thread/up', { id: post, idtype: 'pid' });
  await like(id);
  await like(id, false);
  expect((await notified()).map(({ from_idtype }) => from_idtype)).toEqual(['pid']);
});
