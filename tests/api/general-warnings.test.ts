import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import type { UndoWire, WarningWire } from '#contracts/wire/moderation.ts';
import type { ModeratedUserWire } from '#contracts/wire/moderator-view.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { adminCaller } from '../support/admin-session.ts';
import { appointModerators, type CallReply, MODERATOR, OTHER } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Warnings that aren't about a post. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [other, moderator, everywhere] = await Promise.all([
  api.as(OTHER),
  api.as(MODERATOR),
  api.as(PEOPLE.globalModerator),
]);
const admin = await adminCaller(api, db);
beforeAll(() => appointModerators(db));
beforeEach(() => db.execute(sql`delete from warning where user_id = ${OTHER}`));

type Warned = CallReply<{ id: number; count: number; undo: UndoWire[] }>;
const warn = (by = everywhere, body: object = {}) =>
  by.call<Warned>('POST', '/api/v1/thread/warning', {
    thread_id: 0,
    post_id: 0,
    comment_id: 0,
    user_id: OTHER,
    note: '请停止骚扰其他成员',
    ...body,
  });
const latestMessage = async () =>
  (await other.call<CallReply<MessageWire[]>>('GET', '/api/v1/user/msg?category=3&page=1')).body
    .data[0];
const personAs = async (by: typeof moderator) =>
  (await by.call<CallReply<ModeratedUserWire>>('GET', `/api/v2/moderation/person?user_id=${OTHER}`))
    .body.data;

test('[R29] a warning in general counts', async () => {
  expect((await warn()).body.data).toMatchObject({ count: 1 });
});

test('[R29] a warning in general has no thread in the list of moderators', async () => {
  const { id } = (await warn()).body.data;
  const listed = await moderator.call<CallReply<WarningWire[]>>(
    'GET',
    `/api/v2/moderation/warnings?user_id=${OTHER}`,
  );
  expect(listed.body.data).toMatchObject([{ id, thread_id: 0, post_id: 0, subject: '' }]);
});

test('[R30] the user receives a warning in general with its reason', async () => {
  await warn();
  expect(await latestMessage()).toMatchObject({
    act: 'user.warn.general',
    note: '你收到版主的一次警告。理由：请停止骚扰其他成员',
  });
});

test('[R29] the undo of a warning in general withdraws it', async () => {
  const [undo] = (await warn()).body.data.undo;
  await everywhere.call('POST', undo?.path as string, undo?.body);
  expect(await personAs(everywhere)).toMatchObject({ warnings_cnt: 0 });
});

test('[R30] the user is notified that a warning in general was withdrawn', async () => {
  const [undo] = (await warn()).body.data.undo;
  await everywhere.call('POST', undo?.path as string, undo?.body);
  expect(await latestMessage()).toMatchObject({
    act: 'user.unwarn.general',
    note: '你的一次警告已撤回。',
  });
});

describe('[R20] a moderator of some forums', () => {
  test('may not warn in general', async () => {
    expect((await warn(moderator)).status).toBe(403);
  });

  test('may not withdraw a warning in general', async () => {
    const [undo] = (await warn()).body.data.undo;
    expect((await moderator.call('POST', undo?.path as string, undo?.body)).status).toBe(403);
  });

  test('sees that only others may warn in general', async () => {
    expect(await personAs(moderator)).toMatchObject({ may_warn: true, may_warn_generally: false });
  });
});

test('[R20] a moderator of all forums sees that they may warn in general', async () => {
  expect(await personAs(everywhere)).toMatchObject({ may_warn_generally: true });
});

test.each([
  ['nobody has', 99_999_999, 404],
  ['is the caller’s own', PEOPLE.globalModerator, 400],
  ['is an administrator’s', PEOPLE.administrator, 403],
])('[R29] a warning in general for a number that %s is refused', async (_, userId, status) => {
  expect((await warn(everywhere, { user_id: userId })).status).toBe(status);
});

test('[R29] a warning without a post needs a user', async () => {
  expect((await warn(everywhere, { user_id: 0 })).status).toBe(404);
});

test('[R29] a warning in general needs a reason', async () => {
  expect((await warn(everywhere, { note: ' ' })).status).toBe(400);
});

describe('[R29] in the admin area', () => {
  const warnAsAdmin = () =>
    admin.call<CallReply<never> & { changed: number[]; undo: { path: string; body: object }[] }>(
      'POST',
      '/api/v2/admin/actions',
      { action: 'warn', kind: 'user', ids: [OTHER], note: '请停止骚扰其他成员' },
    );
  const person = async () =>
    (await admin.call<AdminUserWire>('GET', `/api/v2/admin/users/${OTHER}`)).body;

  test('an administrator warns a user in general', async () => {
    await warnAsAdmin();
    expect(await person()).toMatchObject({
      warnings: 1,
      warned: [{ thread_id: 0, post_id: null, subject: '', note: '请停止骚扰其他成员' }],
    });
  });

  test('the undo withdraws the warning', async () => {
    const [undo] = (await warnAsAdmin()).body.undo;
    await admin.call('POST', `/api${undo?.path}`, undo?.body);
    expect(await person()).toMatchObject({ warnings: 0 });
  });
});
