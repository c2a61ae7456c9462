import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type CallReply, createWriters } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Where existing clients need plain text, and where HTML with absolute addresses. */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const [me, other] = await Promise.all([api.as(ME), api.as(OTHER)]);
const write = await createWriters(api, me, other);

test('[R36] user/post has plain text in message_fmt, and HTML in message', async () => {
  const thread = await write.thread();
  await other.call('POST', '/api/v1/post', {
    thread_id: thread,
    message: '<p>a &lt;b&gt; &amp; <strong>c</strong></p><p>d</p>',
  });
  const { data } = (
    await api.call<{ data: { message: string; message_fmt: string }[] }>(
      'GET',
      `/api/v1/user/post?user_id=${OTHER}`,
    )
  ).body;
  expect(data[0]).toMatchObject({
    message: expect.stringContaining('<strong>c</strong>'),
    message_fmt: 'a <b> & c d',
  });
});

test('[R36] user/post has a sticker’s sign as text, and plain text of what it quotes, however long', async () => {
  const sticker = (name: string) =>
    `<img class="emoji" title="${name}" src="assets/image/raccoon/[${name}].gif" alt="${name}">`;
  const thread = await write.thread();
  const quoted: number[] = [];
  for (const message of [
    `<p>${sticker('agree')}</p>`,
    `<p>1 &lt; 2 &amp; <b>so</b> ${sticker('cry')}</p>`,
    `<p>${sticker('ok')}${'long &amp; '.repeat(400)}</p>`,
  ]) {
    const { id } = (
      await me.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message,
      })
    ).body.data;
    quoted.unshift(id);
    await other.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: `<p>${sticker('agree')}</p><p>${id}</p>`,
      quote_post_id: id,
    });
  }
  const read = async (user: number) =>
    (
      await api.call<{ data: { message_fmt: string; quote_post: { message_fmt: string } }[] }>(
        'GET',
        `/api/v1/user/post?user_id=${user}&limit=3`,
      )
    ).body.data;
  const answers = await read(OTHER);
  expect(answers.map((post) => post.message_fmt)).toEqual(quoted.map((id) => `👍 ${id}`));
  expect(answers.map((post) => post.quote_post.message_fmt)).toEqual([
    expect.stringMatching(/^👌(?:long & ){20,40}/),
    '1 < 2 & so 😭',
    '👍',
  ]);
  expect((await read(ME)).map((post) => post.message_fmt.slice(0, 4))).toEqual([
    '👌lo',
    '1 < ',
    '👍',
  ]);
});

test('[R36] public/posts has absolute addresses of pictures and links', async () => {
  const thread = await write.thread();
  await db.execute(
    sql`
      insert into upload (hash, path, mime, bytes, width, height, variants)
      values (
        'ab000000000000000000000000000000',
        'ab/ab000000000000000000000000000000.webp',
        'image/webp',
        1,
        1000,
        500,
        '{480,960}'
      )`,
  );
  const { id } = (
    await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
      thread_id: thread,
      message:
        '<p><img src="/uploads/ab/ab000000000000000000000000000000.webp"></p><p><a href="/zh/post/1">a</a> <code>src="/x"</code></p>',
    })
  ).body.data;
  const [post] = (
    await api.call<{ message: string; message_fmt: string }[]>(
      'GET',
      `/api/v2/public/posts?id=${id}`,
    )
  ).body;
  const site = 'http://127.0.0.1:4321';
  expect(post?.message_fmt).toBe(post?.message);
  expect(post?.message).toContain(`src="${site}/uploads/ab/ab000000000000000000000000000000.webp"`);
  expect(post?.message).toContain(
    `srcset="${site}/uploads/ab/ab000000000000000000000000000000.480.webp 480w, ${site}/uploads/`,
  );
  expect(post?.message).toContain(`href="${site}/zh/post/1"`);
  expect(post?.message).toContain('<code>src="/x"</code>');
  expect(post?.message.replaceAll(`"${site}/`, '').replace('src="/x"', '')).not.toMatch(/"\//);
});

test('[R36] public/posts has HTML, at least ten bytes of it where there is any text', async () => {
  const thread = await write.thread();
  const { id } = (
    await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
      thread_id: thread,
      message: '<p>a</p>',
    })
  ).body.data;
  const [post] = (
    await api.call<{ message_fmt: string; message: string }[]>(
      'GET',
      `/api/v2/public/posts?id=${id}`,
    )
  ).body;
  expect(post?.message_fmt).toMatch(/^<div><p>a<\/p><\/div>$/);
  const feed = (await api.call<{ message_fmt: string }[]>('GET', '/api/v2/public/posts?limit=100'))
    .body;
  expect(feed.filter(({ message_fmt }) => Buffer.byteLength(message_fmt) < 10)).toEqual([]);
});
