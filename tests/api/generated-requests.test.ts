import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Db } from '#db/client.ts';
import { adminCaller } from '../support/admin-session.ts';
import { askAll } from '../support/ask-all.ts';
import { nextTransactionId, watchTables } from '../support/database-changes.ts';
import { judgeAnswer } from '../support/judge-answer.ts';
import { type LargeWorld, makeLargeWorld } from '../support/large-world.ts';
import { type Description, listOperations, type Operation } from '../support/openapi.ts';
import { PEOPLE } from '../support/people.ts';
import {
  type GeneratedRequest,
  RequestGenerator,
  seededRandom,
} from '../support/request-generator.ts';
import { type TestApi, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { measureLargestAnswer, threadMs } from '../support/thread-time.ts';
import type { KnownIds } from '../support/value-generator.ts';

/*
 * Requests generated from /api/openapi.json. The short form runs a fixed selection; FUZZ=all runs
 * all (`npm run fuzz`), and FUZZ_SEED changes the random choices.
 */

const ALL = process.env.FUZZ === 'all';
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** Requests of one operation in the short form. */
const SOME = 12;
/** Operations that share a database: the changes of one don't affect the others. */
const TOGETHER = ALL ? 8 : 20;

/** Limit of a call's thread time (ms). Only `npm run fuzz` checks it, on an idle machine. */
const MAX_COST = ALL ? 20 * measureLargestAnswer() : Number.POSITIVE_INFINITY;

const ROLES = ['visitor', 'member', 'banned', 'moderator', 'administrator'] as const;
type Person = (typeof ROLES)[number];

/** Tables that may change despite an error, with the reason. */
const MAY_CHANGE: Record<string, string> = {
  'public.rate_limit': 'tries are counted whatever they lead to',
  'public.sign_in': 'a refused login is in the log of logins',
  'public.captcha': 'a wrong solution uses one of its tries up',
  'public.session': 'a session that is used lives on',
  'public.access_token': 'that a token was used is noted',
};

const first = await demoDatabase();
const describer = await testApi(first.db);
const { body: description } = await describer.call<Description>('GET', '/api/openapi.json');
const operations = listOperations(description);

const numbers = async (db: Db, table: string): Promise<number[]> =>
  (
    await db.execute<{ id: number }>(sql.raw(`select id from ${table} order by id limit 60`))
  ).rows.map(({ id }) => id);
const known = async ({ db, large }: World): Promise<KnownIds> => ({
  thread: [...large.threads, ...(await numbers(db, 'thread'))],
  post: [...large.posts.slice(0, 20), ...(await numbers(db, 'post'))],
  comment: await numbers(db, 'comment'),
  user: await numbers(db, '"user"'),
  forum: await numbers(db, 'forum'),
  theme: await numbers(db, 'theme'),
  other: [1, 2, 3, 999_999, 2_147_483_647],
});

interface World {
  db: Db;
  api: TestApi;
  large: LargeWorld;
  /** Tables that changed since the last call, except for allowed changes of refused requests. */
  takeChanges(): Promise<string[]>;
  /** A role's headers, in the site and in the admin area. */
  headers(person: Person, operation: Operation): Record<string, string>;
  /** Logs a role in. */
  enter(person: Person): Promise<void>;
}

async function prepare(): Promise<World> {
  const { db } = await demoDatabase();
  const large = await makeLargeWorld(db);
  const api = await testApi(db);
  const { rows } = await db.execute<{ moderator: number; member: number; banned: number }>(sql`
    select
      (
        select m.user_id
        from forum_moderator m
        join "user" u on u.id = m.user_id
        where u.group_id not in (10000, 10001)
        order by m.user_id
        limit 1
      ) as moderator,
      (
        select id
        from "user" u
        where group_id = 10
          and posts_cnt > 5
          and not exists (select from forum_moderator m where m.user_id = u.id)
        order by id
        limit 1
      ) as member,
      (
        select id
        from "user" u
        where group_id = 10 and not exists (select from forum_moderator m where m.user_id = u.id)
        order by id desc
        limit 1
      ) as banned`);
  const ids = {
    ...(rows[0] as { moderator: number; member: number; banned: number }),
    administrator: PEOPLE.administrator,
  };
  const sessions = new Map<Person, Record<string, string>>();
  const admins = new Map<Person, Record<string, string>>();
  const enter = async (person: Person) => {
    if (person === 'visitor') return;
    const userId = ids[person];
    await db.execute(
      sql`
        update "user"
        set group_id = ${person === 'administrator' ? 10_001 : 10}
        where id = ${userId} and group_id not in (10000, 10001)`,
    );
    await db.execute(sql`delete from ban where user_id = ${userId}`);
    await db.execute(
      sql`
        update "user"
        set
          banned_from = case when ${person === 'banned'} then now() - interval '1 day' end,
          banned_until = case when ${person === 'banned'} then 'infinity'::timestamptz end,
          content_hidden = false
        where id = ${userId}`,
    );
    if (person === 'banned')
      await db.execute(
        sql`
          insert into ban (user_id, moderator_id, reason, begin_at)
          values (${userId}, 10000, 'test', now() - interval '1 day')`,
      );
    if (person === 'moderator')
      await db.execute(
        sql`
          insert into forum_moderator (forum_id, user_id)
          select min(id), ${userId}
          from forum
          on conflict do nothing`,
      );
    const token = await createSession(db, {
      userId,
      kind: 'site',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    sessions.set(person, {
      cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}; member=1`,
      'x-xsrf-token': deriveXsrfToken(token),
    });
    const admin = await adminCaller(api, db, userId);
    admins.set(person, {
      cookie: admin.cookie,
      'x-xsrf-token': /XSRF-TOKEN=([^;]*)/.exec(admin.cookie)?.[1] ?? '',
    });
  };
  for (const person of ROLES) await enter(person);
  const headers: World['headers'] = (person, { path }) =>
    (path.startsWith('/api/v2/admin/') ? admins : sessions).get(person) ?? {};
  const takeAll = await watchTables(db);
  const takeChanges = async () => (await takeAll()).filter((table) => !(table in MAY_CHANGE));
  return { db, api, large, takeChanges, headers, enter };
}

/** An even sample of the list. */
function some<T>(from: T[], count: number, random: () => number): T[] {
  if (from.length <= count) return from;
  const step = from.length / count;
  const start = random() * step;
  return Array.from({ length: count }, (_, at) => from[Math.floor(start + at * step)] as T);
}

interface Case {
  person: Person;
  request: GeneratedRequest;
}

/** An operation's requests; those that may change something come last. */
function casesOf(operation: Operation, generator: RequestGenerator, random: () => number): Case[] {
  const area = operation.path.startsWith('/api/v2/admin/');
  // Other roles can't enter the admin area, so their inputs aren't checked.
  const insiders: Person[] = area ? ['administrator'] : [...ROLES];
  const odd = () => generator.oddRequests(operation);
  const asked = ALL
    ? insiders.flatMap((person) => odd().map((request) => ({ person, request })))
    : some(odd(), SOME - 6, random).map((request) => ({
        person: insiders[Math.floor(random() * insiders.length)] as Person,
        request,
      }));
  const outside = ROLES.flatMap((person) =>
    Array.from({ length: ALL ? 3 : 1 }, () => ({
      person,
      request: generator.validRequest(operation),
    })),
  );
  return [...asked, ...outside];
}

async function send(
  { api }: World,
  operation: Operation,
  headers: Record<string, string>,
  { path, query, headers: own, body, type }: GeneratedRequest,
): Promise<{ response: Response; text: string }> {
  const search =
    query.length > 0
      ? `?${query.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
      : '';
  const content: Record<string, string> =
    type && !/[^\x20-\xff]/.test(type) ? { 'content-type': type } : {};
  const response = await api.send(
    operation.method,
    path + search,
    operation.method === 'GET' ? undefined : body,
    { ...headers, ...own, ...content },
  );
  return {
    response,
    text: response.headers.get('content-type')?.startsWith('text/event-stream')
      ? ''
      : await response.text(),
  };
}

const summary = (operation: Operation, { person, request }: Case): string =>
  `${operation.name} as ${person}, ${request.what}: ${request.path}?${JSON.stringify(request.query).slice(0, 200)} ${String(request.body).slice(0, 300)}`;

/** Sends one request and collects faults. */
async function check(here: World, operation: Operation, one: Case): Promise<string[]> {
  const wrong: string[] = [];
  const ask = () => send(here, operation, here.headers(one.person, operation), one.request);
  let next = await nextTransactionId(here.db);
  const since = process.threadCpuUsage();
  let { response, text } = await ask();
  const cost = threadMs(since);
  if (cost > MAX_COST)
    wrong.push(`${summary(operation, one)} → others waited ${cost} ms of at most ${MAX_COST}`);
  // otherwise a later request's check would see this request's visits
  await here.api.visits.flush();
  if (response.status === 401 && one.person !== 'visitor') {
    await here.enter(one.person); // an earlier request may have ended the session
    await here.takeChanges();
    next = await nextTransactionId(here.db);
    ({ response, text } = await ask());
  }
  const judged = judgeAnswer(here.api, operation, response, text);
  if (judged.wrong)
    wrong.push(
      `${summary(operation, one)} → ${response.status} ${judged.wrong}: ${text.slice(0, 300)}`,
    );
  if ((await nextTransactionId(here.db)) === next) return wrong;
  const changed = await here.takeChanges();
  if (judged.refused && changed.length > 0)
    wrong.push(
      `${summary(operation, one)} → refused (${text.slice(0, 100)}), but changed ${changed.join()}`,
    );
  return wrong;
}

/**
 * Whether reads, several at a time, get valid answers and change nothing. In `npm run fuzz`, all
 * together must not block others longer than one may.
 */
async function isReadWell(here: World, operation: Operation, cases: Case[]): Promise<boolean> {
  const since = process.threadCpuUsage();
  const answers = await askAll(cases, async ({ person, request }) => ({
    person,
    ...(await send(here, operation, here.headers(person, operation), request)),
  }));
  const cost = threadMs(since);
  await here.api.visits.flush();
  return (
    (await here.takeChanges()).length === 0 &&
    cost <= MAX_COST &&
    answers.every(
      ({ person, response, text }) =>
        (response.status !== 401 || person === 'visitor') &&
        judgeAnswer(here.api, operation, response, text).wrong === undefined,
    )
  );
}

/** Sends the generated requests and collects faults. */
async function run(some: Operation[]): Promise<{ wrong: string[]; sent: number }> {
  const here = await prepare();
  const wrong: string[] = [];
  let sent = 0;
  for (const operation of some) {
    const random = seededRandom(SEED + operations.indexOf(operation));
    const cases = casesOf(
      operation,
      new RequestGenerator(description, await known(here), random),
      random,
    );
    sent += cases.length;
    // Repeats faulty reads one by one to find the fault, or an ended session.
    if (operation.method === 'GET' && (await isReadWell(here, operation, cases))) continue;
    for (const one of cases) wrong.push(...(await check(here, operation, one)));
  }
  return { wrong, sent };
}

const groups = Array.from({ length: Math.ceil(operations.length / TOGETHER) }, (_, at) =>
  operations.slice(at * TOGETHER, (at + 1) * TOGETHER),
);
let total = 0;

describe(`[R36] [R44] requests that are made from the description (FUZZ_SEED=${SEED})`, () => {
  test('are sent by a banned member who is banned, and a member who is not', async () => {
    const here = await prepare();
    const [thread = 0] = await numbers(here.db, "thread where state = 'normal' and not closed");
    const reply = operations.find(({ name }) => name === 'POST /api/v1/post');
    if (!reply) throw new Error('the call of replies is not described');
    const answer = async (person: Person) => {
      const response = await here.api.send(
        'POST',
        reply.path,
        JSON.stringify({ thread_id: thread, message: '<p>generated</p>' }),
        { ...here.headers(person, reply), 'content-type': 'application/json' },
      );
      return (await response.json()) as { err_code?: string };
    };
    expect(await answer('banned')).toMatchObject({ err_code: 'banned' });
    expect((await answer('member')).err_code).not.toBe('banned');
  });

  test.each(groups.map((group, at) => ({ at, from: group[0]?.name, group })))(
    'are answered as it says, and change nothing where they are refused: from $from on',
    async ({ group }) => {
      const { wrong, sent } = await run(group);
      total += sent;
      expect(wrong).toEqual([]);
    },
    ALL ? 1_800_000 : 120_000,
  );

  test('are sent to every call', () => {
    expect(operations.length).toBeGreaterThan(120);
    expect(total).toBeGreaterThanOrEqual(ALL ? 20_000 : operations.length * 5);
    process.stdout.write(`${total} generated requests\n`);
  });
});
