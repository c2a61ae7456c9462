import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SearchHitWire, SearchReplyWire } from '#contracts/wire/search.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { refreshWords } from '#domain/search/refresh-words.ts';
import { readWordStatistics } from '#domain/search/word-statistics.ts';
import { allOf, parseTerms, writeTsquery } from '#search/tsquery.ts';
import { adminCaller } from '../support/admin-session.ts';
import { thread as newFactoryThread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);

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

/** The search of our own page. */
const ask = async (keyword: string, more: Parameters = {}, by: Pick<typeof api, 'call'> = api) => {
  await indexAllChanges(db);
  const { body } = await by.call('GET', address('/api/v1/search', { keyword, limit: 50, ...more }));
  return SearchReplyWire.parse(body);
};

test('[R31] threads with all words are distinguished from those with some, which are dropped if better ones exist', async () => {
  const [rare, second, common] = [word(), word(), '系统'];
  const { id: all } = await newFactoryThread(db, { subject: `${rare} ${second} ${common}` });
  const { id: two } = await newFactoryThread(db, { subject: `${rare} ${second}` });
  const { id: one } = await newFactoryThread(db, { subject: `只有 ${second}` });
  const keyword = `${rare} ${second} ${common}`;
  await indexAllChanges(db);
  await db.execute(sql`analyze post_search`);
  const best = await ask(keyword);
  expect(best.data.map((hit) => hit.id)).toEqual([all, two, one]);
  expect(best).toMatchObject({ total_count: 3, complete_count: 1 });
  expect(best.omitted_count).toBeGreaterThan(20);
  const everything = await ask(keyword, { all: 1 });
  expect(everything.data.map((hit) => hit.id).slice(0, 2)).toEqual([all, two]);
  expect(everything).toMatchObject({
    total_count: 3 + best.omitted_count,
    complete_count: 1,
    omitted_count: 0,
  });
  // Without better hits, vague ones are shown; no thread is marked as having all words.
  const vague = await ask(`${common} ${word()} ${word()}`);
  expect(vague).toMatchObject({ complete_count: 0, omitted_count: 0 });
  expect(vague.total_count).toBeGreaterThan(20);
});

test.each(['系统', '系统 更新', 'update ', 'kernel 分数缩放', 'zqxnowhere'])(
  '[R31] the expected number of texts with these words agrees with PostgreSQL’s estimate: %s',
  async (keyword) => {
    await indexAllChanges(db);
    await db.execute(sql`analyze post_search`);
    const query = allOf(parseTerms(keyword).map((term) => ({ ...term, prefix: false })));
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      sql`
        explain (format json)
        select
        from post_search
        where tokens @@ ${writeTsquery(query)}::tsquery`,
    );
    const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
    const { estimateTexts } = await readWordStatistics(db, [query], { from: null, to: null });
    expect(Math.abs(estimateTexts(query) - expected)).toBeLessThanOrEqual(1 + expected / 20);
  },
);

test('[R31] a thread has all words when one post has some and another the rest', async () => {
  const [one, other] = [word(), word()];
  const { id } = await newFactoryThread(db, { subject: `开头 ${one}`, replies: 1 });
  await newReply(id, `<p>回复 ${other}</p>`);
  expect(await ask(`${one} ${other}`)).toMatchObject({ total_count: 1, complete_count: 1 });
});

describe('[R31] a mistyped word', () => {
  beforeAll(async () => {
    await indexAllChanges(db);
    await db.execute(sql`delete from search_word`);
    expect(await refreshWords(db)).toBeGreaterThan(500);
    expect(await refreshWords(db)).toBe(0);
  });

  test.each([
    ['waylnad', 'wayland'],
    ['kenrel 日志', 'kernel 日志'],
    ['Priner', 'printer'],
    ['打印鸡', '打印机'],
    ['先卡黑屏', '显卡黑屏'],
    ['蓝呀', '蓝牙'],
    ['shurufa', '输入法'],
  ])('gets another one offered: %s → %s', async (typed, meant) => {
    const { suggestion } = await ask(typed);
    expect(suggestion).toBe(meant);
    expect((await ask(suggestion as string)).complete_count).toBeGreaterThan(0);
  });

  test.each(['wayland', '输入法', 'zqqqxjkvw', '0x80070005', '的', '!!!', 'x'.repeat(100)])(
    'gets none where it is none, or where none is near: %s',
    async (typed) => expect((await ask(typed)).suggestion).toBeNull(),
  );

  test('never contains private words, nor rare ones', async () => {
    const [own, few] = ['qzsecretword', 'qzseldomword'];
    for (let turn = 0; turn < 3; turn++)
      await newFactoryThread(db, { subject: `${own} ${turn}`, html: `<p>${own}</p>` });
    for (let turn = 0; turn < 2; turn++) await newFactoryThread(db, { subject: `${few} ${turn}` });
    const refresh = async () => {
      await indexAllChanges(db);
      await db.execute(sql`delete from search_word`);
      await refreshWords(db);
    };
    await refresh();
    expect((await ask('qzsecretwrod')).suggestion).toBe(own);
    expect((await ask('qzseldomwrod')).suggestion).toBeNull();
    await db.execute(sql`update forum set access = 'members' where id = 1`);
    // a reader without access gets no suggestion, even before the words are recounted
    expect((await ask('qzsecretwrod')).suggestion).toBeNull();
    await refresh();
    expect((await db.execute(sql`select from search_word where word = ${own}`)).rows).toEqual([]);
    await db.execute(sql`update forum set access = 'public' where id = 1`);
    await db.execute(sql`update thread set state = 'hidden' where subject like ${`${own}%`}`);
    await refresh();
    expect((await db.execute(sql`select from search_word where word = ${own}`)).rows).toEqual([]);
  });
});

test('[R31] error codes, paths and versions are found completely and in parts, and marked', async () => {
  const { id: code } = await newFactoryThread(db, {
    html: '<p>更新时报错 0x8007zq05，也写作 0x80070005</p>',
  });
  const { id: path } = await newFactoryThread(db, {
    html: '<p>E: Unable to locate package；看看 /etc/apt/zqsources.list 和 linux-image-6.1.0-18-zq64，LPM v23.77</p>',
  });
  for (const [keyword, id, marked] of [
    ['0x80070005', code, '0x80070005'],
    ['80070005', code, '0x80070005'],
    ['zqsources.list 看看', path, 'zqsources.list'],
    ['apt/zqsources.list', path, 'apt/zqsources.list'],
    ['6.1.0-18-zq64', path, '6.1.0-18-zq64'],
    ['18-zq64 lpm', path, '18-zq64'],
    ['v23.77', path, 'v23.77'],
    ['23.77', path, 'v23.77'],
    ['E: Unable to locate package 23.77', path, 'Unable'],
  ] as const) {
    const hit = (await find(keyword)).find((one) => one.id === id);
    expect([keyword, hit?.content ?? '']).toEqual([
      keyword,
      expect.stringContaining(`<em>${marked}</em>`),
    ]);
  }
});

test('[R31, R34] words that administrators say mean the same find each other at once, in several pieces too, and are marked', async () => {
  const admin = await adminCaller(api, db);
  const [own, alike, two] = [word(), word(), word()];
  const thread = await newThread(`主题 ${alike}`, `<p>正文 ${word()}</p>`);
  const apart = await newThread(`主题 ${two} station`, `<p>正文 ${word()}</p>`);
  expect(await idsOf(own)).toEqual([]);
  const { body: entries } = await admin.call<{ field: string; version: number }[]>(
    'GET',
    '/api/v2/admin/config',
  );
  const version = entries.find((entry) => entry.field === 'search_words')?.version ?? 0;
  const saved = await admin.call('PUT', '/api/v2/admin/config/search_words', {
    value: { groups: `${own}, ${alike}，${two} station\n乙、丙` },
    version,
  });
  expect(saved.status).toBe(200);
  expect((await idsOf(own)).sort()).toEqual([thread, apart].sort());
  expect((await idsOf(`${two} station`)).sort()).toEqual([thread, apart].sort());
  expect((await find(own)).find((hit) => hit.id === thread)?.subject).toBe(
    `主题 <em>${alike}</em>`,
  );
});

test('[R31] the last English word may be unfinished; a Chinese and an English word are found together', async () => {
  const own = word();
  const thread = await newThread(`${own} 与输入法`, `<p>${word()}</p>`);
  expect(await idsOf(own.slice(0, -1))).toContain(thread);
  expect((await idsOf(`输入法${own}`))[0]).toBe(thread);
  expect((await idsOf(`${own.toUpperCase()} 输入法`))[0]).toBe(thread);
});
