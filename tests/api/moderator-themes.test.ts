import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminCaller } from '../support/admin-session.ts';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  freshMessage,
  MEMBER,
  MODERATOR,
  OTHER_MODERATOR,
} from '../support/moderation-api.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* A theme that only moderators may choose. */

const { db } = await demoDatabase();
const api = await testApi(db);
await appointModerators(db);
const [admin, member, moderator, foreignModerator, globalModerator] = await Promise.all([
  adminCaller(api, db),
  api.as(MEMBER),
  api.as(MODERATOR),
  api.as(OTHER_MODERATOR),
  api.as(ADMIN),
]);

const FIELDS = { name: '公告', name_en: 'Notice', moderators_only: true };
const { id: reserved } = (
  await admin.call<{ id: number }>('POST', '/api/v2/admin/forums/1/themes', FIELDS)
).body;
const OPEN = 1;

const choiceOf = async (caller: Pick<Caller, 'call'>): Promise<boolean | undefined> =>
  (
    await caller.call<{ id: number; may_choose: boolean }[]>(
      'GET',
      '/api/v1/forum/theme?forum_id=1',
    )
  ).body.find(({ id }) => id === reserved)?.may_choose;

let count = 0;
const begin = (caller: Caller, type_id: number) =>
  caller.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id,
    subject: `公告试题 ${++count}`,
    message: freshMessage(),
    language: 'zh_CN',
  });
const edit = (caller: Caller, id: number, type_id: number) =>
  caller.call<CallReply<unknown>>('PUT', '/api/v1/thread', {
    id,
    type_id,
    subject: `改过的试题 ${++count}`,
    message: freshMessage(),
  });
const themeOf = async (id: number): Promise<unknown> =>
  (await db.execute(sql`select theme_id from thread where id = ${id}`)).rows[0]?.theme_id;

const REFUSED = { code: 403, err_code: 'moderatorsOnly', msg: '这个分类只有版主可以使用' };

test('[R22] the kinds of thread say which the caller may choose', async () => {
  expect(
    await Promise.all([api, member, foreignModerator, moderator, globalModerator].map(choiceOf)),
  ).toEqual([false, false, false, true, true]);
});

test('[R22] a member can’t begin a thread of a kind for moderators', async () => {
  expect((await begin(member, reserved)).body).toMatchObject(REFUSED);
  expect((await begin(foreignModerator, reserved)).body).toMatchObject(REFUSED);
});

test('[R22] a moderator of the forum begins a thread of a kind for moderators', async () => {
  expect((await begin(moderator, reserved)).body).toMatchObject({ code: 0 });
});

test('[R22] an author can’t change a thread to a kind for moderators', async () => {
  const { id } = (await begin(member, OPEN)).body.data;
  expect((await edit(member, id, reserved)).body).toMatchObject(REFUSED);
  expect(await themeOf(id)).toBe(OPEN);
});

test('[R22] an author edits a thread that a moderator made one of a kind for moderators', async () => {
  const { id } = (await begin(member, OPEN)).body.data;
  expect((await edit(moderator, id, reserved)).body).toMatchObject({ code: 0 });
  expect((await edit(member, id, reserved)).body).toMatchObject({ code: 0 });
  expect(await themeOf(id)).toBe(reserved);
});

test('[R23] a thread moved to a forum without a kind gets one that its mover may choose', async () => {
  await db.execute(sql`update theme set rank = -1 where id = ${reserved}`);
  const { body: themes } = await foreignModerator.call<{ id: number }[]>(
    'GET',
    '/api/v1/forum/theme?forum_id=2',
  );
  const { body } = await foreignModerator.call<CallReply<{ id: number }>>(
    'POST',
    '/api/v1/thread',
    {
      forum_id: 2,
      type_id: themes[0]?.id,
      subject: '要搬走的题',
      message: freshMessage(),
      language: 'zh_CN',
    },
  );
  const move = (theme?: number) =>
    foreignModerator.call('POST', '/api/v2/user/threads/move', {
      ids: [body.data.id],
      forum_id: 1,
      theme_id: theme,
    });
  expect((await move(reserved)).body).toMatchObject({ code: 404 });
  expect((await move()).body).toMatchObject({ code: 0 });
  expect(await themeOf(body.data.id)).toBe(OPEN);
});
