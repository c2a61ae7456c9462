import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '../../scripts/seed/people.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
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
beforeAll(async () => {
  await appointModerators(db);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('内部消息', '内部消息', 'review', 10000)`,
  );
});

interface Waiting {
  kind: string;
  id: number;
  reason: string;
  message: string;
}
let count = 0;
const secret = () => `<p>内部消息第 ${++count} 条</p>`;
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const waiting = async (query = '', by = moderator) =>
  (await by.call<CallReply<Waiting[]>>('GET', `/api/v2/moderation/review?limit=100&${query}`)).body
    .data;
const review = (items: [string, number][], action = 'approve', by = moderator) =>
  by.call<CallReply>('POST', '/api/v2/moderation/review', {
    items: items.map(([kind, id]) => ({ kind, id })),
    action,
    note: '看过了',
    is_notify: 1,
  });
const credits = async (id: number) =>
  (await one<{ credits: number }>(sql`select credits from "user" where id = ${id}`)).credits;

describe('[R14, R32] the review queue', () => {
  test('lists pending items in the own forums, with the reason', async () => {
    const thread = await write.thread();
    const held = await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
      thread_id: thread,
      message: secret(),
    });
    const shown = await write.reply(thread);
    await other.call('PUT', '/api/v1/thread/post', { id: shown, message: secret() });
    const begun = (
      await member.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: '有消息',
        message: secret(),
        language: 'zh_CN',
      })
    ).body.data.id;
    expect((await waiting()).slice(-3)).toMatchObject([
      { kind: 'reply', id: held.body.data.id, reason: 'words' },
      { kind: 'reply', id: shown, reason: 'edit' },
      { kind: 'thread', id: begun, reason: 'words', message: expect.stringContaining('内部消息') },
    ]);
    expect((await waiting('kind=thread')).map(({ id }) => id)).toContain(begun);
    expect((await waiting('', elsewhere)).map(({ id }) => id)).not.toContain(begun);
    expect((await waiting('forum_id=1', admin)).length).toBeGreaterThan(2);
  });

  test('approves a reply as if it were written now: counted, credited, listed, with its notifications', async () => {
    const thread = await write.thread();
    const { id } = (
      await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: secret(),
        user_ids: [userIdOf('ache')],
      })
    ).body.data;
    const before = await credits(OTHER);
    await db.execute(sql`delete from invalidation`);
    expect((await review([['reply', id]])).body).toMatchObject({
      code: 0,
      data: { changed: [id] },
    });
    expect(await findWrongCounters(db)).toEqual([]);
    expect(await credits(OTHER)).toBe(before + 2);
    expect(
      (
        await db.execute(
          sql`
            select user_id, kind, category
            from notification
            where post_id = ${id} and kind <> 'moderation'
            order by user_id`,
        )
      ).rows,
    ).toEqual([
      { user_id: MEMBER, kind: 'reply', category: 1 },
      { user_id: userIdOf('ache'), kind: 'mention', category: 6 },
    ]);
    const tags = (await db.execute<{ tag: string }>(sql`select tag from invalidation`)).rows.map(
      ({ tag }) => tag,
    );
    expect(tags).toEqual(
      expect.arrayContaining([`t:${thread}:p1`, `r:${thread}`, 'l:0:latest', 'l:1:latest']),
    );
    const [seen] = (
      await api.call<CallReply<{ id: number; message: string }[]>>(
        'GET',
        `/api/v1/thread/post/list?id=${thread}`,
      )
    ).body.data;
    expect(seen).toMatchObject({ id, message: expect.stringContaining('内部消息') });
    expect((await review([['reply', id]])).status).toBe(409);
  });

  test('two replies approved together are one notification of two events', async () => {
    const thread = await write.thread();
    const ids = await Promise.all(
      [secret(), secret()].map(
        async (message) =>
          (
            await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
              thread_id: thread,
              message,
            })
          ).body.data.id,
      ),
    );
    await review(ids.map((id) => ['reply', id]));
    expect(
      (
        await db.execute(sql`
          select user_id, count
          from notification
          where thread_id = ${thread} and kind = 'reply'`)
      ).rows,
    ).toEqual([{ user_id: MEMBER, count: 2 }]);
  });

  test('approves a thread and its comment, and a post held by an edit gets neither credit nor notifications twice', async () => {
    const mark = async () =>
      (
        await one<{ threads: number }>(
          sql`select coalesce(sum(threads), 0)::int as threads from forum_day where forum_id = 1`,
        )
      ).threads;
    const days = await mark();
    const before = await credits(MEMBER);
    const thread = (
      await member.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: '等等看',
        message: secret(),
        language: 'zh_CN',
      })
    ).body.data.id;
    expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(406);
    await review([['thread', thread]]);
    expect((await api.call('GET', `/api/v1/thread/info?id=${thread}`)).status).toBe(200);
    expect([await credits(MEMBER), await mark()]).toEqual([before + 5, days + 1]);
    const reply = await write.reply(thread);
    await member.call('PUT', '/api/v1/thread', {
      id: thread,
      subject: '等等看看',
      message: secret(),
    });
    expect(await findWrongCounters(db)).toEqual([]);
    await review([['thread', thread]]);
    expect([await credits(MEMBER), await mark()]).toEqual([before + 5, days + 1]);
    const comment = (
      await member.call<CallReply<{ id: number }>>('POST', '/api/v1/post/comment', {
        post_id: reply,
        message: secret(),
      })
    ).body.data.id;
    await review([['comment', comment]]);
    expect(await one(sql`select comments_cnt from post where id = ${reply}`)).toEqual({
      comments_cnt: 1,
    });
    expect(
      await one(
        sql`
          select count(*)::int as n
          from notification
          where comment_id = ${comment} and kind = 'comment'`,
      ),
    ).toEqual({ n: 1 });
    expect(await findWrongCounters(db)).toEqual([]);
  });

  test('rejects with a reason, uncounted, and two moderators at once do it once', async () => {
    const thread = await write.thread();
    const { id } = (
      await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: secret(),
      })
    ).body.data;
    const answers = await Promise.all([
      review([['reply', id]], 'reject'),
      review([['reply', id]], 'approve', admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await findWrongCounters(db)).toEqual([]);
    const rejected = (
      await other.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: thread,
        message: secret(),
      })
    ).body.data.id;
    await review([['reply', rejected]], 'reject');
    expect(
      await one(
        sql`select note from notification where post_id = ${rejected} and user_id = ${OTHER}`,
      ),
    ).toEqual({ note: '看过了' });
    expect((await waiting()).map((item) => item.id)).not.toContain(rejected);
    expect((await review([['reply', await write.reply(thread)]])).status).toBe(409);
    expect((await review([['reply', rejected]], 'approve', elsewhere)).status).toBe(403);
    expect(freshMessage()).toContain('段');
  });
});
