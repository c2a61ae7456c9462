import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { GROUP_RIGHTS } from '#contracts/admin-choices.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const MEMBER = PEOPLE.member;

const READS = [
  'me',
  'find?q=a',
  'dashboard',
  'dashboard.csv',
  'config',
  'forums',
  'words',
  'words.csv',
  'publishing',
  'publishing/pages',
  'publishing/pages.csv',
  'publishing/failures',
  'publishing/failures.csv',
  'jobs',
  'jobs/1',
  'jobs/1/items',
  'jobs/1/items.csv',
  'reports',
  'reports.csv',
  'reports/open',
  'reports/1',
  'review',
  'review.csv',
  'written',
  'written.csv',
  'log',
  'log.csv',
  'users',
  'users.csv',
  `users/${MEMBER}`,
  'groups',
  'tokens',
  'tokens.csv',
  'setup',
  'mail',
  'mail/letters',
  'mail/letters.csv',
];
const WRITES = [
  ['PUT', 'config/notify'],
  ['POST', 'pictures'],
  ['POST', 'sections'],
  ['PUT', 'sections/1'],
  ['DELETE', 'sections/1'],
  ['POST', 'forums'],
  ['PUT', 'forums/1'],
  ['DELETE', 'forums/1'],
  ['PUT', 'forums/order'],
  ['PUT', 'forums/1/moderators'],
  ['POST', 'forums/1/themes'],
  ['PUT', 'forums/1/themes/order'],
  ['PUT', 'themes/1'],
  ['DELETE', 'themes/1'],
  ['POST', 'words'],
  ['PUT', 'words/1'],
  ['POST', 'words/enable'],
  ['POST', 'words/delete'],
  ['POST', 'words/try'],
  ['POST', 'words/dry-run'],
  ['POST', 'publishing/jobs'],
  ['POST', 'jobs/1/cancel'],
  ['POST', 'reports/1'],
  ['POST', 'review'],
  ['POST', 'actions'],
  ['POST', 'written/purge'],
  ['POST', `users/${MEMBER}/personal`],
  ['PUT', `users/${MEMBER}/group`],
  ['POST', `users/${MEMBER}/sessions/end`],
  ['POST', 'groups'],
  ['PUT', 'groups/10'],
  ['DELETE', 'groups/10'],
  ['POST', 'tokens'],
  ['POST', 'tokens/1/revoke'],
  ['POST', 'logout'],
] as const;
const CALLS = [...READS.map((path) => ['GET', path] as const), ...WRITES];

const moderator = (
  (
    await db.execute(
      sql`
        select m.user_id as id
        from forum_moderator m
        join "user" u on u.id = m.user_id
        where u.group_id not in (10000, 10001) and u.id > 10001
        limit 1`,
    )
  ).rows[0] as { id: number }
).id;

describe('[R19][R20] a call of the admin area', () => {
  test.each(CALLS)(
    '%s %s is refused to visitors, members, moderators and programs',
    async (method, path) => {
      const address = `/api/v2/admin/${path}`;
      const site = await createSession(db, { userId: ADMIN, kind: 'site', ip: '', userAgent: '' });
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const visitor = await api.call(method, address, body);
      const onSite = await api.call(method, address, body, {
        cookie: `bbs=${site}; XSRF-TOKEN=${deriveXsrfToken(site)}`,
        'x-xsrf-token': deriveXsrfToken(site),
      });
      expect([visitor.status, onSite.status]).toEqual([401, 401]);
      for (const userId of [MEMBER, moderator])
        expect(
          (await (await adminCaller(api, db, userId)).call(method, address, body)).status,
        ).toBe(403);
      expect((await (await api.as(ADMIN)).call(method, address, body)).status).toBe(403);
    },
  );

  test.each(WRITES)(
    '%s %s without the anti-forgery header changes nothing',
    async (method, path) => {
      const forged = await adminCaller(api, db, ADMIN, { xsrf: false });
      expect((await forged.call(method, `/api/v2/admin/${path}`, {})).body).toMatchObject({
        code: 403,
        err_code: 'csrf',
      });
    },
  );

  test('is for administrators, and never cached on the way', async () => {
    const me = await (await adminCaller(api, db)).call('GET', '/api/v2/admin/me');
    expect([me.status, me.body.id, me.headers.get('cache-control')]).toEqual([
      200,
      ADMIN,
      'no-store',
    ]);
  });

  test('works for the users 10000 and 10001 in any group', async () => {
    await db.execute(sql`update "user" set group_id = 10 where id = 10001`);
    expect(
      (await (await adminCaller(api, db, PEOPLE.globalModerator)).call('GET', '/api/v2/admin/me'))
        .status,
    ).toBe(200);
  });

  test('ends with its session: after a logout of the area nobody is there', async () => {
    const caller = await adminCaller(api, db);
    expect((await caller.call('POST', '/api/v2/admin/logout')).status).toBe(200);
    expect((await caller.call('GET', '/api/v2/admin/me')).status).toBe(401);
  });
});

const GROUP = {
  name: '译者',
  name_en: 'Translators',
  ...Object.fromEntries(GROUP_RIGHTS.map((right) => [right, false])),
};
const HANDING_OUT: [method: string, path: string, body?: object][] = [
  ['PUT', 'forums/1/moderators', { ids: [MEMBER] }],
  ['PUT', `users/${MEMBER}/group`, { group_id: 30, was: 10, reason: '调入' }],
  ['POST', 'actions', { action: 'ban', kind: 'user', ids: [10001], note: '账号被盗', seen: 0 }],
  ['POST', 'actions', { action: 'liftBan', kind: 'user', ids: [10001], seen: 0 }],
  ['POST', 'groups', GROUP],
  ['PUT', 'groups/10', { ...GROUP, version: 1 }],
  ['DELETE', 'groups/100'],
  ['POST', `users/${MEMBER}/personal`, {}],
  ['POST', 'written/purge', { kind: 'reply', ids: [1], note: '' }],
  ['PUT', 'config/iframe_allow', { value: { daemon: [] }, version: 99 }],
  ['POST', 'tokens', { user_id: MEMBER, name: 'x', scopes: ['read'], days: 30 }],
  ['POST', 'tokens/1/revoke', {}],
];

describe('[R19] granting rights', () => {
  test.each(HANDING_OUT)(
    'needs a login of the last ten minutes: %s %s',
    async (method, path, body) => {
      const call = async (ago: number) =>
        (
          await (
            await adminCaller(api, db, ADMIN, { ago })
          ).call(method, `/api/v2/admin/${path}`, body)
        ).body;
      expect(await call(601)).toMatchObject({ code: 401, err_code: 'loginAgain' });
      expect(await call(590)).not.toMatchObject({ code: 401 });
    },
  );

  test('needs it for banning an administrator by a call of the site too; a token never can', async () => {
    const crime = { user_id: PEOPLE.globalModerator, action: 2, reason: '账号被盗' };
    expect(
      (await (await api.as(ADMIN)).call('POST', '/api/v1/user/crime', crime)).body,
    ).toMatchObject({ code: 401, err_code: 'loginAgain' });
    const onSite = async (ago: number) => {
      const token = await createSession(db, {
        userId: ADMIN,
        kind: 'site',
        ip: '',
        userAgent: '',
        authenticatedAt: new Date(Date.now() - ago * 1_000),
      });
      return (
        await api.call('POST', '/api/v1/user/crime', crime, {
          cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
          'x-xsrf-token': deriveXsrfToken(token),
        })
      ).body;
    };
    expect(await onSite(601)).toMatchObject({ code: 401, err_code: 'loginAgain' });
    expect(await onSite(590)).toMatchObject({ code: 0 });
    await db.execute(
      sql`update "user" set banned_from = null, banned_until = null where id = 10001`,
    );
  });

  test('leaves one row in the action log, with its target', async () => {
    await db.execute(sql`delete from forum_moderator where forum_id = 2`);
    const caller = await adminCaller(api, db, ADMIN, { ago: 0 });
    const path = '/api/v2/admin/forums/2/moderators';
    expect((await caller.call('PUT', path, { ids: [MEMBER] })).status).toBe(200);
    const rows = (
      await db.execute(
        sql`
          select action, actor_id, target_forum_id, detail
          from action_log
          where action = 'forum.moderators' and target_forum_id = 2`,
      )
    ).rows;
    expect(rows).toEqual([
      expect.objectContaining({
        actor_id: ADMIN,
        target_forum_id: 2,
        detail: expect.objectContaining({ after: [MEMBER] }),
      }),
    ]);
  });
});
