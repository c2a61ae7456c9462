import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { ConversationWire, MessageWire } from '#contracts/wire/own-content.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Private messages as conversations (R30). */

const { db } = await demoDatabase();
const api = await testApi(db);
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const THIRD = PEOPLE.fourthMember;
const me = await api.as(ME);
const other = await api.as(OTHER);
const third = await api.as(THIRD);

interface Answer<T> {
  code: number;
  err_code?: string;
  data: T;
  total_count: number;
}
const write = (by: typeof me, to: number, note: string) =>
  by.call<Answer<MessageWire>>('POST', '/api/v1/user/letter', { receive_user_id: to, note });
const list = async (by: typeof me, query = '') =>
  (await by.call<Answer<ConversationWire[]>>('GET', `/api/v1/user/letter/list${query}`)).body;

/** Number of calls that wait for a lock. */
const countWaiting = async () =>
  (
    await db.execute<{ waiting: number }>(
      sql`
        select count(*)::int as waiting
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]?.waiting;
const patience = { interval: 10, timeout: 10_000 };
const waitForLocks = (calls: number) => expect.poll(countWaiting, patience).toBe(calls);

/** Blocks private messages just before their insert, after all checks; returns the release. */
async function holdLetters(): Promise<() => Promise<void>> {
  const client = await db.$client.connect();
  await client.query('begin; lock table letter in share row exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

beforeEach(async () => {
  await db.execute(sql`delete from letter`);
  await db.execute(sql`delete from conversation`);
  await db.execute(sql`delete from letter_block`);
});

test('[R30] conversations are listed by their last private message, with unread counts', async () => {
  await write(other, ME, '<p>第一封 &amp; 一张图</p>');
  await write(other, ME, '<p>第二封</p>');
  await write(me, THIRD, '<p>写给第三个人</p>');
  const { data, total_count } = await list(me);
  expect(total_count).toBe(2);
  expect(
    data.map(({ user, unread, excerpt, last_user_id, blocked }) => [
      user.id,
      unread,
      excerpt,
      last_user_id,
      blocked,
    ]),
  ).toEqual([
    [THIRD, 0, '写给第三个人', ME, 0],
    [OTHER, 2, '第二封', OTHER, 0],
  ]);
  await me.call('GET', `/api/v1/user/letter?receive_user_id=${OTHER}`);
  expect((await list(me)).data.map(({ unread }) => unread)).toEqual([0, 0]);
  expect((await list(me, '?limit=1&offset=1')).data.map(({ user }) => user.id)).toEqual([OTHER]);
  expect((await list(third)).data).toMatchObject([{ user: { id: ME }, unread: 1 }]);
});

test('[R30] older private messages are read from before a given one, despite new arrivals', async () => {
  const ids: number[] = [];
  for (let n = 1; n <= 5; n++)
    ids.push(
      (await write(n % 2 ? me : other, n % 2 ? OTHER : ME, `<p>第 ${n} 封</p>`)).body.data.id,
    );
  const read = async (query: string) =>
    (
      await me.call<Answer<MessageWire[]>>(
        'GET',
        `/api/v1/user/letter?receive_user_id=${OTHER}&limit=2${query}`,
      )
    ).body.data.map(({ id }) => id);
  expect(await read('')).toEqual([ids[3], ids[4]]);
  await write(other, ME, '<p>新来的</p>');
  expect(await read(`&before=${ids[3]}`)).toEqual([ids[1], ids[2]]);
  expect(
    (await me.call('GET', `/api/v1/user/letter?receive_user_id=${OTHER}&before=x`)).status,
  ).toBe(400);
});

test('[R30] deleting a private message shows its sender the one before it, and the last one ends the conversation; the other member retains both', async () => {
  const first = (await write(other, ME, '<p>一</p>')).body.data.id;
  const second = (await write(other, ME, '<p>二</p>')).body.data.id;
  const remove = (id: number) => me.call('DELETE', `/api/v1/user/msg?id=${id}&category=5`);
  await remove(second);
  expect((await list(me)).data.map(({ excerpt }) => excerpt)).toEqual(['一']);
  await remove(first);
  expect(await list(me)).toMatchObject({ data: [], total_count: 0 });
  expect((await list(other)).data.map(({ excerpt }) => excerpt)).toEqual(['二']);
});

test('[R14, R30] the same private message twice in a row is refused, also at the same moment; an answer in between allows it', async () => {
  const goOn = await holdLetters();
  const both = Promise.all([write(me, OTHER, '<p>在吗</p>'), write(me, OTHER, '<p>在吗</p>')]);
  await waitForLocks(2);
  await goOn();
  const results = await both;
  expect(results.map(({ body }) => body.err_code ?? 'ok').sort()).toEqual(['ok', 'repeat']);
  await write(other, ME, '<p>在</p>');
  expect((await write(me, OTHER, '<p>在吗</p>')).body.code).toBe(0);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('禁用词甲', '禁用词甲', 'ban', 10000)`,
  );
  expect((await write(me, OTHER, '<p>禁用词甲</p>')).body).toMatchObject({
    err_code: 'verify',
    err_payload: ['禁用词甲'],
  });
});

test('[R30] a member blocks private messages of another one, until they allow them again', async () => {
  const block = (body: unknown, by = me) =>
    by.call<Answer<never>>('POST', '/api/v1/user/letter/block', body);
  expect((await block({ user_id: OTHER, blocked: true })).body.code).toBe(0);
  expect((await block({ user_id: OTHER, blocked: true })).body.code).toBe(0);
  expect((await write(other, ME, '<p>你好</p>')).body).toMatchObject({
    err_code: 'refused',
    msg: '对方已设置不接收你的私信',
  });
  expect(
    (await me.call<Answer<boolean>>('GET', `/api/v1/user/letter/block?user_id=${OTHER}`)).body.data,
  ).toBe(true);
  expect((await write(third, ME, '<p>我没被屏蔽</p>')).body.code).toBe(0);
  await block({ user_id: OTHER, blocked: false });
  expect((await write(other, ME, '<p>你好</p>')).body.code).toBe(0);
  expect((await block({ user_id: ME, blocked: true })).status).toBe(404);
  expect((await block({ user_id: 99_999_999, blocked: true })).status).toBe(404);
  expect((await block({ user_id: 'x', blocked: 1 })).status).toBe(400);
  expect((await block({ user_id: OTHER, blocked: true }, await api.as(ME, ['read']))).status).toBe(
    403,
  );
});

test('[R20, R30] visitors have no private messages', async () => {
  for (const [method, path, body] of [
    ['GET', '/letter/list', undefined],
    ['GET', `/letter/block?user_id=${ME}`, undefined],
    ['POST', '/letter/block', { user_id: ME, blocked: true }],
    ['GET', `/letter?receive_user_id=${ME}`, undefined],
  ] as const)
    expect((await api.call(method, `/api/v1/user${path}`, body)).status).toBe(401);
});

test('[R30] deleting a private message while another one is being written leaves a conversation with the new one', async () => {
  const first = (await write(other, ME, '<p>旧的</p>')).body.data.id;
  // a private message as domain/letters/send.ts writes it, not committed yet
  const writing = await db.$client.connect();
  await writing.query('begin');
  await writing.query(`select pg_advisory_xact_lock(${ME}, ${OTHER})`);
  await writing.query(`
    with l as (
      insert into letter (sender_id, receiver_id, html, source, policy)
      values (${OTHER}, ${ME}, '<p>新的</p>', '<p>新的</p>', 1)
      returning id
    )
    insert into conversation (user_id, other_id, last_letter_id)
    select unnest(array[${ME}, ${OTHER}]), unnest(array[${OTHER}, ${ME}]), id
    from l
    on conflict (user_id, other_id) do update set last_letter_id = excluded.last_letter_id`);
  const removing = me.call('DELETE', `/api/v1/user/msg?id=${first}&category=5`);
  await waitForLocks(1);
  await writing.query('commit');
  writing.release();
  await removing;
  expect((await list(me)).data.map(({ excerpt }) => excerpt)).toEqual(['新的']);
});

test('[R30] deleting a private message isn’t blocked by a write in another conversation', async () => {
  const { id } = (await write(other, ME, '<p>不要了</p>')).body.data;
  await write(third, ME, '<p>还在聊</p>');
  // as domain/letters/lock-conversation.ts does it
  const writing = await db.$client.connect();
  await writing.query('begin');
  await writing.query(`
    select pg_advisory_xact_lock(${Math.min(ME, THIRD)}, ${Math.max(ME, THIRD)})`);
  let end = '';
  const removing = me.call('DELETE', `/api/v1/user/msg?id=${id}&category=5`).finally(() => {
    end ||= 'removed';
  });
  await expect
    .poll(async () => end || ((await countWaiting()) === 1 ? 'waits' : ''), patience)
    .not.toBe('');
  end ||= 'waits';
  await writing.query('rollback');
  writing.release();
  await removing;
  expect(end).toBe('removed');
  expect((await list(me)).data.map(({ excerpt }) => excerpt)).toEqual(['还在聊']);
});

test('[R30] two private messages deleted at once leave no conversation that shows one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const ids: number[] = [];
    for (const note of ['一', '二', '三'])
      ids.push((await write(other, ME, `<p>第 ${round} 轮 ${note}</p>`)).body.data.id);
    await Promise.all([
      me.call('DELETE', `/api/v1/user/msg?id=${ids[1]}&category=5`),
      me.call('DELETE', `/api/v1/user/msg?id=${ids[2]}&category=5`),
    ]);
    expect((await list(me)).data.map(({ excerpt }) => excerpt)).toEqual([`第 ${round} 轮 一`]);
  }
});

test('[R30] a member who blocks private messages gets none from then on, not even one in flight', async () => {
  await write(other, ME, '<p>之前的</p>');
  const goOn = await holdLetters();
  const writing = write(other, ME, '<p>正在写的</p>');
  await waitForLocks(1);
  const refusing = me
    .call('POST', '/api/v1/user/letter/block', { user_id: OTHER, blocked: true })
    .then(async () => (await list(me)).data[0]?.excerpt);
  await Promise.race([waitForLocks(2), refusing]);
  await goOn();
  await writing;
  expect((await list(me)).data[0]?.excerpt).toBe(await refusing);
});
