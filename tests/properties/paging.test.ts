import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { adminCaller } from '../support/admin-session.ts';
import { propertyRuns } from '../support/arbitraries.ts';
import {
  ADMIN,
  appointModerators,
  createWriters,
  MEMBER,
  OTHER,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/*
 * Lists with offset paging. Without changes, a walk meets each row once, for any page size and any
 * number of equal times. If rows are added at the front, no old row is missed; if rows are deleted,
 * none is met twice. A thread's pages follow floors, so a walk there meets each reply once in any
 * case.
 */

const { db } = await demoDatabase();
const api = await testApi(db);
const [member, other, admin] = await Promise.all([api.as(MEMBER), api.as(OTHER), api.as(ADMIN)]);
const area = await adminCaller(api, db);
const write = await createWriters(api, member, other);
let thread = 0;

type Row = Record<string, unknown>;
interface List {
  name: string;
  /** Counts pages, or rows. */
  offset: 'pages' | 'rows';
  page(offset: number, limit: number): Promise<Row[]>;
  key(row: Row): unknown;
}

/** Rows of an answer: its least nested list. */
function rowsIn(body: unknown): Row[] {
  let level: unknown[] = [body];
  while (level.length > 0) {
    const found = level.find(
      (one) => Array.isArray(one) && (one.length === 0 || typeof one[0] === 'object'),
    );
    if (found) return found as Row[];
    level = level.flatMap((one) =>
      one && typeof one === 'object' && !Array.isArray(one) ? Object.values(one) : [],
    );
  }
  throw new Error(`No list in ${JSON.stringify(body)}`);
}

const list = (
  name: string,
  path: string,
  by: Pick<typeof member, 'call'>,
  offset: List['offset'],
  key: List['key'] = (row) => row.id,
): List => ({
  name,
  offset,
  key,
  page: async (from, limit) => {
    const { status, body } = await by.call<unknown>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}offset=${from}&limit=${limit}`,
    );
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    return rowsIn(body);
  },
});

/** A list with its latest page first, and each page in reading order. */
const backwards = (one: List): List => ({
  ...one,
  page: async (offset, limit) => (await one.page(offset, limit)).reverse(),
});

const lists = (): List[] => [
  ...['updated_at', 'created_at', 'hot_value'].map((order) =>
    list(`threads by ${order}`, `/api/v1/thread/index?order=${order}`, api, 'pages'),
  ),
  ...['last_date', 'created_at', 'hot_value'].map((order) =>
    list(`a forum’s threads by ${order}`, `/api/v1/forum/id?id=1&order=${order}`, api, 'pages'),
  ),
  ...['asc', 'desc'].map((order) =>
    list(`replies ${order}`, `/api/v1/thread/post/list?id=${thread}&order=${order}`, api, 'pages'),
  ),
  list(
    'replies of one person',
    `/api/v1/thread/post/list?id=${thread}&user_id=${OTHER}`,
    api,
    'pages',
  ),
  list('posts for feeds', '/api/v2/public/posts', api, 'rows'),
  list('a person’s threads', `/api/v1/user/thread?user_id=${MEMBER}`, api, 'pages'),
  list('a person’s replies', `/api/v1/user/post?user_id=${OTHER}`, api, 'pages'),
  list('messages', '/api/v1/user/msg?category=1', member, 'pages'),
  list('favourites', '/api/v1/user/favorite?idtype=tid', member, 'pages'),
  backwards(
    list(
      'letters, the latest page first',
      `/api/v1/user/letter?receive_user_id=${OTHER}&sort=0`,
      member,
      'pages',
    ),
  ),
  list(
    'letters from the first on',
    `/api/v1/user/letter?receive_user_id=${OTHER}&sort=1`,
    member,
    'pages',
  ),
  list('conversations', '/api/v1/user/letter/list', member, 'pages', (row) => JSON.stringify(row)),
  list('drafts', '/api/v1/thread/draft', member, 'pages'),
  list('bookmarks', '/api/v2/user/bookmarks', member, 'pages'),
  list(
    'what waits for review',
    '/api/v2/moderation/review',
    admin,
    'rows',
    (row) => `${row.kind} ${row.id}`,
  ),
  ...['created_at', '-created_at', 'login_at', '-login_at'].map((sort) =>
    list(`users by ${sort}`, `/api/v2/admin/users?sort=${sort}`, area, 'rows'),
  ),
  list('words', '/api/v2/admin/words', area, 'rows'),
  list('tokens', '/api/v2/admin/tokens', area, 'rows'),
  list('the log', '/api/v2/admin/log', area, 'rows'),
];

/** Walks a list to its end and calls a function between its pages. */
async function walk(
  { offset, page, key }: List,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<unknown[]> {
  const met: unknown[] = [];
  for (let pages = 0; pages < 100; pages++) {
    const rows = await page(offset === 'rows' ? pages * limit : pages, limit);
    met.push(...rows.map(key));
    if (rows.length < limit) break;
    await between();
  }
  return met;
}

beforeAll(async () => {
  await appointModerators(db);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      select 'w' || n, 'w' || n, 'review', 10000
      from generate_series(1, 30) n`,
  );
  thread = await write.thread();
  const replies: number[] = [];
  for (let made = 0; made < 30; made++)
    replies.push(await write.reply(thread, made % 3 === 0 ? member : other));
  for (let made = 0; made < 8; made++) {
    const one = await write.thread();
    await other.call('POST', '/api/v1/thread/favorite', { id: one, thread_id: one });
    await member.call('POST', '/api/v1/thread/favorite', { id: one, thread_id: one });
    await member.call('POST', '/api/v1/thread/draft', {
      forum_id: 1,
      subject: `草稿 ${made}`,
      message: `<p>${made}</p>`,
      type_id: 1,
    });
    for (const receiver of [OTHER, PEOPLE.fourthMember + made]) {
      const { body } = await member.call('POST', '/api/v1/user/letter', {
        receive_user_id: receiver,
        note: `信 ${made}`,
      });
      expect(body, `a letter to ${receiver}`).toMatchObject({ code: 0 });
    }
    await write.comment(replies[0] as number);
    await admin.call('PUT', '/api/v1/thread/update', {
      field: 'is_digest_forum',
      ids: [one],
      value: 1,
    });
    await api.as(PEOPLE.fourthMember + made);
  }
  // Equal times, as bulk actions and imports create them: only tie-breakers order the rows.
  await db.execute(
    sql`
      update thread
      set created_at = '2026-01-01', last_reply_at = '2026-01-01'
      where id >= ${thread - 40}`,
  );
  await db.execute(sql`update thread set hot = 5 where id % 2 = 0`);
  await db.execute(sql`
    insert into bookmark (user_id, post_id)
    select ${MEMBER}, id
    from post
    where floor > 0 and state = 'normal' and checked
    limit 12
    on conflict do nothing`);
  await db.execute(sql`update draft set updated_at = '2026-01-01', created_at = '2026-01-01'`);
  await db.execute(sql`update notification set created_at = '2026-01-01'`);
  await db.execute(
    sql`
      update "user"
      set
        created_at = '2026-01-01',
        login_at = '2026-01-01',
        nickname = case when id % 2 = 0 then 'same' else nickname end,
        posts_cnt = posts_cnt % 3`,
  );
  await db.execute(
    sql`
      update comment
      set checked = false, created_at = '2026-01-01'
      where post_id = ${replies[0] as number}`,
  );
  await db.execute(
    sql`
      update post
      set checked = false, created_at = '2026-01-01'
      where id = any(${sql.raw(`'{${replies.slice(1, 9).join(',')}}'::int[]`)})`,
  );
});

test('[R33] a walk through a list meets each row once, however large its pages are and however many rows have the same time', async () => {
  for (const one of lists()) {
    const whole = await walk(one, 100);
    expect(whole.length, one.name).toBeGreaterThan(4);
    expect(new Set(whole).size, one.name).toBe(whole.length);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }).map((limit) => limit + Math.floor(whole.length / 90)),
        async (limit) => {
          // Rows that move by themselves would differ here too.
          expect(await walk(one, limit), `${one.name}, ${limit} at a time`).toEqual(whole);
        },
      ),
      propertyRuns(2),
    );
  }
});

test('[R33] replies that go and come while a thread is read through: each that stays is met once', async () => {
  const here = await write.thread();
  for (let made = 0; made < 24; made++) await write.reply(here, made % 2 ? member : other);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 10 }),
      fc.infiniteStream(fc.nat()),
      fc.constantFrom('asc', 'desc'),
      async (limit, chance, order) => {
        const replies = list(
          'replies',
          `/api/v1/thread/post/list?id=${here}&order=${order}`,
          api,
          'pages',
        );
        const before = new Set(await walk(replies, 100));
        const gone = new Set<unknown>();
        const met = await walk(replies, limit, async () => {
          const number = chance.next().value;
          const victim = [...before].filter((id) => !gone.has(id))[
            number % Math.max(1, before.size - gone.size)
          ];
          if (number % 2 && victim !== undefined && before.size - gone.size > 4) {
            gone.add(victim);
            await admin.call('POST', '/api/v2/moderation/actions', {
              action: 'delete',
              kind: 'reply',
              ids: [victim],
            });
          } else if (order === 'asc') await write.reply(here);
        });
        for (const id of before)
          if (!gone.has(id)) expect([id, met.filter((one) => one === id).length]).toEqual([id, 1]);
        if (gone.size > 0)
          await admin.call('POST', '/api/v2/moderation/actions', {
            action: 'restore',
            kind: 'reply',
            ids: [...gone],
          });
      },
    ),
    propertyRuns(6),
  );
});

test('[R33] threads that come while a list is read: none that was there is missed; threads that go: none is met twice', async () => {
  const own: number[] = [];
  for (let made = 0; made < 12; made++) own.push(await write.thread());
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 9 }),
      fc.boolean(),
      fc.constantFrom('updated_at', 'created_at'),
      async (limit, come, order) => {
        const threads = list('threads', `/api/v1/thread/index?order=${order}`, api, 'pages');
        const before = await walk(threads, 100);
        let acts = 0;
        const met = await walk(
          threads,
          Math.max(limit, Math.ceil(before.length / 40)),
          async () => {
            if (acts++ >= 3) return;
            if (come) own.push(await write.thread());
            else
              await admin.call('POST', '/api/v2/moderation/actions', {
                action: 'delete',
                kind: 'thread',
                ids: [own.shift()],
              });
          },
        );
        if (come) expect(before.filter((id) => !met.includes(id))).toEqual([]);
        else expect(new Set(met).size).toBe(met.length);
      },
    ),
    propertyRuns(4),
  );
});
