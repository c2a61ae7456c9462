import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MessageCountReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { mailNow, setMailAddress, startMailForum } from '../support/mail-server.ts';
import {
  ADMIN,
  appointModerators,
  createWriters,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import type { Caller } from '../support/test-api.ts';

/* Moderators are notified of pending items (R28, R30). */

const { db, url, env, api, server } = await startMailForum();
const [member, other, moderator, elsewhere, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(OTHER_MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
await db.execute(
  sql`
    insert into sensitive_word (word, normalized, action, created_by)
    values ('内部消息', '内部消息', 'review', 10000)`,
);

beforeEach(async () => {
  await appointModerators(db);
  await db.execute(
    sql`update report set state = 'handled', outcome = 'dismiss', handled_at = now()`,
  );
  await db.execute(sql`update post set checked = true where not checked`);
  await db.execute(sql`update comment set checked = true where not checked`);
  await db.execute(sql`update "user" set notify = '{}' where id in (${MODERATOR}, ${ADMIN})`);
  await db.execute(sql`update "group" set allow_update = true where id = 20`);
  await db.execute(sql`delete from notification`);
});

const SYSTEM = 3;
type Created = { data: { id: number } };
const report = async (item: { post_id?: number; comment_id?: number }, by = member) =>
  (
    await by.call<Created>('POST', '/api/v1/thread/post/report', {
      forum_id: 1,
      ...item,
      report_type: 'spam',
      message: '',
    })
  ).body.data.id;
const handle = (id: number) =>
  moderator.call('POST', '/api/v1/user/report', { id, action: 'dismiss', note: '' });
const hold = async (threadId: number, by = other) =>
  (
    await by.call<Created>('POST', '/api/v1/post', {
      thread_id: threadId,
      message: `<p>内部消息${freshMessage()}</p>`,
    })
  ).body.data.id;
const decide = (id: number, action: string) =>
  moderator.call('POST', '/api/v2/moderation/review', { items: [{ kind: 'reply', id }], action });
const waiting = async (by: Caller) =>
  (
    await by.call<{ data: MessageWire[] }>('GET', `/api/v1/user/msg?category=${SYSTEM}`)
  ).body.data.filter(({ kind }) => kind?.endsWith('Queue'));
const kinds = async (by: Caller) => (await waiting(by)).map(({ kind }) => kind);
const unread = async (by: Caller) =>
  (await by.call<MessageCountReplyWire>('GET', '/api/v1/user/msg/count')).body.data.sys_msg_count;

test('[R28, R30] reports in a forum are one notification with their number, for its moderators and administrators alone', async () => {
  const thread = await write.thread();
  const [one, two] = [await write.reply(thread), await write.reply(thread)];
  await report({ post_id: one });
  await report({ post_id: one }, await api.as(PEOPLE.fourthMember));
  await report({ post_id: two });
  for (const by of [moderator, admin]) {
    expect(await waiting(by)).toMatchObject([
      {
        kind: 'reportQueue',
        type: '举报待处理',
        note: expect.stringContaining('有 2 条举报待处理'),
        forum_id: 1,
        count: 2,
        is_new: 0,
        send_user_id: 0,
      },
    ]);
    expect(await unread(by)).toBe(1);
  }
  expect(await kinds(elsewhere)).toEqual([]);
  expect(await kinds(member)).toEqual([]);
});

test('[R28, R30] the notification of reports disappears once all are handled', async () => {
  const thread = await write.thread();
  const ids = [
    await report({ post_id: await write.reply(thread) }),
    await report({ post_id: await write.reply(thread) }),
  ] as const;
  await handle(ids[0]);
  expect(await waiting(moderator)).toMatchObject([{ kind: 'reportQueue' }]);
  expect(await unread(admin)).toBe(1);
  await handle(ids[1]);
  for (const by of [moderator, admin]) {
    expect(await kinds(by)).toEqual([]);
    expect(await unread(by)).toBe(0);
  }
});

test('[R28, R30] a report behind a read notification makes a new one in its place', async () => {
  const thread = await write.thread();
  await report({ post_id: await write.reply(thread) });
  await moderator.call('GET', '/api/v1/user/msg/readAll');
  expect(await unread(moderator)).toBe(0);
  await report({ post_id: await write.reply(thread) });
  expect(await waiting(moderator)).toMatchObject([{ is_new: 0, count: 2 }]);
  expect(await unread(moderator)).toBe(1);
});

test('[R28, R30] moderators aren’t notified of their own reports', async () => {
  await report({ post_id: await write.reply(await write.thread()) }, moderator);
  expect(await kinds(moderator)).toEqual([]);
  expect(await kinds(admin)).toEqual(['reportQueue']);
});

test('[R28, R30] a moderator’s own report doesn’t bring a read notification back', async () => {
  const thread = await write.thread();
  await report({ post_id: await write.reply(thread) });
  await moderator.call('GET', '/api/v1/user/msg/readAll');
  await report({ post_id: await write.reply(thread) }, moderator);
  expect(await waiting(moderator)).toMatchObject([{ is_new: 1 }]);
});

test('[R28, R30] moderators aren’t notified of reports of their own posts', async () => {
  const thread = await write.thread();
  const post = await write.reply(thread, moderator);
  await report({ post_id: post });
  await report({ comment_id: await write.comment(await write.reply(thread), moderator) });
  expect(await kinds(moderator)).toEqual([]);
  expect(await waiting(admin)).toMatchObject([{ kind: 'reportQueue', count: 2 }]);
});

test('[R30] a former moderator of the forum has no notification of its queue', async () => {
  await report({ post_id: await write.reply(await write.thread()) });
  await db.execute(sql`delete from forum_moderator where user_id = ${MODERATOR}`);
  expect(await kinds(moderator)).toEqual([]);
  expect(await unread(moderator)).toBe(0);
});

test('[R28, R30] a decision has the bells of other moderators counted again', async () => {
  const thread = await write.thread();
  const reported = await report({ post_id: await write.reply(thread) });
  const held = await hold(thread);
  const client = new pg.Client({ connectionString: url });
  atEndOfFile(() => client.end());
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(...payload.split(',')));
  await client.connect();
  await client.query('listen unread');
  for (const handleOne of [() => handle(reported), () => decide(held, 'reject')]) {
    heard.length = 0;
    await handleOne();
    await vi.waitFor(() => expect(heard).toContain(String(ADMIN)));
  }
});

test('[R28, R30] reported private messages notify administrators only', async () => {
  await other.call('POST', '/api/v1/user/letter', {
    receive_user_id: MEMBER,
    note: freshMessage(),
  });
  const { rows } = await db.execute<{ id: number }>(sql`select max(id) as id from letter`);
  await member.call('POST', '/api/v1/thread/post/report', {
    letter_id: rows[0]?.id,
    report_type: 'spam',
    message: '',
  });
  expect(await kinds(moderator)).toEqual([]);
  expect(await waiting(admin)).toMatchObject([
    { kind: 'reportQueue', forum_id: 0, note: '有 1 条私信被举报，待处理' },
  ]);
});

test('[R14, R30] pending posts are one notification, which the last decision removes', async () => {
  const thread = await write.thread();
  const ids = [await hold(thread), await hold(thread)] as const;
  expect(await waiting(moderator)).toMatchObject([
    { kind: 'reviewQueue', note: expect.stringContaining('有 2 条内容待审核'), count: 2 },
  ]);
  expect(await kinds(elsewhere)).toEqual([]);
  await decide(ids[0], 'approve');
  expect(await unread(admin)).toBe(1);
  await decide(ids[1], 'reject');
  expect(await kinds(moderator)).toEqual([]);
  expect(await unread(admin)).toBe(0);
});

const MAKE_WAIT: Record<string, () => Promise<unknown>> = {
  'a thread': () =>
    member.call('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: '需要看一看',
      message: `<p>内部消息${freshMessage()}</p>`,
      language: 'zh_CN',
    }),
  'a comment': async () =>
    member.call('POST', '/api/v1/post/comment', {
      post_id: await write.reply(await write.thread()),
      message: `<p>内部消息${freshMessage()}</p>`,
    }),
  'an edited comment': async () => {
    const { body } = await member.call<Created>('POST', '/api/v1/post/comment', {
      post_id: await write.reply(await write.thread()),
      message: freshMessage(),
    });
    await member.call('PUT', '/api/v1/post/comment', {
      id: body.data.id,
      message: `<p>内部消息${freshMessage()}</p>`,
    });
  },
  'an edited reply': async () =>
    other.call('PUT', '/api/v1/thread/post', {
      id: await write.reply(await write.thread()),
      message: `<p>内部消息${freshMessage()}</p>`,
    }),
  'an edited thread': async () =>
    member.call('PUT', '/api/v1/thread', {
      id: await write.thread(),
      type_id: 1,
      subject: '改过的主题',
      message: `<p>内部消息${freshMessage()}</p>`,
      language: 'zh_CN',
    }),
};
test.for(Object.keys(MAKE_WAIT))('[R14, R30] %s that is pending review notifies', async (what) => {
  await MAKE_WAIT[what]?.();
  expect(await kinds(moderator)).toEqual(['reviewQueue']);
  expect(await kinds(member)).toEqual([]);
});

test('[R14, R30] moderators whose group may not review are notified of reports alone', async () => {
  await db.execute(sql`update "group" set allow_update = false where id = 20`);
  const thread = await write.thread();
  await hold(thread);
  await report({ post_id: await write.reply(thread) });
  expect(await kinds(moderator)).toEqual(['reportQueue']);
  expect((await kinds(admin)).toSorted()).toEqual(['reportQueue', 'reviewQueue']);
});

test('[R30] moderators switch notifications of their queues off', async () => {
  await moderator.call('PUT', '/api/v1/user/info', { notify: { reportQueue: false } });
  const thread = await write.thread();
  await report({ post_id: await write.reply(thread) });
  await hold(thread);
  expect(await kinds(moderator)).toEqual(['reviewQueue']);
});

test('[R30] a mail gives the number of pending items, and leads to the queue', async () => {
  await setMailAddress(db, MODERATOR);
  await moderator.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  const thread = await write.thread();
  await report({ post_id: await write.reply(thread) });
  const handled = await report({ post_id: await write.reply(thread) });
  await report({ post_id: await write.reply(thread) });
  await handle(handled);
  await mailNow(db, env);
  expect(server.arrived).toHaveLength(1);
  const text = server.arrived[0]?.text ?? '';
  expect(text).toContain('2 条举报待处理');
  expect(text).toContain('/zh/me/moderation?forum=1');
});

test('[R30] items that were handled meanwhile aren’t mailed', async () => {
  server.arrived = [];
  await setMailAddress(db, MODERATOR);
  await moderator.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await handle(await report({ post_id: await write.reply(await write.thread()) }));
  await mailNow(db, env);
  expect(server.arrived).toEqual([]);
});
