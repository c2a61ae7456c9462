import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '#contracts/errors.ts';
import type { Moderator } from '#moderation/moderator.ts';
import { purgeReply, purgeThread } from '#moderation/purge.ts';
import { propertyRuns } from '../support/arbitraries.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, moderator, admin] = await Promise.all([
  api.as(MEMBER),
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(ADMIN),
]);
const write = await createWriters(api, member, other);
/** The purge job runs for its administrator. */
const globalModerator = {
  userId: ADMIN,
  groupId: 10,
  isGlobal: true,
  isLoginFresh: true,
  forums: [],
  mayModerate: () => true,
} as unknown as Moderator;
const context = {
  db,
  timeZone: 'Asia/Shanghai',
  moderator: globalModerator,
  reason: { note: 'x', notify: false },
};

type Caller = typeof member;
const people = [member, other, admin, moderator];
/** A word that makes its text pending review. */
const HELD = '内部消息';

const threads: number[] = [];
const replies: number[] = [];
const comments: number[] = [];
const polls: { thread: number; options: number[] }[] = [];
/** Calls that undo moderators' actions. */
const undos: CallReply['data']['undo'] = [];
/** A theme of each forum. */
const themes = new Map<number, number>();
let count = 0;

beforeAll(async () => {
  await appointModerators(db);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values (${HELD}, ${HELD}, 'review', 10000)`,
  );
  const { rows } = await db.execute<{ forum: number; theme: number }>(
    sql`select forum_id as forum, min(id) as theme from theme group by 1`,
  );
  for (const { forum, theme } of rows) themes.set(forum, theme);
  for (let made = 0; made < 6; made++)
    threads.push(await write.thread(made % 2 ? member : other, made % 3 ? 1 : 2));
  for (let made = 0; made < 24; made++)
    replies.push(await write.reply(threads[made % 6] as number, made % 2 ? member : other));
  for (let made = 0; made < 6; made++) comments.push(await write.comment(replies[made] as number));
  expect(await newPoll(0)).toBe(true);
});

/** Acts on items that `a` and `b` choose; returns whether it was applied or refused by a rule. */
type Act = (a: number, b: number) => Promise<boolean>;
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const two = (list: readonly number[], a: number, b: number): number[] => [
  ...new Set([of(list, a), of(list, a + b)]),
];
const verb = (n: number): string => of(['delete', 'hide', 'restore', 'restore'], n);

type Data = Partial<CallReply['data']> & { id?: number };
async function call(
  by: Caller,
  method: string,
  path: string,
  body?: object,
  then: (data: Data) => void = () => undefined,
): Promise<boolean> {
  const answer = await by.call<CallReply<Data | null>>(method, path, body);
  expect(
    [200, 400, 403, 404, 406, 409],
    `${method} ${path} ${JSON.stringify(answer.body)}`,
  ).toContain(answer.status);
  if (answer.body.code !== 0) return false;
  undos.push(...(answer.body.data?.undo ?? []));
  then(answer.body.data ?? {});
  return true;
}
async function newThread(by: Caller, forumId: number, more: object = {}): Promise<boolean> {
  const kept: number[] = [];
  const body = {
    forum_id: forumId,
    type_id: themes.get(forumId),
    subject: `主题 ${++count}`,
    message: `<p>${count % 5 ? '开头' : HELD} ${count}</p>`,
    ...more,
  };
  const made = await call(by, 'POST', '/api/v1/thread', body, keepIn(kept));
  threads.push(...kept);
  return made;
}
async function newPoll(a: number): Promise<boolean> {
  const before = threads.length;
  const made = await newThread(of([member, other], a), 1, {
    poll: { question: '选哪个', options: ['甲', '乙', '丙'], maxchoices: 2 },
  });
  for (const thread of threads.slice(before)) {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from poll_option where thread_id = ${thread} order by id`,
    );
    if (rows.length > 0) polls.push({ thread, options: rows.map(({ id }) => id) });
  }
  return made;
}
const keepIn = (list: number[]) => (data: Data) => void (data.id && list.push(data.id));
const purged = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return false;
    },
  );

const ACTS: Record<string, Act> = {
  thread: (a, b) => newThread(of(people, b), 1 + (a % 2)),
  reply: (a, b) =>
    call(
      of(people, b),
      'POST',
      '/api/v1/post',
      { thread_id: of(threads, a), message: `<p>${b % 3 ? '话' : HELD} ${++count}</p>` },
      keepIn(replies),
    ),
  comment: (a, b) =>
    call(
      of([member, other], b),
      'POST',
      '/api/v1/post/comment',
      { post_id: of(replies, a), message: `<p>${b % 3 ? '评' : HELD} ${++count}</p>` },
      keepIn(comments),
    ),
  like: (a, b) =>
    call(
      of(people, b),
      'POST',
      '/api/v1/thread/up',
      b % 3 ? { id: of(threads, a), idtype: 'tid' } : { id: of(replies, a), idtype: 'pid' },
    ),
  favour: (a, b) => call(of(people, b), 'POST', '/api/v1/thread/favorite', { id: of(threads, a) }),
  'favour a forum': (a, b) =>
    call(of(people, b), 'POST', '/api/v1/forum/favorite', { id: 1 + (a % 3) }),
  vote: (a, b) =>
    call(of(people, b), 'POST', '/api/v1/thread/poll', {
      tid: of(polls, a).thread,
      polloptionid: two(of(polls, a).options, a, b),
    }),
  poll: (a) => newPoll(a),
  'edit a reply': (a, b) =>
    call(of(people, b), 'PUT', '/api/v1/thread/post', {
      id: of(replies, a),
      message: `<p>${b % 3 ? '改' : HELD} ${++count}</p>`,
    }),
  'edit a thread': (a, b) =>
    call(of(people, b), 'PUT', '/api/v1/thread', {
      id: of(threads, a),
      forum_id: 1 + (b % 2),
      type_id: themes.get(1 + (b % 2)),
      subject: `改过 ${++count}`,
      message: `<p>${b % 3 ? '改' : HELD} ${count}</p>`,
      language: b % 5 ? 'zh_CN' : 'en_US',
    }),
  'delete one’s reply': (a, b) =>
    call(of([member, other], b), 'DELETE', `/api/v1/thread/post?id=${of(replies, a)}`),
  'delete one’s thread': (a, b) =>
    call(of([member, other], b), 'DELETE', `/api/v1/thread?id=${of(threads, a)}`),
  'delete one’s comment': (a, b) =>
    call(of([member, other], b), 'DELETE', `/api/v1/post/comment?id=${of(comments, a)}`),
  'state of threads': (a, b) =>
    call(of([admin, moderator], b), 'POST', '/api/v2/moderation/actions', {
      action: verb(a),
      kind: 'thread',
      ids: two(threads, a, b),
    }),
  'state of replies': (a, b) =>
    call(of([admin, moderator], b), 'POST', '/api/v2/moderation/actions', {
      action: verb(a),
      kind: 'reply',
      ids: two(replies, a, b),
    }),
  'state of comments': (a, b) =>
    call(admin, 'POST', '/api/v2/moderation/actions', {
      action: verb(a),
      kind: 'comment',
      ids: two(comments, a, b),
    }),
  'delete threads': (a, b) =>
    call(of([admin, moderator], b), 'PUT', '/api/v1/thread/delete', {
      msg: two(threads, a, b).map((id) => ({ id })),
    }),
  mark: (a, b) =>
    call(admin, 'PUT', '/api/v1/thread/update', {
      field: of(['is_digest', 'is_digest_forum', 'is_top_forum', 'is_closed'], b),
      ids: two(threads, a, b),
      value: a % 2,
    }),
  feature: (a, b) =>
    call(admin, 'PUT', '/api/v1/post/update', { top: b % 2, ids: two(replies, a, b) }),
  move: (a, b) =>
    call(admin, 'POST', '/api/v2/user/threads/move', {
      ids: two(threads, a, b),
      forum_id: 1 + (b % 3),
    }),
  merge: (a, b) =>
    call(admin, 'POST', '/api/v2/moderation/actions', {
      action: 'merge',
      kind: 'thread',
      ids: [of(threads, a)],
      into: of(threads, a + b),
    }),
  split: (a, b) =>
    call(
      admin,
      'POST',
      '/api/v2/moderation/actions',
      {
        action: 'split',
        kind: 'reply',
        ids: b % 2 ? [of(replies, a)] : two(replies, a, 6),
        subject: `分出来 ${++count}`,
      },
      ({ changed }) => void threads.push(...(changed ?? [])),
    ),
  review: async (a, b) => {
    const { body } = await admin.call<CallReply<{ kind: string; id: number }[]>>(
      'GET',
      '/api/v2/moderation/review',
    );
    const items = body.data.slice(0, 1 + (a % 3)).map(({ kind, id }) => ({ kind, id }));
    return (
      items.length > 0 &&
      call(of([admin, moderator], a), 'POST', '/api/v2/moderation/review', {
        items,
        action: b % 3 ? 'approve' : 'reject',
      })
    );
  },
  ban: (a, b) =>
    call(admin, 'POST', '/api/v1/user/crime', {
      user_id: of([MEMBER, OTHER], a),
      action: 2,
      reason: 'x',
      hide_thread: b % 2 === 0,
    }),
  'end a ban': (a) =>
    call(admin, 'POST', '/api/v1/user/crime', {
      user_id: of([MEMBER, OTHER], a),
      action: 1,
      reason: 'x',
    }),
  warn: (a, b) =>
    call(of([admin, moderator], b), 'POST', '/api/v1/thread/warning', {
      post_id: of(replies, a),
      note: 'x',
    }),
  undo: async () => {
    const undo = undos.pop();
    return undo !== undefined && call(admin, undo.method, undo.path, undo.body);
  },
  'purge a reply': async (a) => {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from post where floor > 0 and state = 'deleted' order by id`,
    );
    return rows.length > 0 && purged(purgeReply(context, of(rows, a).id));
  },
  'purge a thread': async (a) => {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from thread where state = 'deleted' and merged_into is null order by id`,
    );
    return rows.length > 0 && purged(purgeThread(context, of(rows, a).id));
  },
};

/** Reversals are frequent: banned users can't write, and deleted items can't change. */
const OFTEN: Record<string, number> = {
  thread: 2,
  reply: 3,
  comment: 2,
  like: 3,
  favour: 2,
  'state of threads': 2,
  'state of replies': 2,
  undo: 3,
  'end a ban': 3,
  review: 2,
};
const act = fc.record({
  name: fc.oneof(
    ...Object.keys(ACTS).map((name) => ({
      arbitrary: fc.constant(name),
      weight: OFTEN[name] ?? 1,
    })),
  ),
  a: fc.nat({ max: 10_000 }),
  b: fc.nat({ max: 10_000 }),
});

test('[R22, R23, R24, R29] any actions of any users, in any order and in parallel, leave each counter equal to a recount', async () => {
  expect(await findWrongCounters(db)).toEqual([]);
  const told: string[] = [];
  const done = new Set<string>();
  const correct = async () =>
    expect(await findWrongCounters(db), `after ${told.slice(-12).join('\n')}`).toEqual([]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 40, maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (acts, together) => {
        for (let begun = 0; begun < acts.length; begun += together) {
          const now = acts.slice(begun, begun + together);
          told.push(now.map(({ name, a, b }) => `${name} ${a} ${b}`).join(' + '));
          const were = await Promise.all(now.map(({ name, a, b }) => (ACTS[name] as Act)(a, b)));
          now.forEach(({ name }, at) => void (were[at] && done.add(name)));
          if (begun % (together * 4) === 0) await correct();
        }
        await correct();
      },
    ),
    // No shrinking: the database already has the changes of the first run.
    { ...propertyRuns(8), endOnFailure: true },
  );
  // An action that was refused each time is tried alone: otherwise the test would prove nothing
  // about it.
  for (const name of Object.keys(ACTS).filter((one) => !done.has(one)))
    for (let tries = 0; tries < 50 && !done.has(name); tries++) {
      for (const before of ['end a ban', 'thread', 'reply'])
        await (ACTS[before] as Act)(tries, tries);
      if (await (ACTS[name] as Act)(tries, tries)) done.add(name);
    }
  await correct();
  expect(Object.keys(ACTS).filter((name) => !done.has(name))).toEqual([]);
});
