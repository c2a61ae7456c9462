import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { adminCaller } from '../support/admin-session.ts';
import {
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* The ranks that may act on each other (contracts/ranks.ts), by each call that acts on users. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [SUPER, OTHER_SUPER, ADMIN, OTHER_ADMIN] = [
  PEOPLE.administrator,
  PEOPLE.fourthMember,
  PEOPLE.globalModerator,
  PEOPLE.fifthMember,
];
const TARGETS = {
  member: MEMBER,
  moderator: OTHER_MODERATOR,
  administrator: OTHER_ADMIN,
  super: OTHER_SUPER,
};
const write = await createWriters(api, await api.as(MEMBER), await api.as(MEMBER));

beforeAll(async () => {
  await appointModerators(db);
  await db.execute(
    sql`
      update "user"
      set group_id = case id
        when ${OTHER_SUPER} then 10000
        when ${OTHER_ADMIN} then 10001
        when ${ADMIN} then 10001
        else 10000
      end
      where id in (${SUPER}, ${OTHER_SUPER}, ${ADMIN}, ${OTHER_ADMIN})`,
  );
});
beforeEach(async () => {
  await db.execute(
    sql`update "user" set banned_from = null, banned_until = null where banned_until is not null`,
  );
  await db.execute(sql`update ban set lifted_at = now() where lifted_at is null`);
});

const refusal = ({ status, body }: { status: number; body: unknown }): string =>
  status === 200
    ? 'Y'
    : (((body as { err_code?: string } | null)?.err_code ?? String(status)) as string);
const callers = {
  moderator: await api.as(MODERATOR),
  administrator: await adminCaller(api, db, ADMIN),
  super: await adminCaller(api, db, SUPER),
};
type Who = keyof typeof callers;

/** The same action on a user of each rank. */
async function onEach(
  act: (id: number) => Promise<{ status: number; body: unknown }>,
): Promise<string[]> {
  const found: string[] = [];
  for (const id of Object.values(TARGETS)) found.push(refusal(await act(id)));
  return found;
}
const [Y, N] = ['Y', 'forbidden'];
const LINES: Record<Who, string[]> = {
  moderator: [Y, N, N, N],
  administrator: [Y, Y, N, N],
  super: [Y, Y, Y, Y],
};
const ban = (who: Who, id: number) =>
  who === 'moderator'
    ? callers.moderator.call('POST', '/api/v1/user/crime', {
        user_id: id,
        action: 2,
        reason: '广告',
      })
    : callers[who].call('POST', '/api/v2/admin/actions', {
        action: 'ban',
        kind: 'user',
        ids: [id],
        note: '广告',
        seen: 0,
      });

describe('[R20] on members, moderators, administrators and super administrators', () => {
  test.each(Object.keys(LINES) as Who[])('a %s bans those below', async (who) => {
    expect(await onEach((id) => ban(who, id))).toEqual(LINES[who]);
  });

  test.each(['administrator', 'super'] as const)('a %s logs out those below', async (who) => {
    expect(
      await onEach((id) => callers[who].call('POST', `/api/v2/admin/users/${id}/sessions/end`, {})),
    ).toEqual(LINES[who]);
  });

  test('an administrator moves only those below to other groups, and to none that isn’t below', async () => {
    const groupOf = async (id: number) =>
      (
        await db.execute<{ group: number }>(
          sql`select group_id as group from "user" where id = ${id}`,
        )
      ).rows[0]?.group as number;
    const regroup = async (who: 'administrator' | 'super', id: number, to: number) =>
      refusal(
        await callers[who].call('PUT', `/api/v2/admin/users/${id}/group`, {
          group_id: to,
          was: await groupOf(id),
          reason: '调整',
        }),
      );
    expect([
      await regroup('administrator', MEMBER, 30),
      await regroup('administrator', MEMBER, 10),
    ]).toEqual([Y, Y]);
    for (const id of [OTHER_ADMIN, OTHER_SUPER, SUPER])
      expect(await regroup('administrator', id, 10)).toBe(N);
    for (const to of [10_001, 10_000]) expect(await regroup('administrator', MEMBER, to)).toBe(N);
    expect(await regroup('administrator', ADMIN, 10_000)).toBe('malformed');
    expect([await regroup('super', MEMBER, 10_001), await regroup('super', MEMBER, 10)]).toEqual([
      Y,
      Y,
    ]);
  });

  test('a moderator warns members alone', async () => {
    const warned: string[] = [];
    for (const id of Object.values(TARGETS)) {
      const thread = await write.thread(await api.as(id));
      warned.push(
        refusal(
          await callers.moderator.call('POST', '/api/v1/thread/warning', {
            thread_id: thread,
            note: '注意',
          }),
        ),
      );
      const person = await callers.moderator.call<
        CallReply<{ may_ban: boolean; may_warn: boolean }>
      >('GET', `/api/v2/moderation/person?user_id=${id}`);
      expect(person.body.data).toMatchObject({ may_ban: id === MEMBER, may_warn: id === MEMBER });
    }
    expect(warned).toEqual(LINES.moderator);
  });
});

describe('[R20] a higher rank’s decision', () => {
  test('a ban is neither lifted nor replaced from below, and by equals it is', async () => {
    const order: Who[] = ['moderator', 'administrator', 'super'];
    const by = {
      moderator: callers.moderator,
      administrator: await api.as(ADMIN),
      super: await api.as(SUPER),
    };
    const ban = (who: Who, id: number) =>
      by[who].call('POST', '/api/v1/user/crime', { user_id: id, action: 2, reason: '广告' });
    const lift = (who: Who, id: number) =>
      by[who].call('POST', '/api/v1/user/crime', { user_id: id, action: 1, reason: '' });
    const found: string[] = [];
    for (const decider of order)
      for (const actor of order) {
        await ban(decider, MEMBER);
        const replaced = actor === 'moderator' ? refusal(await ban(actor, MEMBER)) : '';
        if (replaced !== '') expect(replaced).toBe(decider === 'moderator' ? Y : 'outranked');
        found.push(`${actor} lifts ${decider}: ${refusal(await lift(actor, MEMBER))}`);
        await lift('super', MEMBER);
      }
    expect(found.filter((line) => !line.endsWith(': Y'))).toEqual([
      'moderator lifts administrator: outranked',
      'moderator lifts super: outranked',
      'administrator lifts super: outranked',
    ]);
  });

  test('a warning is not withdrawn from below', async () => {
    const thread = await write.thread();
    const warned = await (await api.as(ADMIN)).call<CallReply<{ id: number }>>(
      'POST',
      '/api/v1/thread/warning',
      { thread_id: thread, note: '注意' },
    );
    const withdraw = (caller: { call: typeof callers.moderator.call }) =>
      caller.call('POST', '/api/v2/moderation/actions', {
        action: 'withdrawWarning',
        kind: 'warning',
        ids: [warned.body.data.id],
      });
    expect(refusal(await withdraw(callers.moderator))).toBe('outranked');
    expect(refusal(await withdraw(await api.as(ADMIN)))).toBe(Y);
  });

  test('names of administrators’ groups are changed by super administrators alone', async () => {
    const { groups } = (
      await callers.super.call<{
        groups: ({ id: number; version: number } & Record<string, unknown>)[];
      }>('GET', '/api/v2/admin/groups')
    ).body;
    const edit = async (who: 'administrator' | 'super', id: number) => {
      const {
        members,
        more,
        forums,
        id: _,
        ...fields
      } = groups.find((group) => group.id === id) as Record<string, unknown>;
      return refusal(await callers[who].call('PUT', `/api/v2/admin/groups/${id}`, fields));
    };
    expect([
      await edit('administrator', 10_000),
      await edit('administrator', 10_001),
      await edit('administrator', 30),
    ]).toEqual([N, N, Y]);
    expect(await edit('super', 10_001)).toBe(Y);
  });
});

describe('[R20] others’ personal data', () => {
  test('is in no call of the site, neither for an administrator’s session nor for their token', async () => {
    await db.execute(
      sql`update "user" set mobile = '13800138000', login_ip = '203.0.113.9' where id = ${MEMBER}`,
    );
    const session = await createSession(db, {
      userId: SUPER,
      kind: 'site',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    const token = await api.as(SUPER, ['read']);
    for (const path of [`user/info?id=${MEMBER}`, `user/list?ids=${MEMBER}`]) {
      const answers = [
        await api.call('GET', `/api/v1/${path}`, undefined, { cookie: `bbs=${session}` }),
        await token.call('GET', `/api/v1/${path}`),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(/13800138000|203\.0\.113\.9|lantu\.example/);
      }
    }
    expect(
      (await (await api.as(MEMBER, ['read'])).call('GET', '/api/v1/user/info')).body,
      'one’s own',
    ).toMatchObject({ mobile: '13800138000' });
  });

  test('is in the admin area after a fresh login, and each access is in the log', async () => {
    const looks = async () =>
      (
        await db.execute<{ n: number }>(
          sql`
            select count(*)::int as n
            from action_log
            where action = 'user.personal' and target_user_id = ${MEMBER} and actor_id = ${SUPER}`,
        )
      ).rows[0]?.n as number;
    const before = await looks();
    const look = async (ago: number) =>
      refusal(
        await (await adminCaller(api, db, SUPER, { ago })).call(
          'POST',
          `/api/v2/admin/users/${MEMBER}/personal`,
          {},
        ),
      );
    expect([await look(601), await looks()]).toEqual(['loginAgain', before]);
    expect([await look(10), await looks()]).toEqual([Y, before + 1]);
    expect([await look(10), await looks()]).toEqual([Y, before + 2]);
  });
});
