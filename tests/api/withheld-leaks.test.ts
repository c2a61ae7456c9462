import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readThreadPages } from '#domain/content/thread/read.ts';
import { readFeed } from '#domain/page-data/feed.ts';
import { readForumPage } from '#domain/page-data/forum-page.ts';
import { readHomePage } from '#domain/page-data/home-page.ts';
import { readUserPage } from '#domain/page-data/user-page.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { askAll } from '../support/ask-all.ts';
import { buildAddresses, type GetCall, listGetCalls } from '../support/get-calls.ts';
import { HELD_WORD, listRemovalMethods } from '../support/removal-methods.ts';
import {
  AUTHOR,
  BANNED,
  FORUM_TO_CLOSE,
  PRIVATE_FORUM,
  PUBLIC_FORUM,
  prepareStaging,
  type Scene,
  SECRETS,
  secretWord,
  WITNESS,
} from '../support/removal-scenes.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/*
 * Public content that is later hidden, by every method. Afterwards each reading call of the API's
 * description, and each page, is searched for it, as a visitor and as a former witness.
 */

const { db } = await demoDatabase();
const api = await testApi(db);
const staged = await prepareStaging(api, db);
const {
  people: { witness },
  idsOf,
  stage,
} = staged;
const MEANS = listRemovalMethods(staged);

const scenes = new Map<string, Scene>();
let calls: GetCall[] = [];

/** The addresses and texts of calls and pages for a reader, without highlight marks. */
async function everything(by: Caller): Promise<{ address: string; text: string }[]> {
  const all = [...scenes.values()];
  const threads = all.map((one) => one.thread);
  const posts = await idsOf(
    sql`
      select id
      from post
      where thread_id = any(${sql.raw(`array[${threads.join()}]`)})
        or from_thread_id = any(${sql.raw(`array[${threads.join()}]`)})`,
  );
  const made = await idsOf(sql`select id from thread where id > ${Math.max(...threads)}`);
  const { rows: versions } = await db.execute<{ id: number; post_id: number }>(
    sql`
      select id, post_id
      from post_revision
      where post_id = any(${sql.raw(`array[${posts.join()}]`)})`,
  );
  const words = [...scenes.keys()].flatMap((name) =>
    SECRETS.filter((secret) => !secret.endsWith('picture')).map((secret) =>
      secretWord(name, secret),
    ),
  );
  const asked = {
    id: [...threads, ...made, ...posts],
    '/api/v1/forum/id id': [PUBLIC_FORUM, PRIVATE_FORUM, FORUM_TO_CLOSE],
    '/api/v2/moderation/forum id': [PUBLIC_FORUM, PRIVATE_FORUM, FORUM_TO_CLOSE],
    '/api/v1/user/info id': [AUTHOR, BANNED, WITNESS],
    '/api/v1/thread/draft id': await idsOf(sql`select id from draft where user_id = ${WITNESS}`),
    // Called with existing revisions.
    '/api/v1/thread/post/revision post_id': [],
    ...Object.fromEntries(
      [
        'thread/info',
        'thread/source',
        'thread/post/list',
        'post/top/list',
        'thread/exists/poll',
      ].map((one) => [`/api/v1/${one} id`, [...threads, ...made]]),
    ),
    '/api/v1/thread/post/list user_id': [AUTHOR],
    '/api/v1/user/msg/read id': [],
    ...Object.fromEntries(
      ['forum_id', 'user_id', 'language', 'filter_order'].flatMap((one) => [
        [`/api/v1/search ${one}`, []],
        [`/api/v2/public/search/thread ${one}`, []],
      ]),
    ),
    thread_id: [...threads, ...made],
    ...Object.fromEntries(
      ['thread/offset', 'user/post/offset'].flatMap((one) => [
        [`/api/v1/${one} id`, posts.slice(0, 4)],
        [`/api/v1/${one} thread_id`, threads.slice(0, 2)],
      ]),
    ),
    post_id: posts,
    user_id: [AUTHOR, BANNED, WITNESS],
    receive_user_id: [AUTHOR, BANNED],
    forum_id: [PUBLIC_FORUM, PRIVATE_FORUM, FORUM_TO_CLOSE],
    keyword: words,
    '/api/v1/user/list keyword': ['zq'],
    '/api/v2/public/search/thread keyword': words.filter((_, n) => n % 4 === 0),
    category: [0, 1, 2, 3, 5, 6],
    date_type: [0, 1],
    languages: ['zh_CN'],
    name: ['notify', 'activities', 'carousel'],
    q: ['zq'],
  };
  const addresses = [
    ...calls.flatMap((call) => buildAddresses(call, asked)),
    ...[...versions, ...posts.map((post_id) => ({ id: 0, post_id }))].map(
      ({ id, post_id }) => `/api/v1/thread/post/revision?post_id=${post_id}&id=${id}`,
    ),
  ];
  const answers = await askAll(addresses, async (address) => {
    const response = await by.send('GET', address);
    expect([address, response.status < 500]).toEqual([address, true]);
    return { address, text: (await response.text()).replaceAll(/<\/?em>/g, '') };
  });
  for (const thread of [...threads, ...made]) {
    await by.call('POST', '/api/v1/thread/draft', { thread_id: thread, message: 'asked again' });
    answers.push({
      address: `a draft for ${thread}`,
      text: await (await by.send('GET', `/api/v1/thread/draft?thread_id=${thread}`)).text(),
    });
  }
  return answers;
}

/** The same of the data behind pages, which is equal for all readers. */
async function everyPage(): Promise<{ address: string; text: string }[]> {
  const made = await idsOf(
    sql`
      select id
      from thread
      where id >= ${Math.min(...[...scenes.values()].map((scene) => scene.thread))}`,
  );
  const pages: Record<string, unknown> = {
    threads: await readThreadPages(
      db,
      made.map((threadId) => ({ threadId, page: 1 })),
    ),
    home: await readHomePage(db, 'Asia/Shanghai', 'zh', { order: 'newest', page: 1 }, 'desktop'),
    feed: await readFeed(db, 0, 'zh'),
  };
  for (const forum of [PUBLIC_FORUM, PRIVATE_FORUM, FORUM_TO_CLOSE]) {
    pages[`forum ${forum}`] = await readForumPage(db, 'Asia/Shanghai', 'zh', forum, {
      order: 'newest',
      page: 1,
    });
    pages[`feed of ${forum}`] = await readFeed(db, forum, 'zh');
  }
  for (const user of [AUTHOR, BANNED, WITNESS])
    for (const tab of ['threads', 'replies'] as const)
      pages[`${tab} of ${user}`] = await readUserPage(db, user, tab, 1);
  return Object.entries(pages).map(([address, page]) => ({
    address: `page: ${address}`,
    text: JSON.stringify(page) ?? '',
  }));
}

/** The places that contain each secret. */
const found = (
  answers: readonly { address: string; text: string }[],
  secrets: readonly string[],
): Record<string, string[]> =>
  Object.fromEntries(
    secrets
      .map(
        (word) =>
          [
            word,
            answers.filter(({ text }) => text.includes(word)).map(({ address }) => address),
          ] as const,
      )
      .filter(([, where]) => where.length > 0),
  );

const gone = () =>
  Object.entries(MEANS).flatMap(([name, { goes }]) =>
    goes.map((secret) => secretWord(name, secret)),
  );

beforeAll(async () => {
  await db.execute(sql`update forum set access = 'groups' where id = ${PRIVATE_FORUM}`);
  await db.execute(
    sql`delete from forum_group where forum_id in (${PRIVATE_FORUM}, ${FORUM_TO_CLOSE})`,
  );
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values (${HELD_WORD}, ${HELD_WORD}, 'review', 10000)`,
  );
  calls = await listGetCalls(api);
  for (const [name, { by, forum }] of Object.entries(MEANS))
    scenes.set(name, await stage(name, { ...(by ? { by } : {}), ...(forum ? { forum } : {}) }));
  // the search index contains all of it, and search results must not
  await indexAllChanges(db);
}, 120_000);

describe('[R2, R20, R29] withheld content', () => {
  test('can be read by a visitor and by a member as long as it is there, in many places', async () => {
    const pages = await everyPage();
    for (const by of [api, witness]) {
      // Visitors see no revisions.
      const shown = gone().filter((word) => by === witness || !/(earlier|replaced)$/.test(word));
      const seen = found([...(await everything(by)), ...pages], shown);
      expect(shown.filter((word) => !seen[word])).toEqual([]);
      const places = new Set(
        Object.values(seen).flatMap((where) => where.map((one) => one.split('?')[0])),
      );
      expect(places.size).toBeGreaterThan(by === api ? 12 : 17);
    }
  }, 120_000);

  test('can be read in no call and on no page once it was moved, split off, merged, closed, deleted, hidden, held for review, or its author banned', async () => {
    for (const [name, { take }] of Object.entries(MEANS))
      expect([name, await take(scenes.get(name) as Scene, name)]).toMatchObject([
        name,
        { status: 200, body: { code: 0 } },
      ]);
    expect.soft(found(await everyPage(), gone())).toEqual({});
    for (const by of [api, witness]) {
      const answers = await everything(by);
      expect.soft(found(answers, gone())).toEqual({});
      const hits = answers.filter(
        ({ address, text }) =>
          gone().some((word) => address.includes(`keyword=${word}`)) &&
          !/"total_count":0|^\[\]$|"err_code":"unauthenticated"/.test(text),
      );
      expect.soft(hits.map(({ address }) => address)).toEqual([]);
    }
  }, 120_000);

  test('can neither be liked, bookmarked, reported, voted on, commented on nor answered by members without access', async () => {
    const { thread, reply } = scenes.get('moved') as Scene;
    const { rows } = await db.execute<{ option: number }>(
      sql`select min(id) as option from poll_option where thread_id = ${thread}`,
    );
    const counts = async () =>
      (
        await db.execute(
          sql`
            select
              t.likes_cnt,
              t.favourites_cnt,
              t.replies_cnt,
              p.likes_cnt as post,
              p.comments_cnt,
              f.favourites_cnt as forum,
              (select count(*) from report where thread_id = t.id)
            from thread t
            join post p on p.id = ${reply}
            join forum f on f.id = ${PRIVATE_FORUM}
            where t.id = ${thread}`,
        )
      ).rows;
    const before = await counts();
    for (const [path, body, status] of [
      ['/api/v1/thread/up', { id: thread, idtype: 'tid' }, 404],
      ['/api/v1/thread/up', { id: reply, idtype: 'pid' }, 404],
      ['/api/v1/thread/favorite', { id: thread }, 404],
      ['/api/v1/forum/favorite', { id: PRIVATE_FORUM }, 404],
      ['/api/v1/thread/post/report', { post_id: reply, report_type: 'spam' }, 404],
      ['/api/v1/thread/poll', { tid: thread, polloptionid: [rows[0]?.option] }, 404],
      ['/api/v1/post/comment', { post_id: reply, message: '<p>a comment</p>' }, 403],
      ['/api/v1/post', { thread_id: thread, message: '<p>an answer</p>' }, 403],
    ] as const)
      expect([path, (await witness.call('POST', path, body)).status]).toEqual([path, status]);
    expect(await counts()).toEqual(before);
    const waiting = scenes.get('replywaiting') as Scene;
    expect(
      (
        await witness.call('POST', '/api/v1/thread/post/report', {
          post_id: waiting.reply,
          report_type: 'spam',
        })
      ).status,
    ).toBe(404);
  });
});
