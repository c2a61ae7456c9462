import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '#api/app.ts';
import { SearchHitWire, SearchReplyWire } from '#contracts/wire/search.ts';
import { indexAllChanges, indexNextChanges } from '#domain/search/index-posts.ts';
import { reindex } from '#domain/search/reindex.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { thread as newFactoryThread, member as newMember } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);
const other = await api.as(PEOPLE.otherMember);

type Parameters = Record<string, string | number>;
function address(path: string, parameters: Parameters) {
  const query = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(query)}`;
}
/** Search results after the indexer, a job of the server, has run. */
const find = async (
  keyword: string,
  more: Parameters = {},
  by: Pick<typeof api, 'call'> = api,
): Promise<SearchHitWire[]> => {
  await indexAllChanges(db);
  const { body } = await by.call<SearchHitWire[]>(
    'GET',
    address('/api/v2/public/search/thread', { keyword, ...more }),
  );
  return body;
};
const idsOf = async (keyword: string, more?: Parameters, by?: Pick<typeof api, 'call'>) =>
  (await find(keyword, more, by)).map((hit) => hit.id);

let count = 0;
/** A unique word. */
const word = () => `zqx${String.fromCharCode(97 + (count++ % 26))}${count}w`;
async function newThread(subject: string, message: string, language = 'zh_CN') {
  const { body } = await member.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject,
    message,
    language,
  });
  return body.data.id;
}
async function newReply(thread: number, message: string, by = member) {
  const { body } = await by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
    thread_id: thread,
    forum_id: 1,
    message,
    quote_user_id: 0,
  });
  return body.data.id;
}

test('[R31] [R36] both calls answer in their shapes, with the number of hits', async () => {
  const first = await api.call(
    'GET',
    address('/api/v1/search', { keyword: '内核', limit: 5, offset: 0 }),
  );
  const { data, total_count } = SearchReplyWire.parse(first.body);
  expect(data).toHaveLength(5);
  const second = await api.call<SearchHitWire[]>(
    'GET',
    address('/api/v2/public/search/thread', { keyword: '内核', limit: 5, offset: 5 }),
  );
  expect(second.headers.get('x-total-count')).toBe(String(total_count));
  const page = SearchReplyWire.parse(
    (await api.call('GET', address('/api/v1/search', { keyword: '内核', limit: 5, offset: 1 })))
      .body,
  );
  expect(z.array(SearchHitWire).parse(second.body)).toEqual(page.data);
  expect(page.data.some((hit) => data.some(({ id }) => id === hit.id))).toBe(false);
});

test('[R31] a thread is found once it is written, by its subject, its text and its replies, and after an edit by the new words only', async () => {
  const [subject, body, reply, edited, editedReply] = [word(), word(), word(), word(), word()];
  const thread = await newThread(`主题 ${subject}`, `<p>正文 ${body}</p>`);
  const post = await newReply(thread, `<p>回复 ${reply}</p>`);
  for (const one of [subject, body, reply]) expect(await idsOf(one)).toEqual([thread]);
  await member.call('PUT', '/api/v1/thread', {
    id: thread,
    forum_id: 1,
    type_id: 1,
    subject: `主题 ${edited}`,
    message: `<p>正文 ${body}</p>`,
    language: 'zh_CN',
  });
  await member.call('PUT', '/api/v1/thread/post', {
    id: post,
    message: `<p>回复 ${editedReply}</p>`,
  });
  for (const one of [body, edited, editedReply]) expect(await idsOf(one)).toEqual([thread]);
  for (const one of [subject, reply]) expect(await idsOf(one)).toEqual([]);
});

test('[R31] [R5] a poll’s options and a comment’s text find the thread, and the hit shows the comment', async () => {
  const [question, option, said] = [word(), word(), word()];
  const { body } = await member.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: `投票 ${word()}`,
    message: '<p>选一个</p>',
    language: 'zh_CN',
    poll: { question, options: [`${option} 甲`, '乙'] },
  });
  const thread = body.data.id;
  const reply = await newReply(thread, `<p>${word()}</p>`);
  const comment = (
    await other.call<{ data: { id: number } }>('POST', '/api/v1/post/comment', {
      post_id: reply,
      message: `<p>评论 ${said}</p>`,
    })
  ).body.data.id;
  for (const one of [question, option, said]) expect(await idsOf(one)).toEqual([thread]);
  const [hit] = await find(said);
  expect(hit).toMatchObject({ post_id: reply, storey: 1, user: { id: PEOPLE.otherMember } });
  expect(hit?.content).toBe(`评论 <em>${said}</em>`);
  expect(await idsOf(said, { user_id: PEOPLE.otherMember })).toEqual([thread]);
  expect(await idsOf(said, { user_id: PEOPLE.member })).toEqual([]);
  // a comment is hidden with its post
  await db.execute(sql`
    update "user"
    set content_hidden = true, banned_from = now() - interval '1 day', banned_until = 'infinity'
    where id = ${PEOPLE.member}`);
  expect(await idsOf(said)).toEqual([]);
  await db.execute(sql`
    update "user"
    set content_hidden = false, banned_from = null, banned_until = null
    where id = ${PEOPLE.member}`);
  // hiding takes effect before the indexer runs
  await db.execute(sql`update comment set state = 'hidden' where id = ${comment}`);
  const { body: hits } = await api.call<SearchHitWire[]>(
    'GET',
    address('/api/v2/public/search/thread', { keyword: said }),
  );
  expect(hits).toEqual([]);
  expect(await idsOf(said)).toEqual([]);
});

test('[R31] a post that can’t be indexed is left out, and those behind it are found', async () => {
  const own = word();
  const thread = await newThread(`主题 ${own}`, `<p>正文 ${word()}</p>`);
  const broken = await newReply(thread, `<p>${word()}</p>`);
  await newReply(thread, `<p>后面 ${own}b</p>`);
  await db.execute(sql`
    alter table post_search
    add constraint refused check (post_id <> ${sql.raw(String(broken))})`);
  const skipped: unknown[] = [];
  while ((await indexNextChanges(db, (error) => skipped.push(error))) > 0);
  expect(skipped).toHaveLength(1);
  expect(await idsOf(`${own}b`)).toEqual([thread]);
  await db.execute(sql`alter table post_search drop constraint refused`);
});

test('[R31] matches are in <em>, everything else is escaped', async () => {
  const own = word();
  await newThread(
    `<b> & ${own}`,
    `<p>${'前文。'.repeat(100)}1 &lt; 2 <strong>${own}</strong> &amp; 输入法</p>`,
  );
  const [hit] = await find(own);
  expect(hit?.subject).toBe(`&lt;b&gt; &amp; <em>${own}</em>`);
  expect(hit?.content).toMatch(new RegExp(`^….*1 &lt; 2 <em>${own}</em> &amp; 输入法$`));
});

test('[R31] hits are narrowed by forum, author, language and time', async () => {
  const own = word();
  const thread = await newThread(`Filters ${own}`, `<p>${word()}</p>`, 'en_US');
  await newReply(thread, `<p>${own} again</p>`, other);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const fits: Parameters[] = [
    { forum_id: 1 },
    { user_id: PEOPLE.member },
    { user_id: PEOPLE.otherMember },
    { language: 'en_US' },
    { from: yesterday, to: tomorrow },
    { forum_id: '', user_id: 'null', language: '', from: '' },
  ];
  for (const filter of fits) expect([filter, await idsOf(own, filter)]).toEqual([filter, [thread]]);
  const misses: Parameters[] = [
    { forum_id: 2 },
    { user_id: PEOPLE.thirdMember },
    { language: 'zh_CN' },
    { from: tomorrow },
    { to: yesterday },
  ];
  for (const filter of misses) expect([filter, await idsOf(own, filter)]).toEqual([filter, []]);
});

test('[R31] a visitor completes an author’s name, and searches by it', async () => {
  const suggest = async (name: string, by: Pick<typeof api, 'call'> = api) =>
    (
      await by.call<{ data: { id: number; nickname: string }[] }>(
        'GET',
        address('/api/v2/public/search/author', { name }),
      )
    ).body.data;
  const author = await newMember(db, { nickname: '墨线作者' });
  expect(await suggest('墨线')).toEqual([]);
  const own = word();
  await newFactoryThread(db, { author, subject: `Authors ${own}` });
  expect(await suggest('墨线')).toMatchObject([{ id: author, nickname: '墨线作者' }]);
  expect(await suggest('%')).toEqual([]);
  expect(await idsOf(own, { user_id: author })).toHaveLength(1);
  expect((await api.call('GET', '/api/v1/user/list?keyword=墨线')).status).toBe(401);
  const limited = await testApi(db, { RATE_LIMITS: 'on' });
  const answers = await Promise.all(
    Array.from({ length: 121 }, () =>
      limited.call('GET', address('/api/v2/public/search/author', { name: '墨' })),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('[R31] hits are in the order that was asked for', async () => {
  for (const [order, key] of [
    ['updated_at', 'updated_at'],
    ['created_at', 'created_at'],
  ] as const) {
    const times = (await find('升级', { filter_order: order, limit: 50 })).map((hit) =>
      Date.parse(hit[key]),
    );
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  }
});

test('[R31] [R29] nothing is found that the reader may not read', async () => {
  const own = word();
  const thread = await newThread(`Readers ${own}`, `<p>${word()}</p>`);
  const quiet = word();
  const reply = await newReply(thread, `<p>${quiet}</p>`, other);
  const unseen = async (
    change: ReturnType<typeof sql>,
    back: ReturnType<typeof sql>,
    keyword = own,
  ) => {
    expect(await idsOf(keyword)).toEqual([thread]);
    await db.execute(change);
    expect(await idsOf(keyword)).toEqual([]);
    await db.execute(back);
  };
  for (const state of ['hidden', 'deleted'])
    await unseen(
      sql`update thread set state = ${state} where id = ${thread}`,
      sql`update thread set state = 'normal' where id = ${thread}`,
    );
  await unseen(
    sql`update thread set checked = false where id = ${thread}`,
    sql`update thread set checked = true where id = ${thread}`,
  );
  await unseen(
    sql`update post set state = 'hidden' where id = ${reply}`,
    sql`update post set state = 'normal' where id = ${reply}`,
    quiet,
  );
  const shown = sql`
    update "user"
    set content_hidden = false, banned_from = null, banned_until = null
    where id in (${PEOPLE.member}, ${PEOPLE.otherMember})`;
  const ban = (id: number) =>
    sql`
      update "user"
      set content_hidden = true, banned_from = now() - interval '1 day', banned_until = 'infinity'
      where id = ${id}`;
  await unseen(ban(PEOPLE.member), shown);
  await unseen(ban(PEOPLE.otherMember), shown, quiet);
  await db.execute(sql`update forum set access = 'members' where id = 1`);
  expect(await idsOf(own)).toEqual([]);
  expect(await idsOf(own, {}, other)).toEqual([thread]);
  await db.execute(sql`update forum set access = 'public' where id = 1`);
  await member.call('DELETE', `/api/v1/thread?id=${thread}`);
  expect(await idsOf(own)).toEqual([]);
});

test('[R31] an unsearchable query finds nothing, a malformed one gets the field’s name', async () => {
  for (const keyword of ['!!! & | :* ()', "'", '\\', '%', '<->'])
    expect(await find(keyword)).toEqual([]);
  for (const [parameters, field] of [
    [{ keyword: ' ' }, 'keyword'],
    [{ keyword: 'a', filter_order: 'random' }, 'filter_order'],
    [{ keyword: 'a', from: 'soon' }, 'from'],
    [{ keyword: 'a', language: 'fr' }, 'language'],
  ] as [Parameters, string][]) {
    const { status, body } = await api.call('GET', address('/api/v1/search', parameters));
    expect([status, String(body.msg).includes(field)]).toEqual([400, true]);
  }
});

test('[R31] "null" and "undefined" can be searched', async () => {
  for (const word of ['null', 'undefined']) {
    const { body } = await member.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: `why is it ${word}`,
      message: `<p>it says ${word} pointer</p>`,
      language: 'en_US',
    });
    expect(await idsOf(word)).toContain(body.data.id);
  }
});

test('[R31] posts without tokens get them in the background, once', async () => {
  const own = word();
  const thread = await newThread(`Indexed ${own}`, `<p>正文</p>`);
  await indexAllChanges(db);
  await db.execute(sql`delete from post_search`);
  expect(await reindex(db)).toBe(0);
  expect(await idsOf(own)).toEqual([]);
  await db.execute(sql`delete from site_state where name = 'indexed'`);
  expect(await reindex(db)).toBeGreaterThan(3_000);
  expect(await idsOf(own)).toEqual([thread]);
  expect(await reindex(db)).toBe(0);
});

test('[R31] [R32] where there is a captcha, people solve it before they search; programs do not', async () => {
  const solved = { id: 'bound', validate: 'right' };
  const { api: guarded } = await createApi({
    db,
    log: createLog('silent'),
    env: readEnv({
      RATE_LIMITS: 'off',
      SITE_URL: 'http://127.0.0.1:4321',
      DATA_DIR: '/tmp/forum-api-test',
    }),
    takeDown: async () => {},
    captcha: {
      provider: 'builtin',
      ids: { popup: 'popup', bound: solved.id },
      servers: [],
      verify: async ({ kind, validate }) =>
        kind === 'bound' && validate === solved.validate ? 'solved' : 'refused',
    },
  });
  const ask = async (headers: Record<string, string>) =>
    (await (
      await guarded.request(address('/api/v1/search', { keyword: '内核' }), { headers })
    ).json()) as { code: number; err_code?: string };
  expect(await ask({})).toMatchObject({ code: 3, err_code: 'captcha' });
  expect(await ask({ 'x-captcha-id': solved.id, 'x-captcha-validate': 'wrong' })).toMatchObject({
    err_code: 'captcha',
  });
  expect(
    await ask({ 'x-captcha-id': solved.id, 'x-captcha-validate': solved.validate }),
  ).toMatchObject({ code: 0 });
  const { createToken } = await import('../../scripts/create-token.ts');
  const { token } = await createToken(db, {
    userId: PEOPLE.member,
    name: 'search',
    scopes: ['read'],
  });
  expect(await ask({ authorization: `Bearer ${token}` })).toMatchObject({ code: 0 });
});

test('[R31] searches are limited in rate', async () => {
  const limited = await testApi(db, { RATE_LIMITS: 'on' });
  const answers = await Promise.all(
    Array.from({ length: 41 }, () =>
      limited.call('GET', address('/api/v2/public/search/thread', { keyword: word() })),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
