import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { DraftsReplyWire } from '#contracts/wire/own-content.ts';
import type { ThreadSourceReplyWire } from '#contracts/wire/requests.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const AUTHOR = PEOPLE.member;
const me = await api.as(AUTHOR);
const other = await api.as(PEOPLE.otherMember);
const moderator = await api.as(PEOPLE.administrator);

interface Saved {
  code: number;
  err_code?: string;
  data: { id: number; updated_at: string };
}

describe('[R27] a draft that two devices write', () => {
  beforeEach(async () => void (await db.execute(sql`delete from draft`)));
  const save = async (body: object) =>
    (await me.call<Saved>('POST', '/api/v1/thread/draft', body)).body.data;
  const list = async (query = '') =>
    (await me.call<DraftsReplyWire>('GET', `/api/v1/thread/draft${query}`)).body.data;
  const subjects = async () => (await list()).map(({ subject }) => subject).sort();

  test('exists once for a reply, also after parallel starts, and within a limit', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => save({ thread_id: 1, message: `<p>同时 ${n}</p>` })),
    );
    expect(await list('?thread_id=1')).toHaveLength(1);
    await db.execute(
      sql`insert into draft (user_id, body) select ${AUTHOR}, '{}' from generate_series(1, 94)`,
    );
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        me.call('POST', '/api/v1/thread/draft', { forum_id: 1, subject: `同时 ${n}` }),
      ),
    );
    expect(
      (
        await db.execute<{ count: number }>(
          sql`select count(*)::int as count from draft where user_id = ${AUTHOR}`,
        )
      ).rows[0]?.count,
    ).toBe(100);
  });

  test('stays one draft while each device continues from the other’s save', async () => {
    const first = await save({ forum_id: 1, subject: 'a1', base: '', writer: 'a', age: 0 });
    const second = await save({
      id: first.id,
      forum_id: 1,
      subject: 'b1',
      base: first.updated_at,
      writer: 'b',
      age: 0,
    });
    await save({
      id: first.id,
      forum_id: 1,
      subject: 'a2',
      base: second.updated_at,
      writer: 'a',
      age: 0,
    });
    expect(await subjects()).toEqual(['a2']);
  });

  test('becomes two when both changed: the newer text stays, the older is stored as a second one', async () => {
    const first = await save({ forum_id: 1, subject: 'a1', base: '', writer: 'a', age: 0 });
    await save({
      id: first.id,
      forum_id: 1,
      subject: 'b1',
      base: first.updated_at,
      writer: 'b',
      age: 0,
    });
    const third = await save({
      id: first.id,
      forum_id: 1,
      subject: 'a2',
      base: first.updated_at,
      writer: 'a',
      age: 0,
    });
    expect(third.id).toBe(first.id);
    expect(await subjects()).toEqual(['a2', 'b1']);
    expect((await list(`?id=${first.id}`)).map(({ subject }) => subject)).toEqual(['a2']);
  });

  test('retains the newer text when the older one arrives late', async () => {
    const first = await save({ forum_id: 1, subject: 'a1', base: '', writer: 'a', age: 0 });
    await save({
      id: first.id,
      forum_id: 1,
      subject: 'b1',
      base: first.updated_at,
      writer: 'b',
      age: 0,
    });
    const late = await save({
      id: first.id,
      forum_id: 1,
      subject: 'a0',
      base: first.updated_at,
      writer: 'a',
      age: 3_600,
    });
    expect(late.id).not.toBe(first.id);
    expect((await list()).map(({ subject }) => subject)).toEqual(['b1', 'a0']);
  });

  test('retains the newer text also if this machine’s clock is behind the database’s', async () => {
    const first = await save({ forum_id: 1, subject: 'a1', base: '', writer: 'a', age: 0 });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 300_000 });
    const newer = await save({
      id: first.id,
      forum_id: 1,
      subject: 'b1',
      base: '',
      writer: 'b',
      age: 0,
    });
    expect(newer.id).toBe(first.id);
    expect((await list()).map(({ subject }) => subject)).toEqual(['b1', 'a1']);
  });

  test('is not doubled by an answer that was lost, nor by the same text', async () => {
    const first = await save({ forum_id: 1, subject: 'a1', base: '', writer: 'a', age: 0 });
    await save({ id: first.id, forum_id: 1, subject: 'a2', base: '', writer: 'a', age: 0 });
    await save({ id: first.id, forum_id: 1, subject: 'a2', base: '', writer: 'b', age: 0 });
    expect(await subjects()).toEqual(['a2']);
  });

  test('of a reply contains its quote, and is stored twice when two devices started it', async () => {
    const quote = {
      post_id: 5,
      user_id: PEOPLE.otherMember,
      floor: 3,
      nickname: '某人',
      text: '原话',
    };
    await save({ thread_id: 1, message: '<p>手机</p>', quote, base: '', writer: 'a', age: 0 });
    await save({ thread_id: 1, message: '<p>电脑</p>', base: '', writer: 'b', age: 0 });
    const drafts = await list('?thread_id=1');
    expect(drafts.map((draft) => draft.message)).toEqual(['<p>电脑</p>', '<p>手机</p>']);
    expect(drafts[1]?.quote).toEqual(quote);
  });
});

describe('[R27] drafts as large as they may be', () => {
  beforeEach(async () => void (await db.execute(sql`delete from draft`)));
  const save = async (body: object) =>
    (await me.call<Saved>('POST', '/api/v1/thread/draft', body)).body;
  const list = async (query = '') =>
    (await me.call<DraftsReplyWire>('GET', `/api/v1/thread/draft${query}`)).body.data;
  const LARGEST = '一'.repeat(MAX_MESSAGE_CHARACTERS);

  test('are no longer than a post may be', async () => {
    expect(await save({ forum_id: 1, message: LARGEST })).toMatchObject({ code: 0 });
    expect(await save({ forum_id: 1, message: `${LARGEST}一` })).toMatchObject({
      err_code: 'length',
    });
    expect((await list()).map((one) => one.message)).toEqual([LARGEST]);
  });

  test('have a common limit; a refused one changes nothing, and existing ones may be shortened', async () => {
    const ids: number[] = [];
    for (let count = 1; count <= 6; count++)
      ids.push((await save({ forum_id: 1, message: LARGEST })).data.id);
    const further = await save({ forum_id: 1, message: LARGEST });
    expect(further).toMatchObject({ err_code: 'limit' });
    expect(await list()).toHaveLength(6);
    // a member may have more drafts from before the limit
    await db.execute(
      sql`
        update draft
        set body = jsonb_build_object('message', repeat('二', 400000))
        where id = ${ids[0] as number}`,
    );
    expect(await save({ id: ids[1], message: `${LARGEST.slice(1)}三` })).toMatchObject({ code: 0 });
    expect(await save({ id: ids[0], message: LARGEST })).toMatchObject({ code: 0 });
    expect(await save({ forum_id: 1, message: '<p>短</p>' })).toMatchObject({ code: 0 });
  });

  test('are listed up to a size, the smallest complete; each is complete on request', async () => {
    const small = (await save({ forum_id: 1, subject: '小', message: '<p>小</p>' })).data.id;
    const large: number[] = [];
    for (let count = 1; count <= 5; count++)
      large.push((await save({ forum_id: 1, subject: `大 ${count}`, message: LARGEST })).data.id);
    const listed = await list();
    expect(listed.map(({ id }) => id)).toEqual([...large.toReversed(), small]);
    const withheld = listed.filter((one) => one.withheld === 'tooLarge');
    expect(withheld.map(({ message }) => message)).toEqual(['', '']);
    expect(listed.filter((one) => one.message === LARGEST)).toHaveLength(3);
    expect(listed.at(-1)).toMatchObject({ withheld: null, message: '<p>小</p>' });
    for (const { id } of withheld)
      expect((await list(`?id=${id}`))[0]).toMatchObject({ withheld: null, message: LARGEST });
  });
});

describe('[R23] the source of a thread', () => {
  const begin = async () => {
    const { body } = await me.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `源文 ${Date.now() % 1e6}`,
      message: `<p onclick="x">原来的 ${Math.random()}</p>`,
      language: 'zh_CN',
    });
    return body.data.id;
  };
  const source = async (id: number, caller = me) =>
    caller.call<ThreadSourceReplyWire>('GET', `/api/v1/thread/source?id=${id}`);
  const change = (id: number, more: object, caller = me) =>
    caller.call<{ code: number; err_code?: string; data?: { checked: number } }>(
      'PUT',
      '/api/v1/thread',
      { id, subject: '改过了', message: `<p>${Math.random()}</p>`, ...more },
    );

  test('is for nobody, its author, moderators, and not for others', async () => {
    const id = await begin();
    expect((await api.call('GET', `/api/v1/thread/source?id=${id}`)).status).toBe(401);
    expect((await source(id, other)).status).toBe(403);
    expect((await source(99_999_999)).status).toBe(404);
    expect((await source(id, moderator)).body.data).toMatchObject({
      thread_id: id,
      forum_id: 1,
      type_id: 1,
      user_id: AUTHOR,
      revision: 0,
      poll_list: null,
    });
    await db.execute(sql`update thread set state = 'deleted' where id = ${id}`);
    expect((await source(id)).status).toBe(406);
  });

  test('names a revision, and a change from an older one is refused', async () => {
    const id = await begin();
    const { revision } = (await source(id)).body.data;
    expect((await change(id, { revision }, moderator)).body).toMatchObject({
      code: 0,
      data: { checked: 1 },
    });
    const late = await change(id, { revision });
    expect(late.status).toBe(409);
    expect(late.body.err_code).toBe('conflict');
    const again = (await source(id)).body.data;
    expect(again.revision).toBeGreaterThan(revision);
    expect((await change(id, { revision: again.revision })).body.code).toBe(0);
    expect((await change(id, {})).body.code).toBe(0);
  });
});

test('[R20] readers of a group’s forum may start threads in it, administrators too, and nobody else', async () => {
  await db.execute(sql`update forum set access = 'groups' where id = 2`);
  const {
    rows: [theme],
  } = await db.execute<{ id: number }>(sql`select id from theme where forum_id = 2 limit 1`);
  const begin = (caller: typeof me) =>
    caller.call('POST', '/api/v1/thread', {
      forum_id: 2,
      type_id: theme?.id,
      subject: '内部的事',
      message: `<p>${Math.random()}</p>`,
    });
  expect((await begin(moderator)).body).toMatchObject({ code: 0 });
  expect((await begin(me)).status).toBe(403);
  await db.execute(
    sql`
      insert into forum_group (forum_id, group_id)
      select 2, group_id
      from "user"
      where id = ${AUTHOR}`,
  );
  expect((await begin(me)).body).toMatchObject({ code: 0 });
});

test('[R27] a draft for a thread that its writer may not read is one for a thread that isn’t there', async () => {
  await db.execute(sql`update forum set access = 'groups' where id = 2`);
  await db.execute(sql`delete from forum_group where forum_id = 2`);
  const {
    rows: [closed],
  } = await db.execute<{ thread: number; post: number }>(
    sql`select id as thread, first_post_id as post from thread where forum_id = 2 limit 1`,
  );
  const place = (forum: number, thread: number, post: number, id?: number) => ({
    id,
    forum_id: forum,
    thread_id: thread,
    post_id: post,
    message: '<p>试</p>',
  });
  const save = async (body: object) => {
    const { data } = (await me.call<Saved>('POST', '/api/v1/thread/draft', body)).body;
    const listed = await me.call<DraftsReplyWire>('GET', `/api/v1/thread/draft?id=${data.id}`);
    const { forum_id, thread_id, post_id } = listed.body.data[0] as DraftsReplyWire['data'][number];
    return { id: data.id, named: [forum_id, thread_id, post_id] };
  };
  const [thread, post] = [closed?.thread as number, closed?.post as number];
  expect((await save(place(999, 99_999_999, 99_999_999))).named).toEqual([0, 0, 0]);
  expect((await save(place(2, thread, post))).named).toEqual([0, 0, 0]);
  await db.execute(sql`update forum set access = 'public' where id = 2`);
  const { id, named } = await save(place(2, thread, post));
  expect(named).toEqual([2, thread, post]);
  // the name stays in an existing draft: its author already knows it
  await db.execute(sql`update forum set access = 'groups' where id = 2`);
  expect((await save(place(2, thread, post, id))).named).toEqual([2, thread, post]);
});
