import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { FRESH_LOGIN_SECONDS } from '#auth/guards.ts';
import { appearanceOf } from '#contracts/appearance.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import type { AccountDeletionWire } from '#contracts/wire/own-data.ts';
import { deleteAccount, deleteDueAccounts } from '#domain/own-data/delete-account.ts';
import { adminCaller } from '../support/admin-session.ts';
import { browserHeaders } from '../support/browser-session.ts';
import { findWrongCounters } from '../support/counter-check.ts';
import { type MadeThread, member, thread } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const DAY_MS = 86_400_000;
const SECRET = '只有我自己看的话';

interface Answer<T = AccountDeletionWire | null> {
  code: number;
  err_code?: string;
  data: T;
}

let id: number;
let other: number;
let me: Caller;
let them: Caller;
let headers: Record<string, string>;
let mine: MadeThread;
let theirs: MadeThread;

beforeEach(async () => {
  [id, other] = [await member(db), await member(db)];
  [me, them] = [await api.as(id), await api.as(other)];
  headers = await browserHeaders(db, id);
  mine = await thread(db, { author: id, replies: 2 });
  theirs = await thread(db, { author: other, replies: 1 });
});

const order = (posts: string, by = headers) =>
  api.call<Answer>('POST', '/api/v2/user/deletion', { posts }, by);
const revoke = (by = headers) => api.call<Answer>('DELETE', '/api/v2/user/deletion', undefined, by);
const status = async () => (await me.call<Answer>('GET', '/api/v2/user/deletion')).body.data;
const notices = async () =>
  (await me.call<{ data: MessageWire[] }>('GET', '/api/v1/user/msg?category=3')).body.data.map(
    ({ act }) => act,
  );
const makeDue = () =>
  db.execute(sql`update account_deletion set due_at = now() where user_id = ${id}`);
const takenDown: string[] = [];
const context = (signal = new AbortController().signal) => ({
  db,
  timeZone: 'Asia/Shanghai',
  takeDown: async (tags: readonly string[]) => void takenDown.push(...tags),
  signal,
});
const count = async (from: string): Promise<number> =>
  Number((await db.execute(sql.raw(`select count(*) as n from ${from}`))).rows[0]?.n);
const readUser = async () =>
  (await db.execute(sql`select * from "user" where id = ${id}`)).rows[0] as Record<string, unknown>;

/** A reply and a comment in another member's thread. */
async function writeThere() {
  const reply = await me.call<{ data: { id: number } }>('POST', '/api/v1/post', {
    thread_id: theirs.id,
    message: `<p>${SECRET.length} 条回复 ${id}</p>`,
  });
  await me.call('POST', '/api/v1/post/comment', {
    post_id: theirs.replies[0],
    message: `<p>一条评论 ${id}</p>`,
  });
  return reply.body.data.id;
}

async function ownThings() {
  await me.call('POST', '/api/v1/user/letter', { receive_user_id: other, note: '<p>你好</p>' });
  await them.call('POST', '/api/v1/user/letter', { receive_user_id: id, note: '<p>收到</p>' });
  await db.execute(
    sql`insert into draft (user_id, body) values (${id}, ${JSON.stringify({ message: SECRET })})`,
  );
  await me.call('POST', '/api/v2/user/bookmark', {
    post_id: theirs.replies[0],
    note: SECRET,
    remind_at: new Date(Date.now() + DAY_MS).toISOString(),
  });
  await me.call('POST', '/api/v1/thread/favorite', { id: theirs.id });
  await db.execute(sql`
    update "user"
    set
      email = 'me@example.org',
      mobile = '1234',
      realname = '真名',
      description = ${SECRET},
      avatar = 'https://example.org/a.png',
      issuer = 'https://login.example',
      subject = ${`sub-${id}`}
    where id = ${id}`);
}

test('[R35] a member who requests deletion learns the date, can change the fate of the posts, and can cancel it', async () => {
  expect(await status()).toBeNull();
  expect((await order('keep')).body).toMatchObject({
    code: 0,
    data: { posts: 'keep', by_administrator: false, reason: '' },
  });
  const due = Date.parse((await status())?.due_at ?? '');
  expect(due - Date.parse((await status())?.created_at ?? '')).toBe(DELETION_DELAY_DAYS * DAY_MS);
  await order('delete');
  expect(await status()).toMatchObject({ posts: 'delete', due_at: new Date(due).toISOString() });
  expect(await notices()).toEqual(['user.deletion']);
  expect((await revoke()).body.code).toBe(0);
  expect(await status()).toBeNull();
  expect(await notices()).toEqual(['user.deletion_revoked', 'user.deletion']);
  expect((await revoke()).body.code).toBe(0);
  expect(await notices()).toHaveLength(2);
});

test('[R35] requesting deletion needs a recent login in a browser; cancelling it needs a browser only', async () => {
  const stale = await browserHeaders(db, id, FRESH_LOGIN_SECONDS + 1);
  expect((await api.call('POST', '/api/v2/user/deletion', { posts: 'keep' })).status).toBe(401);
  expect((await order('keep', stale)).body).toMatchObject({ err_code: 'loginAgain' });
  expect((await me.call('POST', '/api/v2/user/deletion', { posts: 'keep' })).status).toBe(403);
  expect((await order('sell')).status).toBe(400);
  expect(await status()).toBeNull();
  await order('keep');
  expect((await me.call('DELETE', '/api/v2/user/deletion')).status).toBe(403);
  expect((await revoke(stale)).body.code).toBe(0);
});

test.each([
  ['the same', (name: string) => name],
  ['one that looks the same', (name: string) => `${name}.`],
])('[R35] the name of a deleted account stays reserved for 30 days: %s', async (_, change) => {
  const name = `Harbour ${id}`;
  await db.execute(sql`
    update "user"
    set nickname = ${name}, name_appearance = ${appearanceOf(name)}
    where id = ${id}`);
  await order('keep');
  await makeDue();
  await deleteAccount(context(), id);
  const choose = async () =>
    (await them.call<Answer>('PUT', '/api/v1/user/info', { nickname: change(name) })).body;
  expect(await choose()).toMatchObject({ err_code: 'nameKept' });
  await db.execute(sql`
    update former_name
    set released_at = now() - interval '31 days'
    where user_id = ${id}`);
  expect((await choose()).code).toBe(0);
});

test('[R35] nothing happens before the date; then the account becomes a former member, private data is deleted, and posts stay', async () => {
  const reply = await writeThere();
  await ownThings();
  await order('keep');
  expect(await deleteAccount(context(), id)).toBe(false);
  await makeDue();
  expect(await deleteAccount(context(), id)).toBe(true);
  expect(await readUser()).toMatchObject({
    nickname: `已注销用户-${id}`,
    username: `former-member-${id}`,
    issuer: null,
    subject: null,
    email: '',
    mobile: '',
    realname: '',
    description: '',
    avatar: '',
  });
  for (const table of [
    'draft',
    'bookmark',
    'thread_favourite',
    'watch',
    'notification',
    'conversation',
    'session',
    'access_token',
    'thread_read',
    'sign_in',
  ])
    expect([table, await count(`${table} where user_id = ${id}`)]).toEqual([table, 0]);
  expect(await count(`post where user_id = ${id} and created_ip <> ''`)).toBe(0);
  expect(
    await count(
      `graphile_worker._private_jobs where key like 'bookmark:%' and payload ->> 'bookmark' not in (select id::text from bookmark)`,
    ),
  ).toBe(0);
  expect(await count(`post where id = ${reply} and state = 'normal'`)).toBe(1);
  expect((await me.call('GET', '/api/v1/user/settings')).status).toBe(401);
  const { body } = await them.call<{ data: { user: { nickname: string } }[] }>(
    'GET',
    '/api/v1/user/letter/list',
  );
  expect(body.data.map(({ user }) => user.nickname)).toEqual([`已注销用户-${id}`]);
  expect(await findWrongCounters(db)).toEqual([]);
  expect((await revoke(await browserHeaders(db, id))).body.err_code).toBe('leaving');
});

test('[R35] posts to be deleted are taken down as by their author, in every forum, and counters stay right', async () => {
  const reply = await writeThere();
  await db.execute(sql`update "user" set language = 'en' where id = ${id}`);
  await order('delete');
  await makeDue();
  takenDown.length = 0;
  expect(await deleteDueAccounts(context())).toBe(1);
  expect((await readUser()).nickname).toBe(`former-member-${id}`);
  expect(await count(`thread where id = ${mine.id} and state = 'deleted'`)).toBe(1);
  expect(await count(`post where id = ${reply} and state = 'deleted'`)).toBe(1);
  expect(await count(`comment where user_id = ${id} and state <> 'deleted'`)).toBe(0);
  expect(await count(`post where user_id = ${other} and state <> 'normal'`)).toBe(0);
  expect(takenDown).toContain(`t:${mine.id}`);
  expect(await findWrongCounters(db)).toEqual([]);
  expect(await deleteDueAccounts(context())).toBe(0);
});

test('[R35] an interrupted deletion continues with the rest', async () => {
  const more = await thread(db, { author: id });
  await writeThere();
  await ownThings();
  await order('delete');
  await makeDue();
  const ending = new AbortController();
  const stopping = {
    ...context(ending.signal),
    takeDown: async () => ending.abort(new Error('the process ends')),
  };
  await expect(deleteAccount(stopping, id)).rejects.toThrow('the process ends');
  expect(await count(`thread where user_id = ${id} and state = 'deleted'`)).toBe(1);
  expect(await count(`bookmark where user_id = ${id}`)).toBe(1);
  expect((await revoke(await browserHeaders(db, id))).body.err_code).toBe('leaving');
  expect(await deleteAccount(context(), id)).toBe(true);
  expect(await count(`thread where id in (${mine.id}, ${more.id}) and state = 'deleted'`)).toBe(2);
  expect(await count(`bookmark where user_id = ${id}`)).toBe(0);
  expect(await deleteAccount(context(), id)).toBe(false);
  expect(await findWrongCounters(db)).toEqual([]);
});

test('[R20] the last administrator can’t leave, nor can the last two at once', async () => {
  const { rows } = await db.execute<{ id: number; group_id: number }>(
    sql`
      select id, group_id
      from "user"
      where group_id in (10000, 10001) or id in (10000, 10001)
      order by id`,
  );
  const [first, second] = [
    await member(db, { groupId: 10_000 }),
    await member(db, { groupId: 10_000 }),
  ];
  const ids = sql.raw(rows.map((row) => row.id).join(', '));
  await db.execute(sql`update "user" set left_at = now() where id in (${ids})`);
  try {
    const [one, two] = [await browserHeaders(db, first), await browserHeaders(db, second)];
    const answers = await Promise.all([order('keep', one), order('keep', two)]);
    expect(answers.map(({ body }) => body.err_code ?? 'ok').toSorted()).toEqual([
      'lastAdministrator',
      'ok',
    ]);
    // The remaining administrator loses the office meanwhile.
    await db.execute(sql`update "user" set group_id = 10 where id = ${second}`);
    const leaving = answers[0]?.body.err_code ? second : first;
    await db.execute(sql`update "user" set group_id = 10000 where id = ${leaving}`);
    await db.execute(sql`update "user" set group_id = 10 where id = ${first + second - leaving}`);
    await db.execute(sql`update account_deletion set due_at = now() where user_id = ${leaving}`);
    expect(await deleteAccount(context(), leaving)).toBe(false);
    expect(await count(`account_deletion where user_id = ${leaving} and due_at > now()`)).toBe(1);
  } finally {
    await db.execute(sql`update "user" set left_at = null where id in (${ids})`);
    await db.execute(sql`update "user" set group_id = 10 where id in (${first}, ${second})`);
  }
});

test('[R20] an administrator requests and cancels the deletion of an account with a reason, which the person and the log get', async () => {
  const admin = await adminCaller(api, db);
  const path = `/api/v2/admin/users/${id}`;
  const body = { posts: 'keep', reason: '本人来信要求' };
  expect((await them.call('POST', `${path}/deletion`, body)).status).toBe(403);
  expect(
    (await admin.call('POST', `${path}/deletion`, { posts: 'keep', reason: ' ' })).status,
  ).toBe(400);
  expect((await admin.call('POST', `${path}/deletion`, body)).body).toMatchObject({
    posts: 'keep',
    by_administrator: true,
    reason: body.reason,
  });
  expect((await admin.call('GET', `${path}/own-data`)).body).toMatchObject({
    deletion: { posts: 'keep' },
    left_at: null,
  });
  expect(
    (await admin.call('POST', `${path}/deletion/revoke`, { reason: '又想留下' })).body,
  ).toMatchObject({ code: 0 });
  expect(await status()).toBeNull();
  expect(await notices()).toEqual(['user.deletion_revoked', 'user.deletion']);
  const { rows } = await db.execute<{ action: string; reason: string }>(
    sql`select action, reason from action_log where target_user_id = ${id} order by id`,
  );
  expect(rows).toEqual([
    { action: 'user.deletion', reason: body.reason },
    { action: 'user.deletion_revoked', reason: '又想留下' },
  ]);
});
