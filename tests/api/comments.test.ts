import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);

interface Reply {
  code: number;
  err_code?: string;
  data: { id: number; message: string; user: { id: number } };
}
let count = 0;
const words = () => `<p>第 ${++count} 句评论。</p>`;
const begun = await member.call<Reply>('POST', '/api/v1/thread', {
  forum_id: 1,
  type_id: 1,
  subject: '给评论的主题',
  message: words(),
  language: 'zh_CN',
});
const thread = begun.body.data.id;
const newReply = async () =>
  (await member.call<Reply>('POST', '/api/v1/post', { thread_id: thread, message: words() })).body
    .data.id;
const comment = (postId: number, message = words(), by = other, more = {}) =>
  by.call<Reply>('POST', '/api/v1/post/comment', { post_id: postId, message, ...more });
const shown = async (postId: number) =>
  (
    await api.call<{ data: { id: number; message: string }[]; total_count: number }>(
      'GET',
      `/api/v1/thread/post/comment?post_id=${postId}`,
    )
  ).body;
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const counted = (postId: number) =>
  one(sql`select comments_cnt as count from post where id = ${postId}`);
const touched = async () =>
  (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows.map(
    (row) => row.tag,
  );

test('[R24] a comment is stored under its reply, counted, and re-renders its page', async () => {
  const post = await newReply();
  await touched();
  const { body } = await comment(post, '<p>说得好<script>x()</script></p>');
  expect(body).toMatchObject({
    code: 0,
    data: { message: '<p>说得好</p>', user: { id: PEOPLE.otherMember } },
  });
  expect(await shown(post)).toMatchObject({
    total_count: 1,
    data: [{ id: body.data.id, message: '<p>说得好</p>' }],
  });
  expect(await counted(post)).toEqual({ count: 1 });
  expect(await touched()).toEqual([`t:${thread}:p1`]);
});

test('[R24] ten comments at once all count; of equal ones, one is stored', async () => {
  const post = await newReply();
  await Promise.all(Array.from({ length: 10 }, () => comment(post)));
  const same = await Promise.all(Array.from({ length: 4 }, () => comment(post, '<p>都一样</p>')));
  expect(same.map(({ body }) => body.err_code ?? 'ok').sort()).toEqual([
    'ok',
    'repeat',
    'repeat',
    'repeat',
  ]);
  expect((await comment(await newReply(), '<p>都一样</p>')).body.code).toBe(0);
  expect(await counted(post)).toEqual({ count: 11 });
});

test('[R30] the reply’s author and mentioned users are notified, once each, never the comment’s author', async () => {
  const post = await newReply();
  await comment(post, words(), other, {
    user_ids: [10001, PEOPLE.member, 10001, PEOPLE.otherMember],
  });
  await comment(post, words(), member);
  const { rows } = await db.execute(
    sql`
      select user_id, category, kind
      from notification
      where post_id = ${post} and comment_id is not null
      order by user_id`,
  );
  expect(rows).toEqual([
    { user_id: 10001, category: 6, kind: 'mention' },
    { user_id: PEOPLE.member, category: 2, kind: 'comment' },
  ]);
});

test('[R24] a comment without rights or on a wrong target is refused and nothing is written', async () => {
  const post = await newReply();
  expect((await comment(post, words(), api as never)).status).toBe(401);
  expect((await comment(post, words(), await api.as(PEOPLE.banned))).body.err_code).toBe('banned');
  expect((await comment(999_999_999)).status).toBe(404);
  expect((await comment(post, '<p> </p>')).body.err_code).toBe('length');
  expect((await comment(post, `<p>${'长'.repeat(2000)}</p>`)).body.err_code).toBe('length');
  await db.execute(sql`update thread set closed = true where id = ${thread}`);
  expect((await comment(post)).body.err_code).toBe('closed');
  await db.execute(sql`update thread set closed = false where id = ${thread}`);
  await member.call('DELETE', `/api/v1/thread/post?id=${post}`);
  expect((await comment(post)).status).toBe(406);
  expect(await counted(post)).toEqual({ count: 0 });
});

test('[R14] sensitive words are refused, or make the comment pending and uncounted', async () => {
  const post = await newReply();
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('赌博', '赌博', 'ban', 10000), ('内部消息', '内部消息', 'review', 10000)`,
  );
  expect((await comment(post, '<p>赌 博</p>')).body).toMatchObject({
    code: 1,
    err_code: 'verify',
    err_payload: ['赌博'],
  });
  await touched();
  const held = await comment(post, '<p>内部消息</p>');
  expect(held.body.code).toBe(0);
  expect([await counted(post), (await shown(post)).total_count, await touched()]).toEqual([
    { count: 0 },
    0,
    [],
  ]);
  await other.call('DELETE', `/api/v1/post/comment?id=${held.body.data.id}`);
  expect(await counted(post)).toEqual({ count: 0 });
});

test('[R24] an author deletes a comment, once, and no page shows it when the call returns', async () => {
  const post = await newReply();
  const { id } = (await comment(post)).body.data;
  expect((await member.call('DELETE', `/api/v1/post/comment?id=${id}`)).status).toBe(403);
  for (let times = 0; times < 2; times++)
    expect((await other.call('DELETE', `/api/v1/post/comment?id=${id}`)).body).toMatchObject({
      code: 0,
    });
  expect(api.takenDown).toEqual([expect.any(Array), [`t:${thread}:p1`]]);
  expect([await counted(post), (await shown(post)).data]).toEqual([{ count: 0 }, []]);
  expect((await other.call('DELETE', '/api/v1/post/comment?id=999999999')).status).toBe(404);
});

const edit = (id: number, message: string, by = other) =>
  by.call<Reply>('PUT', '/api/v1/post/comment', { id, message });

test('[R24] an edit of a comment is sanitized, stored with the former text and rendered again', async () => {
  const post = await newReply();
  const { id } = (await comment(post, '<p>先这样</p>')).body.data;
  await touched();
  expect((await edit(id, '<p>后那样<script>x()</script></p>')).body).toMatchObject({
    code: 0,
    data: { id, message: '<p>后那样</p>', checked: 1, edited_at: expect.any(String) },
  });
  expect(await touched()).toEqual([`t:${thread}:p1`]);
  expect((await shown(post)).data).toMatchObject([{ id, message: '<p>后那样</p>' }]);
  expect(
    await one(sql`select editor_id, source from comment_revision where comment_id = ${id}`),
  ).toEqual({ editor_id: PEOPLE.otherMember, source: '<p>先这样</p>' });
});

test('[R24] an edit that changes nothing leaves no former text', async () => {
  const { id } = (await comment(await newReply(), '<p>就这样</p>')).body.data;
  expect((await edit(id, '<p>就这样</p>')).body.code).toBe(0);
  expect(
    (await db.execute(sql`select from comment_revision where comment_id = ${id}`)).rows,
  ).toEqual([]);
});

test('[R24] a comment is edited by its author alone, for ten minutes, while it is shown and its thread open', async () => {
  const post = await newReply();
  const { id } = (await comment(post)).body.data;
  const message = words();
  expect((await edit(id, message, member)).status).toBe(403);
  expect((await edit(999_999_999, message)).status).toBe(404);
  expect((await edit(id, '<p> </p>')).body.err_code).toBe('length');
  expect((await edit(id, `<p>${'长'.repeat(2000)}</p>`)).body.err_code).toBe('length');
  await db.execute(sql`update thread set closed = true where id = ${thread}`);
  expect((await edit(id, message)).body.err_code).toBe('closed');
  await db.execute(sql`update thread set closed = false where id = ${thread}`);
  await db.execute(
    sql`update comment set created_at = now() - interval '10 minutes' where id = ${id}`,
  );
  expect((await edit(id, message)).body.err_code).toBe('editExpired');
  await db.execute(sql`update comment set created_at = now() where id = ${id}`);
  await other.call('DELETE', `/api/v1/post/comment?id=${id}`);
  expect((await edit(id, message)).body.err_code).toBe('conflict');
  expect(await one(sql`select edited_at from comment where id = ${id}`)).toEqual({
    edited_at: null,
  });
});

test('[R14] words added by an edit are refused, or make the comment pending and uncounted', async () => {
  const post = await newReply();
  const { id } = (await comment(post)).body.data;
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('假发票', '假发票', 'ban', 10000), ('内幕', '内幕', 'review', 10000)`,
  );
  expect((await edit(id, '<p>假 发 票</p>')).body).toMatchObject({
    err_code: 'verify',
    err_payload: ['假发票'],
  });
  await touched();
  expect((await edit(id, '<p>说个内幕</p>')).body).toMatchObject({ code: 0, data: { checked: 0 } });
  expect([await counted(post), (await shown(post)).total_count, await touched()]).toEqual([
    { count: 0 },
    0,
    [`t:${thread}:p1`],
  ]);
  expect(await one(sql`select reason, unseen from held where comment_id = ${id}`)).toEqual({
    reason: 'edit',
    unseen: false,
  });
  // Another edit while it is pending doesn't count.
  expect((await edit(id, '<p>说个内幕吧</p>')).body.data).toMatchObject({ checked: 0 });
  expect(await counted(post)).toEqual({ count: 0 });
});
