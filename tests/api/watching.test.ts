import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import type { WatchedReplyWire } from '#contracts/wire/watch.ts';
import { readMessageCountsOfUsers } from '#domain/delivery/notification/read.ts';
import { notifyNextWatchers } from '#domain/delivery/watch/notify-watchers.ts';
import { member } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Watched and muted forums and threads, and their notifications. */

const { db } = await demoDatabase();
const api = await testApi(db);

let ids: { me: number; author: number; other: number };
let me: Caller;
let author: Caller;
let other: Caller;
let count = 0;

const newMember = async () => {
  const id = await member(db);
  return [id, await api.as(id)] as const;
};
beforeEach(async () => {
  const [[meId, meCaller], [authorId, authorCaller], [otherId, otherCaller]] = [
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  ids = { me: meId, author: authorId, other: otherId };
  [me, author, other] = [meCaller, authorCaller, otherCaller];
  await db.execute(sql`delete from unannounced_post`);
});

const tellAll = async () => {
  while (
    await notifyNextWatchers(db, (error) => {
      throw error;
    })
  );
};
const begin = async (by = author, forum = 1) => {
  const { body } = await by.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
    forum_id: forum,
    type_id: forum === 1 ? 1 : undefined,
    subject: `主题 ${++count} ${ids.me}`,
    message: `<p>正文 ${count}</p>`,
    language: 'zh_CN',
  });
  await tellAll();
  return body.data.id;
};
const reply = async (thread: number, by = other, more = {}) => {
  const { body } = await by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
    thread_id: thread,
    message: `<p>回复 ${++count}</p>`,
    ...more,
  });
  await tellAll();
  return body.data.id;
};
const watch = (kind: string, id: number, level: string | null, by = me) =>
  by.call('POST', '/api/v2/user/watch', { kind, id, level });
const told = async (by = me) =>
  (await by.call<{ data: MessageWire[] }>('GET', '/api/v1/user/msg?category=0')).body.data.map(
    ({ kind, thread_id, send_post_id, count = 1 }) => [kind, thread_id, send_post_id, count],
  );
const levelOf = async (kind: string, id: number, by = me) =>
  (
    await by.call<{ data: { id: number; level: string }[] }>(
      'GET',
      `/api/v2/user/watch?kind=${kind}&ids=${id},999999`,
    )
  ).body.data.find((one) => one.id === id)?.level ?? null;

test('[R30] watchers of a thread are notified of replies: one notification until it is read, which counts them and leads to the first', async () => {
  const thread = await begin();
  await watch('thread', thread, 'all');
  const first = await reply(thread);
  await reply(thread);
  await reply(thread, author);
  expect(await told()).toEqual([['watch', thread, first, 3]]);
  await me.call('GET', '/api/v1/user/msg/readAll');
  const next = await reply(thread);
  expect(await told()).toEqual([
    ['watch', thread, next, 1],
    ['watch', thread, first, 3],
  ]);
  await watch('thread', thread, null);
  await reply(thread);
  expect((await told())[0]).toEqual(['watch', thread, next, 1]);
});

test('[R30] posting in a thread starts watching it, unless that is switched off; a chosen level stays', async () => {
  const thread = await begin();
  expect(await levelOf('thread', thread, author)).toBe('all');
  await reply(thread, me);
  expect(await levelOf('thread', thread)).toBe('all');
  await reply(thread, other);
  expect((await told()).map(([kind]) => kind)).toEqual(['watch']);

  const second = await begin();
  await watch('thread', second, 'muted');
  await reply(second, me);
  expect(await levelOf('thread', second)).toBe('muted');

  await me.call('PUT', '/api/v1/user/info', { auto_watch: false });
  const third = await begin();
  await reply(third, me);
  expect(await levelOf('thread', third)).toBeNull();
});

test('[R30] one event notifies one person once, for any number of reasons', async () => {
  await watch('forum', 1, 'all');
  await watch('user', ids.other, 'all');
  const thread = await begin();
  await watch('thread', thread, 'all');
  await me.call('GET', '/api/v1/user/msg/readAll');
  const mine = await reply(thread, me);
  const quoting = await reply(thread, other, { quote_post_id: mine });
  expect((await told()).filter(([, , post]) => post === quoting)).toEqual([
    ['quote', thread, quoting, 1],
  ]);
  // the thread's author is notified as before, not a second time as a watcher
  expect((await told(author)).map(([kind, , , n]) => [kind, n])).toEqual([['reply', 2]]);
});

test('[R30] forums and sections are watched with their threads and replies, or with new threads alone, which are one notification of a forum', async () => {
  const { rows } = await db.execute<{ section: number }>(
    sql`select section_id as section from forum where id = 1`,
  );
  await watch('section', rows[0]?.section as number, 'threads');
  const first = await begin();
  await begin();
  await reply(first);
  expect(await told()).toMatchObject([['newThread', first, expect.any(Number), 2]]);
  await me.call('GET', '/api/v1/user/msg/readAll');
  // the narrower setting decides
  await watch('forum', 1, 'mentions');
  await begin();
  expect(await told()).toHaveLength(1);
  await watch('forum', 1, 'all');
  const answered = await reply(first);
  expect((await told())[0]).toEqual(['watch', first, answered, 1]);
});

test('[R30] somebody is watched in all that they write, or in the threads that they begin', async () => {
  await watch('user', ids.other, 'threads');
  const theirs = await begin(other);
  await reply(await begin(), other);
  expect(await told()).toMatchObject([['newThread', theirs, expect.any(Number), 1]]);
  await watch('user', ids.other, 'all');
  const thread = await begin();
  const post = await reply(thread, other);
  expect((await told())[0]).toEqual(['watch', thread, post, 1]);
});

test('[R30] nobody is notified of muted things, nor of ignored users', async () => {
  const mine = await begin(me);
  await watch('user', ids.other, 'muted');
  const post = await reply(mine, me);
  await reply(mine, other, { quote_post_id: post });
  await other.call('POST', '/api/v1/thread/up', { id: post, idtype: 'pid' });
  await other.call('POST', '/api/v1/post/comment', { post_id: post, message: `评论 ${++count}` });
  expect(await told()).toEqual([]);
  await reply(mine, author);
  expect(await told()).toMatchObject([['reply', mine, expect.any(Number), 1]]);

  await me.call('GET', '/api/v1/user/msg/readAll');
  await watch('thread', mine, 'mentions');
  await reply(mine, author);
  expect(await told()).toHaveLength(1);
  const quoting = await reply(mine, author, { quote_post_id: post });
  expect((await told())[0]).toEqual(['quote', mine, quoting, 1]);
  await watch('thread', mine, 'muted');
  await reply(mine, author, { quote_post_id: post });
  await watch('thread', mine, 'mentions');
  expect(await told()).toHaveLength(2);
  await watch('forum', 1, 'muted');
  await watch('user', ids.author, 'all');
  await begin();
  expect(await told()).toHaveLength(2);
});

test('[R30] a new thread that mentions somebody who ignores its author doesn’t notify them, not even when they stop ignoring', async () => {
  const mention = (id: number) =>
    `<p>${++count} <a class="mention" data-user-id="${id}" href="/user/${id}">@x</a></p>`;
  const name = async (by: Caller) =>
    (
      await by.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: `主题 ${++count} ${ids.me}`,
        message: mention(ids.me),
        language: 'zh_CN',
      })
    ).body.data.id;
  await watch('user', ids.other, 'muted');
  await name(other);
  await watch('user', ids.other, null);
  expect(await told()).toEqual([]);
  const thread = await name(author);
  expect(await told()).toEqual([['mention', thread, 0, 1]]);
});

test('[R30] a muted section notifies nobody: neither of posts by watched users, nor of replies to threads that aren’t watched', async () => {
  const { rows } = await db.execute<{ section: number }>(
    sql`select section_id as section from forum where id = 1`,
  );
  await db.execute(sql`update "user" set auto_watch = false where id = ${ids.me}`);
  const mine = await begin(me);
  await watch('section', rows[0]?.section as number, 'muted');
  await watch('user', ids.author, 'all');
  const theirs = await begin();
  await reply(mine);
  expect(await told()).toEqual([]);
  // the narrower setting decides
  await watch('forum', 1, 'mentions');
  await reply(theirs, author);
  await reply(mine);
  expect((await told()).map(([kind, thread]) => [kind, thread])).toEqual([
    ['reply', mine],
    ['watch', theirs],
  ]);
});

test('[R30] notifications of later muted things are neither listed nor counted, and reappear after unmuting', async () => {
  const mine = await begin(me);
  const second = await begin(me);
  const post = await reply(mine, me);
  await reply(mine, other, { quote_post_id: post });
  await reply(second, author);
  await watch('forum', 1, 'threads');
  await begin();
  const counted = async () => {
    const counts = (
      await me.call<{ data: Record<string, number> }>('GET', '/api/v1/user/msg/count')
    ).body.data;
    const live = (await readMessageCountsOfUsers(db, [ids.me, ids.other])).get(ids.me);
    expect(live).toEqual(counts);
    return [counts.thread_msg_count, counts.post_msg_count];
  };
  const total = async (category: number) => {
    const { body } = await me.call<{ data: unknown[]; total_count: number }>(
      'GET',
      `/api/v1/user/msg?category=${category}`,
    );
    expect(body.data).toHaveLength(body.total_count);
    return body.total_count;
  };
  const kinds = async () => (await told()).map(([kind]) => kind);
  const all = ['newThread', 'reply', 'quote'];
  expect([await kinds(), await counted()]).toEqual([all, [2, 1]]);

  await watch('user', ids.other, 'muted');
  expect([await kinds(), await counted()]).toEqual([
    ['newThread', 'reply'],
    [2, 0],
  ]);
  expect([await total(0), await total(2)]).toEqual([2, 0]);
  await watch('user', ids.other, null);
  await watch('thread', second, 'muted');
  expect([await kinds(), await counted()]).toEqual([
    ['newThread', 'quote'],
    [1, 1],
  ]);
  await watch('thread', second, 'all');
  await watch('forum', 1, 'muted');
  expect([await kinds(), await counted()]).toEqual([
    ['reply', 'quote'],
    [1, 1],
  ]);
  const { body } = await me.call('GET', '/api/v1/user/info');
  expect(JSON.stringify(body)).toContain(`"msg_cnt":2`);
  await watch('forum', 1, null);
  expect([await kinds(), await counted()]).toEqual([all, [2, 1]]);
});

test('[R30] private messages from an ignored user are neither counted nor listed, and reappear afterwards', async () => {
  const letter = await other.call('POST', '/api/v1/user/letter', {
    receive_user_id: ids.me,
    note: `<p>信 ${++count}</p>`,
  });
  expect(letter.body).toMatchObject({ code: 0 });
  const seen = async () => [
    (await me.call<{ data: { letter_msg_count: number } }>('GET', '/api/v1/user/msg/count')).body
      .data.letter_msg_count,
    (await me.call<{ data: unknown[] }>('GET', '/api/v1/user/letter/list')).body.data.length,
    (await me.call<{ data: unknown[] }>('GET', '/api/v1/user/msg?category=5')).body.data.length,
    (await readMessageCountsOfUsers(db, [ids.me])).get(ids.me)?.letter_msg_count,
  ];
  expect(await seen()).toEqual([1, 1, 1, 1]);
  await watch('user', ids.other, 'muted');
  expect(await seen()).toEqual([0, 0, 0, 0]);
  await watch('user', ids.other, null);
  expect(await seen()).toEqual([1, 1, 1, 1]);
});

test('[R14, R20] a pending post notifies nobody until it is approved; it never notifies users without access', async () => {
  const thread = await begin();
  await watch('thread', thread, 'all');
  const post = await reply(thread);
  await db.execute(sql`delete from notification where user_id = ${ids.me}`);
  await db.execute(sql`update post set checked = false where id = ${post}`);
  await db.execute(sql`insert into unannounced_post (post_id) values (${post})`);
  await tellAll();
  expect(await told()).toEqual([]);

  await watch('forum', 1, 'all');
  await db.execute(sql`update forum set access = 'groups' where id = 1`);
  try {
    await db.execute(sql`update post set checked = true where id = ${post}`);
    await db.execute(sql`insert into unannounced_post (post_id) values (${post})`);
    await tellAll();
    expect(await told()).toEqual([]);
  } finally {
    await db.execute(sql`update forum set access = 'public' where id = 1`);
  }
});

test('[R16, R20] invalid levels, oneself and missing targets are refused', async () => {
  const thread = await begin();
  expect((await watch('thread', thread, 'threads')).status).toBe(400);
  expect((await watch('user', ids.me, 'all')).status).toBe(404);
  expect((await watch('thread', 999_999_999, 'all')).status).toBe(404);
  expect((await api.call('POST', '/api/v2/user/watch', {})).status).toBe(401);
});

test('[R30] watched and muted things are listed with their names; hidden ones have none', async () => {
  const thread = await begin();
  await watch('thread', thread, 'all');
  await watch('forum', 1, 'threads');
  await watch('user', ids.other, 'muted');
  const list = async (query: string) =>
    (await me.call<WatchedReplyWire>('GET', `/api/v2/user/watched?${query}`)).body.data.map(
      ({ kind, id, level, chosen, name }) => [kind, id, level, chosen, name !== ''],
    );
  expect(await list('of=threads')).toEqual([['thread', thread, 'all', 1, true]]);
  expect(await list('of=forums')).toEqual([['forum', 1, 'threads', 1, true]]);
  expect(await list('of=users')).toEqual([]);
  expect(await list('of=users&muted=1')).toEqual([['user', ids.other, 'muted', 1, true]]);
  await db.execute(sql`update thread set state = 'hidden' where id = ${thread}`);
  expect(await list('of=threads')).toEqual([['thread', thread, 'all', 1, false]]);
});

test('[ops] a post whose notifications fail is tried five times, delays no other one, and is given up', async () => {
  const [broken, sound] = [await begin(), await begin()];
  for (const thread of [broken, sound]) await watch('thread', thread, 'all');
  await db.execute(
    sql.raw(`
      alter table notification
      add constraint refused check (thread_id is distinct from ${broken}) not valid`),
  );
  try {
    await db.execute(sql`
      insert into post (
        thread_id,
        forum_id,
        user_id,
        floor,
        source,
        html,
        policy,
        content_hash
      )
      select id, forum_id, ${ids.other}, 1, '', '', 0, 'told' || id
      from thread
      where id in (${broken}, ${sound})`);
    await db.execute(sql`
      insert into unannounced_post (post_id)
      select id
      from post
      where thread_id in (${broken}, ${sound}) and floor = 1`);
    const failed: number[] = [];
    while (await notifyNextWatchers(db, (_, post) => failed.push(post)));
    expect(failed).toHaveLength(5);
    expect(new Set(failed).size).toBe(1);
    expect((await told()).map(([kind, thread]) => [kind, thread])).toEqual([['watch', sound]]);
    expect((await db.execute(sql`select from unannounced_post`)).rowCount).toBe(0);
  } finally {
    await db.execute(sql`alter table notification drop constraint refused`);
  }
});
