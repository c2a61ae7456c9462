import { beforeAll, describe, expect, test } from 'vitest';
import type { UserPostsReplyWire } from '#contracts/wire/own-content.ts';
import type { PostListReplyWire } from '#contracts/wire/post.ts';
import { readFeed } from '#domain/page-data/feed.ts';
import { MAX_LIST_ANSWER_BYTES } from '#domain/shared/bounded-text.ts';
import { adminCaller } from '../support/admin-session.ts';
import { buildAddresses, type GetCall, listGetCalls } from '../support/get-calls.ts';
import {
  LARGE_BEGINNING,
  LARGE_READER,
  LARGE_WORD,
  type LargeWorld,
  makeLargeWorld,
} from '../support/large-world.ts';
import { PEOPLE } from '../support/people.ts';
import { startCounting } from '../support/received-bytes.ts';
import { type TestApi, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Each reading call of the API's description, over the largest rows: its cost is bounded. */

/** Limit for an answer about one thing, such as a thread with its first post. */
const MAX_ANSWER_BYTES = 3 * 1024 * 1024;
/** Limit for the data that one call may read from the database; all of it is parsed in memory. */
const MAX_DATABASE_BYTES = 2 * MAX_LIST_ANSWER_BYTES;
/** Lists with large texts in this test. */
const LISTS_OF_TEXTS = [
  '/api/v1/thread/post/list',
  '/api/v1/post/top/list',
  '/api/v1/thread/post/comment',
  '/api/v1/user/post',
  '/api/v1/user/thread',
  '/api/v1/user/msg',
  '/api/v1/user/letter',
  '/api/v1/thread/draft',
  '/api/v2/public/posts',
];
const WRITER = PEOPLE.otherMember;
/** Admin tables are tested separately; files are streamed. */
const isAdminCall = ({ path }: GetCall) => path.startsWith('/api/v2/admin/');
const isFile = ({ path }: GetCall) => path.endsWith('.csv');

const { db } = await demoDatabase();
const countDatabaseBytes = startCounting(db);
const api = await testApi(db);
let world: LargeWorld;
let calls: GetCall[];

beforeAll(async () => {
  world = await makeLargeWorld(db);
  calls = (await listGetCalls(api)).filter((one) => !isFile(one));
});

function listAddresses(call: GetCall): string[] {
  const { threads, posts, correspondents, draft, revision, report } = world;
  return buildAddresses(call, {
    id: threads,
    '/api/v1/forum/id id': [1],
    '/api/v2/moderation/forum id': [1],
    '/api/v1/user/info id': [WRITER],
    '/api/v1/thread/draft id': [draft],
    '/api/v1/thread/post/revision id': [0, revision],
    '/api/v2/admin/reports/{id} id': [report],
    thread_id: threads,
    post_id: posts,
    user_id: [WRITER],
    receive_user_id: correspondents,
    forum_id: [1],
    keyword: [LARGE_WORD],
    category: [0, 1, 2, 3, 5, 6],
    date_type: [0],
    name: ['notify'],
    q: [LARGE_WORD],
    // orders and filters make an admin search's answer no larger
    ...Object.fromEntries(['sort', 'kind', 'event', 'target', 'action'].map((one) => [one, []])),
  });
}

async function ask(
  caller: Pick<TestApi, 'send'>,
  address: string,
  headers: Record<string, string>,
) {
  const response = await caller.send('GET', address, undefined, headers);
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
}

describe('[R39] content of the largest size by a hundred people, with quotes', () => {
  test('makes no answer too large, nor an answer’s database reads', async () => {
    const administrator = await adminCaller(api, db);
    const site = calls.filter((one) => !isAdminCall(one));
    const callers = [
      { who: 'visitor', caller: api, headers: {}, asked: site },
      { who: 'member', caller: await api.as(LARGE_READER), headers: {}, asked: site },
      { who: 'moderator', caller: await api.as(PEOPLE.administrator), headers: {}, asked: site },
      {
        who: 'administrator',
        caller: api,
        headers: { cookie: administrator.cookie },
        asked: calls.filter(isAdminCall),
      },
    ];
    const largest = new Map<string, number>();
    const faults: string[] = [];
    for (const { who, caller, headers, asked } of callers)
      for (const call of asked)
        for (const address of listAddresses(call)) {
          const before = countDatabaseBytes();
          const { status, bytes } = await ask(caller, address, headers);
          const read = countDatabaseBytes() - before;
          largest.set(call.path, Math.max(bytes, largest.get(call.path) ?? 0));
          const isList = call.parameters.some(({ name }) => name === 'limit');
          if (status >= 500) faults.push(`${who} ${address}: ${status}`);
          if (bytes > (isList ? MAX_LIST_ANSWER_BYTES : MAX_ANSWER_BYTES))
            faults.push(`${who} ${address}: ${bytes} bytes`);
          if (read > MAX_DATABASE_BYTES)
            faults.push(`${who} ${address}: ${read} bytes from the database`);
        }
    expect(faults).toEqual([]);
    // includes lists that would have hundreds of megabytes
    const emptyLists = LISTS_OF_TEXTS.filter((path) => (largest.get(path) ?? 0) < 100_000);
    expect(emptyLists).toEqual([]);
  });

  test('leaves a feed small, with each of its threads', async () => {
    const { data } = (await readFeed(db, 1, 'zh')) ?? { data: { items: [] } };
    expect(data.items).toHaveLength(30);
    const bytes = data.items.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
    expect(bytes).toBeLessThan(MAX_LIST_ANSWER_BYTES);
    expect(data.items.filter(({ html }) => html.length > 90_000).length).toBeGreaterThan(1);
  });

  test('stays in its list, which shows the smallest ones and the beginning of a long quote', async () => {
    const list = async (threadId = 0) =>
      (
        await api.call<PostListReplyWire>(
          'GET',
          `/api/v1/thread/post/list?id=${threadId}&limit=100`,
        )
      ).body.data;
    const [largeId, denseId] = world.threads;
    const large = await list(largeId);
    expect(large.map((post) => post.storey)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    const shown = large.filter((post) => post.withheld === null);
    expect(shown.map((post) => post.message.length > 90_000)).toEqual([true, true]);
    const beginning = [...LARGE_BEGINNING].slice(0, 300).join('');
    expect(shown.at(-1)?.quote_post).toMatchObject({
      withheld: null,
      message: `<p>${beginning}</p>`,
    });
    const short = (await list(denseId)).find((post) => post.withheld === null && post.storey > 1);
    expect(short?.son_post?.message).toBe(short?.message);
    const { body } = await api.call<UserPostsReplyWire>(
      'GET',
      `/api/v1/user/post?user_id=${WRITER}&limit=100`,
    );
    const quotes = (body.data ?? []).flatMap((post) => post.quote_post ?? []);
    expect(quotes.length).toBeGreaterThan(0);
    for (const { message, message_fmt } of quotes) expect(`<p>${message_fmt}</p>`).toBe(message);
  });
});
