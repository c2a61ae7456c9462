import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEventStreams, type EventStreams } from '#api/http/event-streams.ts';
import { hashSecret } from '#auth/secret.ts';
import { createSession, readViewersOfSessions } from '#auth/session.ts';
import { GROUP_RIGHTS } from '#contracts/admin-choices.ts';
import type { AdminGroupsWire, AdminGroupWire } from '#contracts/calls/admin/admin-user-calls.ts';
import type { Removal } from '#contracts/removals.ts';
import { type FollowedThread, readFollowedThreads } from '#domain/content/thread/read-followed.ts';
import { changeGroup } from '#domain/people/change-group.ts';
import { announceThreads } from '#outbox/announce-threads.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { createLog } from '#platform/log.ts';
import { followCacheGeneration } from '#server/cache-generation.ts';
import { adminCaller } from '../support/admin-session.ts';
import { thread as createThread, member } from '../support/factories.ts';
import { createWriters } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { waitForLocks } from '../support/queue-on-row.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Event streams follow their users' rights (R20): only a closed forum's readers get its events. */

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await api.as(PEOPLE.globalModerator);
const live = createEventStreams(db, createLog('silent'));
const ending = new AbortController();
const generation = followCacheGeneration(db, ending.signal, live);
afterAll(() => {
  ending.abort();
  live.close();
});

const [OPEN, CLOSED] = [1, 5];
/** Groups: one reads the closed forums that list it, one reads public forums only. */
const [READERS, OTHERS, NO_READERS, EDITED] = [7_001, 7_002, 7_003, 7_004];

beforeAll(async () => {
  await vi.waitUntil(() => generation.current !== undefined, { timeout: 60_000 });
  await db.execute(
    sql`
      insert into "group" (id, name, name_en, allow_read)
      values (${READERS}, '读者', 'Readers', true), (${OTHERS}, '其他', 'Others', true),
        (${NO_READERS}, '无', 'None', false), (${EDITED}, '改', 'Edited', true)`,
  );
  await db.execute(sql`update forum set access = 'groups' where id = ${CLOSED}`);
  await db.execute(sql`delete from forum_group where forum_id = ${CLOSED}`);
  await db.execute(sql`insert into forum_group values (${CLOSED}, ${READERS})`);
});

const setForum = (id: number, forumId: number) =>
  db.execute(sql`update thread set forum_id = ${forumId} where id = ${id}`);
const newThread = async (forumId: number): Promise<number> => {
  const { id } = await createThread(db);
  await setForum(id, forumId);
  await db.execute(
    sql`update thread set last_reply_at = now() - interval '1 day' where id = ${id}`,
  );
  return id;
};

/** A new member of a group, with a session. */
async function loginOf(groupId: number) {
  const userId = await member(db);
  await db.execute(sql`update "user" set group_id = ${groupId} where id = ${userId}`);
  const session = hashSecret(
    await createSession(db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: 'test' }),
  );
  const viewer = (await readViewersOfSessions(db, [session])).get(session);
  if (!viewer) throw new Error('no session');
  return { userId, session, viewer };
}

/** Connects a browser of a session that has these threads open. */
function connect(
  streams: EventStreams,
  { userId, session, viewer }: Awaited<ReturnType<typeof loginOf>>,
  threads: readonly FollowedThread[],
) {
  const response = new PassThrough().setEncoding('utf8');
  let text = '';
  response.on('data', (chunk: string) => (text += chunk));
  streams.connect(response, viewer, session, threads);
  const textsOf = (name: string): string[] =>
    [...text.matchAll(new RegExp(`event: ${name}\ndata: (.*)\n\n`, 'g'))].map(
      ([, data]) => data as string,
    );
  const dataOf = <Data>(name: string): Data[] =>
    textsOf(name).flatMap((data) => JSON.parse(data) as Data[]);
  return {
    userId,
    threads: () => dataOf<number>('threads'),
    removals: () => dataOf<Removal>('removals'),
    countOf: (name: string) => textsOf(name).length,
  };
}

/** A browser of a new member of a group. */
async function browserOf(groupId: number, threadIds: readonly number[] = []) {
  const login = await loginOf(groupId);
  return connect(live, login, await readFollowedThreads(db, login.viewer, threadIds));
}

/** Announces both threads until the browser gets an event of the open one only. */
async function expectNoMoreOf(
  { threads }: Awaited<ReturnType<typeof browserOf>>,
  closed: number,
  open: number,
) {
  await expect
    .poll(
      async () => {
        const known = threads().length;
        await announceThreads(db, [closed, open].map(cacheTag.thread));
        await expect.poll(() => threads().slice(known)).toContain(open);
        return threads().slice(known);
      },
      { timeout: 20_000 },
    )
    .toEqual([open]);
}

test('[R20, R30] a stream names no thread of a forum that its user’s group has lost', async () => {
  const [closed, open] = [await newThread(CLOSED), await newThread(OPEN)];
  const reader = await browserOf(READERS, [closed, open]);
  await announceThreads(db, [cacheTag.thread(closed)]);
  await expect.poll(reader.threads).toEqual([closed]);
  await db.execute(sql`delete from forum_group where forum_id = ${CLOSED}`);
  await announceThreads(db, [closed, open].map(cacheTag.thread));
  await expect.poll(reader.threads).toEqual([closed, open]);
  await db.execute(sql`insert into forum_group values (${CLOSED}, ${READERS})`);
});

test('[R20, R30] a stream names no thread that was moved to a closed forum', async () => {
  const [moved, open] = [await newThread(OPEN), await newThread(OPEN)];
  const other = await browserOf(OTHERS, [moved, open]);
  await setForum(moved, CLOSED);
  await announceThreads(db, [moved, open].map(cacheTag.thread));
  await expect.poll(other.threads).toEqual([open]);
});

test('[R20, R30] a stream follows its user to another group', async () => {
  const [closed, open] = [await newThread(CLOSED), await newThread(OPEN)];
  const reader = await browserOf(READERS, [closed, open]);
  await changeGroup(db, PEOPLE.administrator, {
    userId: reader.userId,
    groupId: OTHERS,
    expectedGroupId: READERS,
    reason: 'test',
  });
  await expectNoMoreOf(reader, closed, open);
});

test('[R20, R30] a stream follows its user’s group when that loses a right', async () => {
  const [closed, open] = [await newThread(CLOSED), await newThread(OPEN)];
  const area = await adminCaller(api, db);
  const { groups } = (await area.call<AdminGroupsWire>('GET', '/api/v2/admin/groups')).body;
  const group = groups.find(({ id }) => id === EDITED) as AdminGroupWire;
  await db.execute(sql`insert into forum_group values (${CLOSED}, ${EDITED})`);
  const reader = await browserOf(EDITED, [closed, open]);
  const fields = ['name', 'name_en', 'version', ...GROUP_RIGHTS] as const;
  const edited = await area.call('PUT', `/api/v2/admin/groups/${EDITED}`, {
    ...Object.fromEntries(fields.map((field) => [field, group[field]])),
    allow_read: false,
  });
  expect(edited.status).toBe(200);
  await expectNoMoreOf(reader, closed, open);
});

test('[R20, R29] removals in a closed forum go to its readers alone', async () => {
  const write = await createWriters(api, admin, admin);
  const id = await write.thread();
  const [reply, other] = [await write.reply(id), await write.reply(id)];
  const comment = await write.comment(other);
  const own = await write.comment(other);
  const open = await write.thread();
  for (const table of ['thread', 'post'])
    await db.execute(
      sql`
        update ${sql.identifier(table)}
        set forum_id = ${CLOSED}
        where ${sql.identifier(table === 'thread' ? 'id' : 'thread_id')} = ${id}`,
    );
  const [reader, outsider, guest] = [
    await browserOf(READERS),
    await browserOf(OTHERS),
    await browserOf(NO_READERS),
  ];
  const remove = async (kind: string, ids: number[]) =>
    expect(
      (
        await admin.call('POST', '/api/v2/moderation/actions', {
          action: 'delete',
          kind,
          ids,
          note: '',
        })
      ).status,
    ).toBe(200);
  expect((await admin.call('DELETE', `/api/v1/post/comment?id=${own}`)).status).toBe(200);
  await remove('comment', [comment]);
  await remove('reply', [reply]);
  await remove('thread', [id]);
  await remove('thread', [open]);
  const all = [
    { thread: id, post: other, comment: own },
    { thread: id, post: other, comment },
    { thread: id, post: reply },
    { thread: id },
    { thread: open },
  ];
  await expect.poll(reader.removals).toEqual(all);
  await expect.poll(outsider.removals).toEqual([{ thread: open }]);
  await expect.poll(guest.removals).toEqual([{ thread: open }]);
});

test('[R20, R29] a thread that is moved to a closed forum is removed where it was read', async () => {
  const id = await newThread(OPEN);
  const outsider = await browserOf(OTHERS);
  expect(
    (await admin.call('POST', '/api/v2/user/threads/move', { ids: [id], forum_id: CLOSED })).status,
  ).toBe(200);
  await expect.poll(outsider.removals).toContainEqual({ thread: id });
});

test.for([
  ['a thread', (streams: EventStreams, id: number) => streams.threadsChanged(String(id))],
  [
    'a removal',
    (streams: EventStreams, id: number) =>
      streams.broadcastRemoval(JSON.stringify({ forumId: OPEN, removal: { thread: id } })),
  ],
] as const)(
  '[R20, R29, R30] a reader who connects while rights to read %s are looked up asks again',
  async ([, announce]) => {
    const threads = [{ id: await newThread(OPEN), isRecent: false }];
    const streams = createEventStreams(db, createLog('silent'));
    const [early, late] = [await loginOf(READERS), await loginOf(OTHERS)];
    const { countOf } = connect(streams, early, threads);
    // the query of the stream's first counts would wait for the lock, too
    await expect.poll(() => countOf('unread')).toBe(1);
    const lock = await db.$client.connect();
    try {
      await lock.query('begin; lock table forum in access exclusive mode');
      announce(streams, threads[0]?.id as number);
      await waitForLocks(db, 1);
      const newcomer = connect(streams, late, threads);
      await lock.query('rollback');
      await expect.poll(() => newcomer.countOf('again')).toBe(1);
    } finally {
      lock.release(true);
      streams.close();
    }
  },
);
