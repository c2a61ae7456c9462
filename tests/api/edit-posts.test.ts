import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cacheTag } from '#outbox/cache-tags.ts';
import { urgency } from '#outbox/invalidation.ts';
import { thread as threadOf } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { queueOnRow } from '../support/queue-on-row.ts';
import { createPosts } from '../support/sample-posts.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Changes of existing threads and replies: edits, deletions, likes, favourites. */

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const moderator = await api.as(PEOPLE.globalModerator);
const { one, numbers, newThread, reply } = createPosts(db, member);
/** Tags that were invalidated since the last call. */
const touched = async () =>
  (await db.execute<{ tag: string }>(sql`delete from invalidation returning tag`)).rows.map(
    ({ tag }) => tag,
  );

test('[R24] an edit stores the former text, and only the author or a moderator may edit', async () => {
  const thread = await newThread();
  const { data } = (await reply(thread, '<p>第一稿</p>')).body;
  expect(
    (await other.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>别人改</p>' }))
      .status,
  ).toBe(403);
  expect(
    (await member.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>第二稿</p>' }))
      .body,
  ).toMatchObject({ code: 0 });
  expect(
    (await moderator.call('PUT', '/api/v1/thread/post', { id: data.id, message: '<p>第三稿</p>' }))
      .body,
  ).toMatchObject({ code: 0 });
  const { rows } = await db.execute(
    sql`select editor_id, source from post_revision where post_id = ${data.id} order by id`,
  );
  expect(rows).toEqual([
    { editor_id: PEOPLE.member, source: '<p>第一稿</p>' },
    { editor_id: 10001, source: '<p>第二稿</p>' },
  ]);
});

test('[R24] of two edits at once, the second stores the text of the first', async () => {
  const { id } = (await reply(await newThread(), '<p>一</p>')).body.data;
  const edit = (message: string) => () =>
    member.call('PUT', '/api/v1/thread/post', { id, message });
  await queueOnRow(db, 'post', id, edit('<p>二</p>'), edit('<p>三</p>'));
  const { rows } = await db.execute<{ source: string }>(
    sql`select source from post_revision where post_id = ${id} order by id`,
  );
  expect(rows.map(({ source }) => source)).toEqual(['<p>一</p>', '<p>二</p>']);
});

test('[R24, R40] an edited reply re-renders its pages: of its thread, of quotes, of its author', async () => {
  const { id: thread, replies } = await threadOf(db, { replies: 20, replier: PEOPLE.member });
  const id = replies[0] as number;
  await reply(thread, '<p>说得对</p>', other, { quote_post_id: id });
  await touched();
  await member.call('PUT', '/api/v1/thread/post', { id, message: '<p>改了一个字</p>' });
  expect((await touched()).sort()).toEqual([
    `t:${thread}:p1`,
    `t:${thread}:p2`,
    `u:${PEOPLE.member}:page`,
  ]);
});

test('[R24, R40] a new reply has the lists rendered in which its thread moves up, of its forum and of all', async () => {
  const { id: thread } = await threadOf(db);
  await touched();
  await reply(thread);
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from invalidation where urgency = ${urgency.list}`);
  expect(rows.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining([`r:${thread}`, 'l:0:latest', 'l:1:latest']),
  );
});

test('[R22, R40] a new reply has the counts of today rendered, and its author’s page', async () => {
  await touched();
  await reply(await newThread());
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from invalidation where urgency = ${urgency.counts}`);
  expect(rows.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining([cacheTag.today(), cacheTag.userPage(PEOPLE.member)]),
  );
});

test('[R20] a banned author doesn’t get their thread’s text to change it', async () => {
  const path = `/api/v1/thread/source?id=${await newThread()}`;
  const ban = (until: string) =>
    db.execute(sql`
      update "user"
      set banned_from = now(), banned_until = ${until}::timestamptz
      where id = ${PEOPLE.member}`);
  const answer = async () => (await member.call('GET', path)).body;
  await ban('infinity');
  try {
    expect(await answer()).toMatchObject({ err_code: 'banned' });
  } finally {
    await ban('-infinity');
  }
  expect(await answer()).toMatchObject({ code: 0 });
});

test('[R23] a thread’s subject, text and kind are changed together, and the counts of kinds follow', async () => {
  const thread = await newThread();
  const edited = await member.call('PUT', '/api/v1/thread', {
    id: thread,
    type_id: 2,
    subject: '新的标题',
    message: '<h2>新的</h2><p>内容</p>',
    language: 'en_US',
  });
  expect(edited.body).toMatchObject({ code: 0 });
  expect(
    await one(sql`select subject, theme_id, language, excerpt from thread where id = ${thread}`),
  ).toEqual({ subject: '新的标题', theme_id: 2, language: 'en_US', excerpt: '新的 内容' });
  const real = await one<{ agree: boolean }>(
    sql`
      select bool_and(
        th.threads_cnt = (select count(*) from thread where theme_id = th.id and state = 'normal')
      ) as agree
      from theme th`,
  );
  expect(real.agree).toBe(true);
});

test('[R24] a deleted reply retains its floor, later ones retain theirs, and its pages are taken down before the answer', async () => {
  const thread = await newThread();
  const ids: number[] = [];
  for (let floor = 1; floor <= 5; floor++) ids.push((await reply(thread)).body.data.id);
  api.takenDown.length = 0;
  await touched();
  expect((await other.call('DELETE', `/api/v1/thread/post?id=${ids[2]}`)).status).toBe(403);
  expect((await member.call('DELETE', `/api/v1/thread/post?id=${ids[2]}`)).body).toMatchObject({
    code: 0,
  });
  expect(api.takenDown.flat()).toContain(`t:${thread}:p1`);
  expect(await touched(), 'the row in lists says how many there are').toContain(`r:${thread}`);
  const { rows } = await db.execute(
    sql`select floor, state from post where thread_id = ${thread} and floor > 0 order by floor`,
  );
  expect(rows).toEqual(
    [1, 2, 3, 4, 5].map((floor) => ({ floor, state: floor === 3 ? 'deleted' : 'normal' })),
  );
  expect(await numbers(thread)).toMatchObject({ replies_cnt: 4, last_floor: 5 });
  expect((await reply(thread)).body.data.storey).toBe(6);
});

test('[R24] authors restore a reply that they have just deleted, with its counters and pages; not later, and not what a moderator withheld', async () => {
  const thread = await newThread();
  const { id } = (await reply(thread)).body.data;
  const before = await numbers(thread);
  const restore = (by = member) => by.call('POST', '/api/v1/thread/post/restore', { id });
  const remove = () => member.call('DELETE', `/api/v1/thread/post?id=${id}`);
  const state = async () =>
    (await one<{ state: string }>(sql`select state from post where id = ${id}`)).state;
  await remove();
  expect((await restore(other)).status).toBe(403);
  expect((await restore(moderator)).status).toBe(403);
  await touched();
  expect((await restore()).body).toMatchObject({ code: 0 });
  expect(await touched()).toEqual(
    expect.arrayContaining([`t:${thread}:p1`, `r:${thread}`, `u:${PEOPLE.member}:page`]),
  );
  expect(await numbers(thread)).toEqual(before);
  expect((await restore()).body, 'of what is shown nothing changes').toMatchObject({ code: 0 });
  expect(await numbers(thread)).toEqual(before);

  await remove();
  await db.execute(
    sql`update post set deleted_at = now() - interval '601 seconds' where id = ${id}`,
  );
  expect((await restore()).body).toMatchObject({ err_code: 'expired' });
  expect(await state()).toBe('deleted');

  for (const action of ['restore', 'hide', 'restore', 'delete']) {
    const { body } = await moderator.call('POST', '/api/v2/moderation/actions', {
      action,
      kind: 'reply',
      ids: [id],
      note: '核对',
    });
    expect(body).toMatchObject({ code: 0 });
    if (action !== 'restore') expect((await restore()).status, action).toBe(403);
  }
  expect(await state()).toBe('deleted');
});

test('[R23] a deleted thread leaves no count behind', async () => {
  const sums = () =>
    one(
      sql`
        select
          sum(threads_cnt)::int as threads,
          sum(posts_cnt)::int as posts,
          (select sum(threads_cnt)::int from theme) as themes
        from forum`,
    );
  const before = await sums();
  const thread = await newThread();
  await reply(thread);
  api.takenDown.length = 0;
  expect((await other.call('DELETE', `/api/v1/thread?id=${thread}`)).status).toBe(403);
  expect((await member.call('DELETE', `/api/v1/thread?id=${thread}`)).body).toMatchObject({
    code: 0,
  });
  expect((await member.call('DELETE', `/api/v1/thread?id=${thread}`)).body).toMatchObject({
    code: 0,
  });
  expect(await sums()).toEqual(before);
  expect(api.takenDown.flat()).toEqual([
    `t:${thread}`,
    `r:${thread}`,
    `t:${thread}:named`,
    'sitemap:0',
  ]);
});

test('[R25] a like counts once despite parallel clicks, and the next click removes it', async () => {
  const thread = await newThread();
  const like = () =>
    other.call<{ data: { is_up: boolean; like_cnt: number } }>('POST', '/api/v1/thread/up', {
      id: thread,
      idtype: 'tid',
    });
  expect((await like()).body.data).toEqual({ is_up: true, like_cnt: 1 });
  expect((await other.call('POST', '/api/v1/thread/exists/up', { ids: [thread, 1] })).body).toEqual(
    { code: 0, data: expect.arrayContaining([thread]) },
  );
  expect((await like()).body.data).toEqual({ is_up: false, like_cnt: 0 });
  await Promise.all([like(), like(), like()]);
  const {
    rows: [row],
  } = await db.execute(
    sql`
      select likes_cnt, (select count(*)::int from thread_like where thread_id = t.id) as likes
      from thread t
      where id = ${thread}`,
  );
  expect(row?.likes_cnt).toBe(row?.likes);
  expect(
    (await other.call('POST', '/api/v1/thread/up', { id: 999_999, idtype: 'pid' })).status,
  ).toBe(404);
});

test('[R25] threads and forums become favourites and stop being ones', async () => {
  const thread = await newThread();
  const keep = (kind: string, id: number) =>
    member.call<{ data: { is_favorite: boolean } }>('POST', `/api/v1/${kind}/favorite`, { id });
  expect((await keep('thread', thread)).body.data).toEqual({ is_favorite: true, favourite_cnt: 1 });
  expect(
    (await member.call('POST', '/api/v1/thread/exists/favorite', { ids: [thread] })).body,
  ).toEqual({ code: 0, data: [thread] });
  expect((await keep('thread', thread)).body.data).toEqual({
    is_favorite: false,
    favourite_cnt: 0,
  });
  const was = (await keep('forum', 3)).body.data.is_favorite;
  expect((await keep('forum', 3)).body.data.is_favorite).toBe(!was);
});
