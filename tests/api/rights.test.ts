import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#api/app.ts';
import { createSession } from '#auth/session.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import {
  CALLER_KINDS,
  RIGHT_COLUMNS,
  RIGHTS_ROWS,
  type TargetIds,
} from '../support/rights-table.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Every call that needs a right, in every role: see support/rights-table.ts. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [author, other] = await Promise.all([api.as(MEMBER), api.as(OTHER)]);
const write = await createWriters(api, author, author);
const session = await createSession(db, {
  userId: ADMIN,
  kind: 'site',
  ip: '127.0.0.1',
  userAgent: 'test',
});

const callers: Record<Exclude<(typeof CALLER_KINDS)[number], 'cookie' | 'token'>, Caller> = {
  visitor: api,
  banned: await api.as(PEOPLE.banned),
  member: other,
  author,
  moderator: await api.as(MODERATOR),
  elsewhere: await api.as(OTHER_MODERATOR),
  administrator: await api.as(ADMIN),
};
/** Tokens with the wrong scope, by the scope that a call needs. */
const small = {
  read: await api.as(ADMIN, ['write']),
  write: await api.as(ADMIN, ['read']),
  moderate: await api.as(ADMIN, ['read', 'write']),
};

beforeAll(() => appointModerators(db));

async function things(): Promise<TargetIds> {
  const thread = await write.thread();
  const reply = await write.reply(thread);
  const insert = async (text: string) =>
    ((await db.execute<{ id: number }>(sql.raw(text))).rows[0] as { id: number }).id;
  return {
    thread,
    reply,
    comment: await write.comment(reply),
    target: await write.thread(),
    report: await insert(
      `
        insert into report (reporter_id, forum_id, thread_id, post_id, kind)
        values (${userIdOf('shuji')}, 1, ${thread}, ${reply}, 'spam')
        returning id`,
    ),
  };
}

function letter({ status, body }: { status: number; body: Partial<CallReply> | null }): string {
  if (status === 401) return 'L';
  if (body?.err_code === 'banned') return 'B';
  if (body?.err_code === 'csrf') return 'C';
  return status === 403 ? 'N' : 'Y';
}

describe('[R20] each call', () => {
  test('that needs a right is in the table', async () => {
    const { api: built } = await createApi({
      db,
      log: { warn() {}, error() {} } as never,
      env: { SITE_URL: 'http://127.0.0.1:4321' } as never,
      takeDown: async () => {},
    });
    const needing = built.openAPIRegistry.definitions.flatMap((definition) =>
      definition.type === 'route' && 'x-right' in definition.route
        ? [
            `${definition.route.method.toUpperCase()} ${definition.route.path.replace(/\{\w+\}/g, '*')}`,
          ]
        : [],
    );
    const listed = RIGHTS_ROWS.map(([call]) =>
      (call.split('?')[0] as string).replace(/:\w+/g, '*'),
    );
    expect([...new Set(listed)].sort()).toEqual([...new Set(needing)].sort());
  });

  test.each(RIGHTS_ROWS)('%s: %s', async (call, letters, body) => {
    const [method, template] = call.split(' ') as [string, string];
    const found: Record<string, string> = {};
    // A refused call changes nothing, so the next one uses the same rows.
    let made = await things();
    for (const [index, who] of CALLER_KINDS.entries()) {
      if (index > 0 && method !== 'GET' && letters[index - 1] === 'Y') made = await things();
      const path = template.replace(/:(\w+)/g, (_, name: keyof TargetIds) => String(made[name]));
      const sent = body?.(made) ?? (method === 'POST' || method === 'PUT' ? {} : undefined);
      const ask = async (by: Caller, headers: Record<string, string> = {}) =>
        letter(await by.call(method, path, sent, headers));
      if (who === 'cookie')
        found[who] = await ask(api, {
          cookie: `bbs=${session}; XSRF-TOKEN=secret`,
          origin: 'null',
        });
      else if (who === 'token') {
        const moderating =
          letters[CALLER_KINDS.indexOf('member')] === 'N' &&
          letters[CALLER_KINDS.indexOf('author')] === 'N';
        found[who] = await ask(
          method === 'GET'
            ? small[moderating ? 'moderate' : 'read']
            : small[moderating ? 'moderate' : 'write'],
        );
      } else found[who] = await ask(callers[who]);
    }
    expect(found).toEqual(
      Object.fromEntries(CALLER_KINDS.map((who, index) => [who, letters[index]])),
    );
  });
});

describe('[R20] a column of a group', () => {
  test.each(RIGHT_COLUMNS)(
    '%s of group %i closes its calls and opens them',
    async (column, group, calls) => {
      const caller = group === 20 ? callers.moderator : callers.member;
      const ask = async (made: TargetIds) => {
        const found: string[] = [];
        for (const [call, body] of calls) {
          const [method, path] = call.split(' ') as [string, string];
          found.push(letter(await caller.call(method, path, body?.(made))));
        }
        return found;
      };
      const others = sql.raw(`update "group" set ${column} = not ${column} where id = ${group}`);
      const made = await things();
      await db.execute(others);
      const closed = await ask(made);
      await db.execute(others);
      expect([closed, await ask(made)]).toEqual([calls.map(() => 'N'), calls.map(() => 'Y')]);
    },
  );

  test('allow_down isn’t checked for visitors, who are in no group', async () => {
    await db.execute(sql`update "group" set allow_down = false`);
    expect(
      (await api.call('GET', '/api/v1/thread/down_image?file_path=/uploads/none.webp')).status,
    ).not.toBe(403);
    expect(
      (
        await callers.administrator.call(
          'GET',
          '/api/v1/thread/down_image?file_path=/uploads/none.webp',
        )
      ).status,
    ).not.toBe(403);
    await db.execute(sql`update "group" set allow_down = true`);
  });
});
