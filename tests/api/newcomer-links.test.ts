import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  OTHER,
} from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
/** A new account without posts, an old one without posts, and one with many posts. */
const FRESH = userIdOf('yunwei');
const SILENT = userIdOf('fanyi');
await db.execute(sql`delete from forum_moderator where user_id in (${FRESH}, ${SILENT})`);
await db.execute(sql`update "user" set created_at = now() where id = ${FRESH}`);
await db.execute(
  sql`update "user" set created_at = now() - interval '1 year', posts_cnt = 2 where id = ${SILENT}`,
);
const [member, other, fresh, silent, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(FRESH),
  api.as(SILENT),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
const thread = await write.thread();

const LINK = '<p>看这里 <a href="https://shop.example/cheap">便宜</a></p>';
let count = 0;
const linked = () => `${LINK}<p>${++count}</p>`;
const send = async (by: typeof fresh, message: string) =>
  (
    await by.call<CallReply<{ id: number; checked: number }>>('POST', '/api/v1/post', {
      thread_id: thread,
      message,
    })
  ).body.data;
const NEW_THREAD = { forum_id: 1, type_id: 1, subject: '没有链接', language: 'zh_CN' };
const begin = async () =>
  (
    await fresh.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
      ...NEW_THREAD,
      message: freshMessage(),
    })
  ).body.data.id;
const reason = async (post: number) =>
  (
    await db.execute<{ reason: string; unseen: boolean }>(
      sql`select reason, unseen from held where post_id = ${post}`,
    )
  ).rows[0];

describe('[R32] newcomers’ links to other sites are pending review', () => {
  test('in replies, comments and threads, of accounts of a day and of those with less than three posts', async () => {
    for (const by of [fresh, silent]) {
      const { id, checked } = await send(by, linked());
      expect([checked, await reason(id)]).toEqual([0, { reason: 'newcomer', unseen: true }]);
    }
    const begun = (
      await fresh.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: '看这里',
        message: linked(),
        language: 'zh_CN',
      })
    ).body.data.id;
    expect(
      (
        await db.execute(
          sql`
            select t.checked, h.reason
            from thread t
            join held h on h.post_id = t.first_post_id
            where t.id = ${begun}`,
        )
      ).rows,
    ).toEqual([{ checked: false, reason: 'newcomer' }]);
    const named = (
      await silent.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: 'www.shop.example',
        message: freshMessage(),
        language: 'zh_CN',
      })
    ).body.data.id;
    expect((await db.execute(sql`select checked from thread where id = ${named}`)).rows).toEqual([
      { checked: false },
    ]);
    const comment = (
      await fresh.call<CallReply<{ id: number }>>('POST', '/api/v1/post/comment', {
        post_id: await write.reply(thread),
        message: linked(),
      })
    ).body.data.id;
    expect(
      (await db.execute(sql`select reason from held where comment_id = ${comment}`)).rows,
    ).toEqual([{ reason: 'newcomer' }]);
  });

  test.each([
    '<img src="https://pictures.example/a.png">',
    '<video src="https://videos.example/a.mp4"></video>',
    '<video src="/uploads/a.mp4" poster="//pictures.example/a.png"></video>',
    '<iframe src="https://player.bilibili.com/player.html?bvid=BV1xx"></iframe>',
  ])('as do pictures and videos that other hosts have: %s', async (media) => {
    const { id, checked } = await send(fresh, `${media}<p>${++count}</p>`);
    expect([checked, await reason(id)]).toEqual([0, { reason: 'newcomer', unseen: true }]);
    const edited = await send(fresh, freshMessage());
    await fresh.call('PUT', '/api/v1/thread/post', {
      id: edited.id,
      message: `${media}<p>${++count}</p>`,
    });
    expect(await reason(edited.id)).toEqual({ reason: 'newcomer', unseen: false });
    expect((await send(member, `${media}<p>${++count}</p>`)).checked).toBe(1);
  });

  test.each([
    ['a reply', 'POST', '/api/v1/post', () => ({ thread_id: thread })],
    [
      'a comment',
      'POST',
      '/api/v1/post/comment',
      async () => ({ post_id: await write.reply(thread) }),
    ],
    ['a thread', 'POST', '/api/v1/thread', () => NEW_THREAD],
    [
      'an edit of a thread',
      'PUT',
      '/api/v1/thread',
      async () => ({ ...NEW_THREAD, id: await begin() }),
    ],
  ] as const)('and the author of %s gets this reason, or none', async (_, method, path, fields) => {
    const answer = async (message: string) =>
      (
        await fresh.call<CallReply<{ hold_reason: unknown }>>(method, path, {
          ...(await fields()),
          message,
        })
      ).body.data.hold_reason;
    expect([await answer(linked()), await answer(freshMessage())]).toEqual(['newcomer', null]);
  });

  test('in private messages, which nobody reviews, they aren’t sent at all', async () => {
    const letter = async (by: typeof fresh, note: string) => {
      const { body } = await by.call<CallReply<object> & { err_code?: string; msg: string }>(
        'POST',
        '/api/v1/user/letter',
        { receive_user_id: OTHER, note },
        { 'accept-language': 'en' },
      );
      return body.err_code === undefined ? 'sent' : `${body.err_code}: ${body.msg}`;
    };
    const refused = expect.stringMatching(/^newcomerLinks: .* 24 hours old and has 3 posts/);
    for (const note of [linked(), `<p>www.shop.example ${++count}</p>`])
      expect(await letter(fresh, note)).toEqual(refused);
    expect(await letter(silent, linked())).toEqual(refused);
    expect(await letter(fresh, freshMessage())).toBe('sent');
    expect(await letter(fresh, `<p><a href="/zh/post/1">这里</a> ${++count}</p>`)).toBe('sent');
    expect(await letter(member, linked())).toBe('sent');
  });

  test('and nothing else of theirs does: words, links within the site, others’ links', async () => {
    expect((await send(fresh, freshMessage())).checked).toBe(1);
    expect((await send(fresh, `<p><a href="/zh/post/1">这里</a> ${++count}</p>`)).checked).toBe(1);
    expect((await send(member, linked())).checked).toBe(1);
    await db.execute(sql`update "user" set created_at = now() where id = ${ADMIN}`);
    expect((await send(admin, linked())).checked).toBe(1);
    await db.execute(sql`insert into forum_moderator (forum_id, user_id) values (1, ${SILENT})`);
    expect((await send(silent, linked())).checked).toBe(1);
    await db.execute(sql`delete from forum_moderator where user_id = ${SILENT}`);
  });

  test('when an edit adds them, and not when they existed before', async () => {
    const { id } = await send(fresh, freshMessage());
    await fresh.call('PUT', '/api/v1/thread/post', { id, message: linked() });
    expect(await reason(id)).toEqual({ reason: 'newcomer', unseen: false });
    expect(
      JSON.stringify(
        (await api.call('GET', `/api/v1/thread/post/list?id=${thread}&limit=100&order=desc`)).body,
      ),
    ).not.toContain(`便宜</a></p><p>${count}</p>`);
    await admin.call('POST', '/api/v2/moderation/review', {
      items: [{ kind: 'reply', id }],
      action: 'approve',
    });
    await fresh.call('PUT', '/api/v1/thread/post', { id, message: linked() });
    expect(await reason(id)).toBeUndefined();
    await fresh.call('PUT', '/api/v1/thread/post', {
      id,
      message: `${linked()}<p>https://other.example</p>`,
    });
    expect(await reason(id)).toMatchObject({ reason: 'newcomer' });
    const own = await begin();
    expect(
      (
        await fresh.call<CallReply<{ checked: number }>>('PUT', '/api/v1/thread', {
          id: own,
          subject: '没有链接',
          message: linked(),
        })
      ).body.data.checked,
    ).toBe(0);
    const edited = (
      await silent.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: freshMessage(),
      })
    ).body.data.id;
    await admin.call('PUT', '/api/v1/thread/post', { id: edited, message: linked() });
    expect(await reason(edited)).toBeUndefined();
    // The account whose count was two has no posts.
    expect(
      (await findWrongCounters(db)).filter(
        (line) => !line.startsWith(`user.posts_cnt of ${SILENT}`),
      ),
    ).toEqual([]);
  });
});
