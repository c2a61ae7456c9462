import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { askAll } from '../support/ask-all.ts';
import { buildAddresses, type GetCall, listGetCalls } from '../support/get-calls.ts';
import { appointModerators, MODERATOR } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/*
 * Private fields get recognizable values; each role makes each reading call and must not see them.
 */

const { db } = await demoDatabase();
const api = await testApi(db);
const MEMBER = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const callers: Record<string, { by: Caller; id: number }> = {
  visitor: { by: api, id: 0 },
  member: { by: await api.as(MEMBER), id: MEMBER },
  'member with a token that only reads': { by: await api.as(MEMBER, ['read']), id: MEMBER },
  moderator: { by: await api.as(MODERATOR), id: MODERATOR },
};

/** The value of a user's fields; the number is the user's id. */
const FIELDS = ['email', 'mobile', 'qq', 'realname', 'created_ip', 'login_ip'] as const;
const MARK = /zp-([a-z_]+)-(\d+)-/g;
const mark = (what: string, id: string) => sql.raw(`'zp-${what}-' || ${id} || '-'`);

let calls: GetCall[] = [];
const idsOf = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ id: number }>(query)).rows.map(({ id }) => id);

beforeAll(async () => {
  await appointModerators(db);
  for (const field of FIELDS)
    await db.execute(sql`update "user" set ${sql.raw(`"${field}"`)} = ${mark(field, 'id')}`);
  await db.execute(sql`update post set created_ip = ${mark('ip', 'user_id')}`);
  await db.execute(sql`update comment set created_ip = ${mark('ip', 'user_id')}`);
  for (const userId of [MEMBER, OTHER])
    await createSession(db, {
      userId,
      kind: 'site',
      ip: `zp-ip-${userId}-`,
      userAgent: `zp-agent-${userId}-`,
    });
  // Private texts: messages between two others, drafts, blocks, tokens.
  await db.execute(
    sql`
      insert into letter (sender_id, receiver_id, html, source, policy)
      values (${OTHER}, ${PEOPLE.fourthMember}, ${`<p>zp-letter-${OTHER}-</p>`}, 'x', 1)`,
  );
  await db.execute(
    sql`
      insert into draft (user_id, body)
      values (
        ${OTHER},
        ${JSON.stringify({ subject: `zp-draft-${OTHER}-`, message: `zp-draft-${OTHER}-` })}::jsonb
      )`,
  );
  await db.execute(sql`update access_token set name = ${mark('token', 'user_id')}`);
  // Reports and warnings are for moderators and for their targets.
  const [post] = await idsOf(
    sql`
      select id
      from post
      where user_id = ${OTHER} and floor > 0 and state = 'normal' and forum_id = 2
      limit 1`,
  );
  await db.execute(
    sql`
      insert into report (
        reporter_id,
        forum_id,
        thread_id,
        post_id,
        kind,
        message
      )
      select
        ${PEOPLE.fourthMember},
        forum_id,
        thread_id,
        id,
        'spam',
        ${`zp-report-${PEOPLE.fourthMember}-`}
      from post
      where id = ${post ?? 0}`,
  );
  calls = await listGetCalls(api);
}, 60_000);

async function ask(by: Caller): Promise<{ address: string; status: number; text: string }[]> {
  const people = [MEMBER, OTHER, PEOPLE.administrator, PEOPLE.globalModerator, MODERATOR];
  const firstOf = (table: SQL) =>
    idsOf(sql`
    (select id from ${table} where user_id = ${MEMBER} order by id limit 3)
    union all
    (select id from ${table} where user_id = ${OTHER} order by id limit 3)`);
  const threads = await firstOf(sql`thread`);
  const posts = await firstOf(sql`post`);
  const asked = {
    id: [...threads, ...posts],
    '/api/v1/user/info id': people,
    '/api/v2/admin/users/{id} id': people,
    '/api/v1/forum/id id': [1, 2],
    '/api/v1/user/msg/read id': [],
    thread_id: [threads[0] as number, threads[3] as number],
    post_id: posts,
    user_id: people,
    receive_user_id: people,
    forum_id: [1, 2],
    keyword: ['zp', 'zp-email', 'zp-mobile', 'a', '1'],
    ids: [people.join()],
    category: [0, 1, 2, 3, 5, 6],
    name: ['notify'],
    q: ['zp'],
  };
  const addresses = calls.flatMap((call) => buildAddresses(call, asked));
  return askAll(addresses, async (address) => {
    const response = await by.send('GET', address);
    expect([address, response.status < 500]).toEqual([address, true]);
    return { address, status: response.status, text: await response.text() };
  });
}

describe('[R20] personal data', () => {
  test.each(Object.keys(callers))(
    'reaches a %s in no call, except for the caller’s own',
    async (name) => {
      const { by, id } = callers[name] as (typeof callers)[string];
      const answers = await ask(by);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
      const others = answers.flatMap(({ address, text }) =>
        [...text.matchAll(MARK)]
          .filter(([, , owner]) => Number(owner) !== id)
          .map(([found]) => `${address}: ${found}`),
      );
      expect([...new Set(others)]).toEqual([]);
      if (id > 0 && name !== 'moderator') {
        const own = new Set(
          answers.flatMap(({ text }) => [...text.matchAll(MARK)].map(([, field]) => field)),
        );
        expect([...own]).toEqual(
          expect.arrayContaining(['email', 'mobile', 'qq', 'realname', 'login_ip']),
        );
      }
    },
    120_000,
  );

  test('reaches callers who write a private message, a like or an answer no more than readers', async () => {
    const { by } = callers.member as (typeof callers)[string];
    const { rows } = await db.execute<{ thread: number; post: number }>(sql`
      select t.id as thread, p.id as post
      from post p
      join thread t on t.id = p.thread_id
      join forum f on f.id = t.forum_id and f.access = 'public'
      where p.user_id = ${OTHER}
        and p.floor > 0
        and p.state = 'normal'
        and t.state = 'normal'
        and not t.closed
        and p.checked
      limit 1`);
    const { thread, post } = rows[0] as { thread: number; post: number };
    const texts: string[] = [];
    for (const [path, body] of [
      ['/api/v1/user/letter', { receive_user_id: OTHER, note: '<p>hello</p>' }],
      [
        '/api/v1/post',
        { thread_id: thread, message: '<p>an answer of mine</p>', quote_post_id: post },
      ],
      ['/api/v1/post/comment', { post_id: post, message: '<p>a comment of mine</p>' }],
      ['/api/v1/thread/up', { id: post, idtype: 'pid' }],
      ['/api/v1/thread/preview', { message: `<p>@${OTHER}</p>` }],
    ] as const) {
      const response = await by.send('POST', path, JSON.stringify(body), {
        'content-type': 'application/json',
      });
      expect([path, response.status]).toEqual([path, 200]);
      texts.push(await response.text());
    }
    expect(texts.filter((text) => new RegExp(MARK).test(text))).toEqual([]);
  });
});
