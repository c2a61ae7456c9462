import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const author = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);
const moderator = await api.as(PEOPLE.globalModerator);

interface Reply<Data = { id: number }> {
  code: number;
  err_code?: string;
  data: Data;
}
type Version = {
  id: number;
  user_id: number;
  nickname: string;
  created_at: string;
  removed: boolean;
};
type Text = { id: number; subject: string; message: string; removed: boolean };

const begun = await author.call<Reply>('POST', '/api/v1/thread', {
  forum_id: 1,
  type_id: 1,
  subject: '会改的主题',
  message: '<p>最初的话</p>',
  language: 'zh_CN',
});
const thread = begun.body.data.id;
const first = (await db.execute(sql`select first_post_id as id from thread where id = ${thread}`))
  .rows[0]?.id as number;
let count = 0;
const newReply = async (message: string) =>
  (
    await author.call<Reply>('POST', '/api/v1/post', {
      thread_id: thread,
      message: `${message}<p>${++count}</p>`,
    })
  ).body.data.id;
const change = (id: number, message: string, by = author) =>
  by.call<Reply>('PUT', '/api/v1/thread/post', { id, message });
const versions = async (id: number, by = other) =>
  (await by.call<Reply<Version[]>>('GET', `/api/v1/thread/post/revisions?id=${id}`)).body.data;
const text = async (id: number, version: number | string, by = other) =>
  (await by.call<Reply<Text>>('GET', `/api/v1/thread/post/revision?post_id=${id}&id=${version}`))
    .body.data;
const source = (id: number, by = author) =>
  by.call<Reply<{ message: string; subject: string; storey: number; type_id: number }>>(
    'GET',
    `/api/v1/thread/post/source?id=${id}`,
  );

test('[R24] its author and moderators get a post as it was sent; others and visitors don’t, and nobody gets a deleted one', async () => {
  const sent = '<p onclick="x()">原来的<script>y()</script></p>';
  const id = await newReply(sent);
  expect((await source(id)).body.data.message).toContain(sent);
  expect((await source(id, moderator)).status).toBe(200);
  expect((await source(id, other)).status).toBe(403);
  expect((await source(id, api as never)).status).toBe(401);
  expect((await source(999_999_999)).status).toBe(404);
  expect((await source(id, await api.as(PEOPLE.member, ['read']))).status).toBe(403);
  expect((await source(first)).body.data).toMatchObject({
    subject: '会改的主题',
    message: '<p>最初的话</p>',
    storey: 0,
    type_id: 1,
  });
  await author.call('DELETE', `/api/v1/thread/post?id=${id}`);
  expect((await source(id)).status).toBe(406);
});

test('[R24] members read the author and time of each version, and its text', async () => {
  const id = await newReply('<p>一</p>');
  expect(await versions(id)).toEqual([]);
  await change(id, '<p>二</p>');
  await change(id, '<p>三</p>', moderator);
  const all = await versions(id);
  expect(all.map(({ user_id, removed }) => [user_id, removed])).toEqual([
    [10001, false],
    [PEOPLE.member, false],
    [PEOPLE.member, false],
  ]);
  expect(all[0]?.id).toBe(0);
  const times = all.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(await Promise.all(all.map(async (one) => (await text(id, one.id)).message))).toEqual([
    '<p>三</p>',
    '<p>二</p>',
    `<p>一</p><p>${count}</p>`,
  ]);
  expect((await text(id, '')).message).toBe('<p>三</p>');
  const list = await api.call<{ data: { id: number; edited_at: string | null }[] }>(
    'GET',
    `/api/v1/thread/post/list?id=${thread}&limit=100`,
  );
  expect(list.body.data.find((one) => one.id === id)?.edited_at).toBe(all[0]?.created_at);
});

test('[R23] versions of a thread carry their subjects', async () => {
  const { body } = await author.call<Reply>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: '另一个主题',
    message: '<p>先前的话</p>',
    language: 'zh_CN',
  });
  const post = (
    await db.execute(sql`select first_post_id as id from thread where id = ${body.data.id}`)
  ).rows[0]?.id as number;
  await author.call('PUT', '/api/v1/thread', {
    id: body.data.id,
    subject: '改过的主题',
    message: '<p>后来的话</p>',
  });
  const [now, was] = await versions(post);
  expect([await text(post, now?.id ?? -1), await text(post, was?.id ?? -1)]).toMatchObject([
    { subject: '改过的主题', message: '<p>后来的话</p>' },
    { subject: '另一个主题', message: '<p>先前的话</p>' },
  ]);
});

test('[R13, R14] an old version is made safe and screened by the rules of now', async () => {
  const id = await newReply('<p>早先<script>x()</script><img src=x onerror=y()>好</p>');
  await change(id, '<p>现在</p>');
  const [, was] = await versions(id);
  expect((await text(id, was?.id ?? -1)).message).not.toMatch(/script|onerror/);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values ('早先', '早先', 'ban', 10000)`,
  );
  expect(await text(id, was?.id ?? -1)).toEqual({
    id: was?.id,
    subject: '',
    message: '',
    removed: true,
  });
});

test('[R20] revisions of hidden content are hidden too: for visitors, deleted and held posts, hidden authors, versions of another post', async () => {
  const id = await newReply('<p>甲</p>');
  await change(id, '<p>乙</p>');
  const [, was] = await versions(id);
  const asks = (by = other) =>
    Promise.all([
      by.call('GET', `/api/v1/thread/post/revisions?id=${id}`),
      by.call('GET', `/api/v1/thread/post/revision?post_id=${id}&id=${was?.id}`),
    ]);
  const statuses = async (by = other) => (await asks(by)).map(({ status }) => status);
  expect(await statuses(api as never)).toEqual([401, 401]);
  expect(await statuses()).toEqual([200, 200]);
  expect(
    (await other.call('GET', `/api/v1/thread/post/revision?post_id=${first}&id=${was?.id}`)).status,
  ).toBe(404);
  await db.execute(sql`update post set checked = false where id = ${id}`);
  expect(await statuses()).toEqual([406, 406]);
  await db.execute(sql`update post set checked = true where id = ${id}`);
  await db.execute(
    sql`
      update "user"
      set
        content_hidden = true,
        banned_from = now() - interval '1 day',
        banned_until = now() + interval '1 day'
      where id = ${PEOPLE.member}`,
  );
  expect(await statuses()).toEqual([406, 406]);
  await db.execute(
    sql`
      update "user"
      set content_hidden = false, banned_from = null, banned_until = null
      where id = ${PEOPLE.member}`,
  );
  await author.call('DELETE', `/api/v1/thread/post?id=${id}`);
  expect(await statuses(moderator)).toEqual([406, 406]);
});

test('[R20, R29] a moderator deletes a version for good, once, and the log retains it; others may not', async () => {
  const id = await newReply('<p>我的住址</p>');
  await change(id, '<p>没有住址</p>');
  const [, was] = await versions(id);
  const remove = (by = moderator, version = was?.id) =>
    by.call('DELETE', `/api/v1/thread/post/revision?post_id=${id}&id=${version}&note=住址`);
  expect((await remove(author)).status).toBe(403);
  expect((await remove(await api.as(PEOPLE.globalModerator, ['read', 'write']))).status).toBe(403);
  expect((await remove(moderator, 999_999_999)).status).toBe(404);
  for (let times = 0; times < 2; times++) expect((await remove()).status).toBe(200);
  expect((await text(id, was?.id ?? -1)).removed).toBe(true);
  expect((await versions(id)).map(({ removed }) => removed)).toEqual([false, true]);
  const { rows } = await db.execute(
    sql`
      select
        reason,
        detail,
        (
          select count(*)::int
          from post_revision
          where source like '%住址%' and post_id = ${id}
        ) as left
      from action_log
      where action = 'revision.delete' and target_post_id = ${id}`,
  );
  expect(rows).toEqual([{ reason: '住址', detail: { revision: was?.id }, left: 0 }]);
});
