import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { createSession } from '#auth/session.ts';
import { GROUP_RIGHTS } from '#contracts/admin-choices.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import type {
  AdminGroupsWire,
  AdminGroupWire,
  GroupFieldsWire,
} from '#contracts/calls/admin/admin-user-calls.ts';
import type { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import type { TokenWire } from '#contracts/wire/settings.ts';
import { userIdOf } from '../../scripts/seed/people.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { type CallReply, createWriters, freshMessage } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);
const [MEMBER, OTHER] = [PEOPLE.member, PEOPLE.otherMember];

const groups = async () =>
  (await admin.call<AdminGroupsWire>('GET', '/api/v2/admin/groups')).body.groups;
const group = async (id: number) => (await groups()).find((one) => one.id === id) as AdminGroupWire;
const fieldsOf = (from: AdminGroupWire): GroupFieldsWire & { version: number } =>
  Object.fromEntries(
    ['name', 'name_en', 'version', ...GROUP_RIGHTS].map((field) => [
      field,
      from[field as keyof AdminGroupWire],
    ]),
  ) as never;
const edit = async (id: number, changes: object) =>
  (
    await admin.call<CallReply & SavedRowWire>('PUT', `/api/v2/admin/groups/${id}`, {
      ...fieldsOf(await group(id)),
      ...changes,
    })
  ).body;
const log = async (action: string) =>
  (
    await db.execute(
      sql`
        select actor_id, target_name, detail
        from action_log
        where action = ${action}
        order by id desc
        limit 1`,
    )
  ).rows[0];

describe('[R20] a group', () => {
  const NEW = {
    name: '译者',
    name_en: 'Translators',
    ...Object.fromEntries(GROUP_RIGHTS.map((right) => [right, right === 'allow_post'])),
  };

  test('is made, used, and deleted once nobody is in it', async () => {
    const { id } = (await admin.call<SavedRowWire>('POST', '/api/v2/admin/groups', NEW)).body;
    expect(await group(id)).toMatchObject({ ...NEW, members: 0, forums: 0, version: 1 });
    await db.execute(sql`update "user" set group_id = ${id} where id = ${MEMBER}`);
    expect((await group(id)).members).toBe(1);
    expect((await admin.call('DELETE', `/api/v2/admin/groups/${id}`)).body).toMatchObject({
      err_code: 'notEmpty',
    });
    await db.execute(sql`update "user" set group_id = 10 where id = ${MEMBER}`);
    expect((await admin.call('DELETE', `/api/v2/admin/groups/${id}`)).status).toBe(200);
    expect(await group(id)).toBeUndefined();
    expect(await log('group.delete')).toMatchObject({
      actor_id: ADMIN,
      target_name: `group:${id}`,
    });
    expect((await admin.call('DELETE', '/api/v2/admin/groups/10')).status).toBe(403);
  });

  test('gives and takes a right for the next call of its members; no page changes by that', async () => {
    const write = await createWriters(api, await api.as(MEMBER), await api.as(OTHER));
    const thread = await write.thread();
    const reply = async () =>
      (
        await (
          await api.as(OTHER)
        ).call<CallReply>('POST', '/api/v1/post', { thread_id: thread, message: freshMessage() })
      ).status;
    expect(await edit(10, { allow_post: false })).toMatchObject({ pages: 0, version: 2 });
    expect(await reply()).toBe(403);
    await edit(10, { allow_post: true });
    expect(await reply()).toBe(200);
    expect(await log('group.edit')).toMatchObject({
      target_name: 'group:10',
      detail: { before: { allow_post: false }, after: { allow_post: true } },
    });
  });

  test('that gets another name says how many pages show it, and has them rendered again', async () => {
    await db.execute(
      sql`
        insert into published_page (path, tags, hash, build, rendered_at)
        values
          ('/zh/user/1', array['g:30'], 'x', 'x', now()),
          ('/zh/user/2', array['g:10'], 'x', 'x', now())`,
    );
    expect((await edit(30, { name: '官方人员' })).pages).toBe(1);
    expect((await db.execute(sql`select tag from invalidation where tag like 'g:%'`)).rows).toEqual(
      [{ tag: 'g:30' }],
    );
    expect(
      (await api.call<{ group_name: string }>('GET', `/api/v1/user/info?id=${userIdOf('wendang')}`))
        .body.group_name,
    ).toBe('官方人员');
  });

  test('that somebody else changed meanwhile is shown, not overwritten', async () => {
    const before = fieldsOf(await group(20));
    await edit(20, { allow_move: false });
    const late = (
      await admin.call<CallReply>('PUT', '/api/v2/admin/groups/20', { ...before, allow_top: false })
    ).body;
    expect(late).toMatchObject({
      code: 409,
      err_code: 'conflict',
      err_payload: { id: 20, allow_move: false, allow_top: true, version: before.version + 1 },
    });
    expect(await group(20)).toMatchObject({ allow_move: false, allow_top: true });
  });

  test('of administrators has all rights, whatever is sent: nobody can lock everybody out', async () => {
    const none = Object.fromEntries(GROUP_RIGHTS.map((right) => [right, false]));
    await edit(10_000, { ...none, name: '总管' });
    const saved = await group(10_000);
    expect(saved.name).toBe('总管');
    expect(GROUP_RIGHTS.filter((right) => !saved[right])).toEqual([]);
    expect(
      (await db.execute(sql`select allow_post, allow_ban_user from "group" where id = 10000`)).rows,
    ).toEqual([{ allow_post: true, allow_ban_user: true }]);
    expect((await admin.call('GET', '/api/v2/admin/me')).status).toBe(200);
  });
});

describe('[R43] tokens of everybody', () => {
  const list = async (query = '') =>
    (
      await admin.call<{ rows: AdminTokenWire[]; total: number }>(
        'GET',
        `/api/v2/admin/tokens?${query}`,
      )
    ).body;
  const issue = (body: object) =>
    admin.call<CallReply & { id: number; token: string }>('POST', '/api/v2/admin/tokens', {
      user_id: MEMBER,
      name: '桥接',
      scopes: ['read', 'write'],
      days: 30,
      ...body,
    });

  test('are created for a person, shown once, used, found by their fields, and revoked', async () => {
    const { id, token } = (await issue({})).body;
    const asks = async () =>
      (
        await api.call('GET', '/api/v1/user/msg/count', undefined, {
          authorization: `Bearer ${token}`,
        })
      ).status;
    expect(await asks()).toBe(200);
    const visit = { userId: MEMBER, kind: 'site', ip: '127.0.0.1', userAgent: 'test' } as const;
    const cookie = `bbs=${await createSession(db, visit)}`;
    const read = <T>(path: string) =>
      api.call<{ data: T[] }>('GET', `/api/v1/user/${path}`, undefined, { cookie });
    const told = await read<MessageWire>('msg?category=3');
    expect(told.body.data[0]).toMatchObject({ category: 3, note: expect.stringContaining('桥接') });
    const own = await read<TokenWire>('token');
    expect(own.body.data.find((one) => one.id === id)?.issuer).toBe(
      told.body.data[0]?.send_user_nickname,
    );
    // The server stores the time of use asynchronously.
    await vi.waitFor(async () =>
      expect((await list('q=桥接')).rows[0]).toMatchObject({
        id,
        hint: token.slice(-4),
        scopes: ['read', 'write'],
        state: 'works',
        user: { id: MEMBER },
        used_at: expect.any(String),
      }),
    );
    const whole = await (
      await api.send('GET', '/api/v2/admin/tokens.csv', undefined, { cookie: admin.cookie })
    ).text();
    expect(whole + JSON.stringify(await list())).not.toContain(token);
    expect((await admin.call('POST', `/api/v2/admin/tokens/${id}/revoke`)).status).toBe(200);
    expect(await asks()).toBe(401);
    expect((await list(`state=revoked&user=${MEMBER}`)).rows.map((row) => row.id)).toEqual([id]);
    expect((await admin.call('POST', '/api/v2/admin/tokens/99999/revoke')).status).toBe(404);
    const acts = (
      await db.execute(
        sql`
          select action, target_user_id, detail ->> 'token' as token
          from action_log
          where action like 'token.%'
          order by id`,
      )
    ).rows;
    expect(acts).toEqual([
      { action: 'token.create', target_user_id: MEMBER, token: String(id) },
      { action: 'token.revoke', target_user_id: MEMBER, token: String(id) },
    ]);
  });

  test('are sorted by their last use, unused ones at the end', async () => {
    await db.execute(sql`delete from access_token`);
    const made = [];
    for (const name of ['甲', '乙', '丙']) made.push((await issue({ name })).body.id);
    await db.execute(sql`update access_token set used_at = now() where id = ${made[1]}`);
    await db.execute(
      sql`update access_token set expires_at = now() - interval '1 day' where id = ${made[0]}`,
    );
    expect((await list('sort=-used_at')).rows.map((row) => row.id)).toEqual([
      made[1],
      made[0],
      made[2],
    ]);
    expect((await list('state=expired')).rows.map((row) => row.id)).toEqual([made[0]]);
  });

  test('aren’t created for another administrator, nor with the scope `moderate` for users who moderate nothing', async () => {
    expect((await issue({ user_id: PEOPLE.globalModerator })).status).toBe(403);
    expect((await issue({ user_id: ADMIN, scopes: ['moderate'] })).status).toBe(200);
    expect((await issue({ scopes: ['moderate'] })).body).toMatchObject({
      code: 400,
      err_payload: [{ field: 'scopes' }],
    });
    expect((await issue({ user_id: 99_999_999 })).body).toMatchObject({
      err_payload: [{ field: 'user_id' }],
    });
  });
});
