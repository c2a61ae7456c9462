import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '#domain/feed/read.ts';
import { readForumPage } from '#domain/forum/read.ts';
import { readHomePage } from '#domain/home/read.ts';
import { readThreadPages } from '#domain/thread/read.ts';
import { readUserPage } from '#domain/user/read.ts';
import { type Caller, testApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';
import { ADMIN, type Answer } from '../support/moderating.ts';
import { addressesOf, type ReadingCall, readingCalls } from '../support/reading-calls.ts';

/*
 * What was written for everybody and is taken from them later, by every means there is. Then each
 * call that reads, as the API describes itself, and each page is asked for it, by a visitor and by
 * a member who answered, liked, kept and was told of all of it.
 */

const { db } = await freshDatabase();
const api = await testApi(db);
/** Writes what is taken away; the second one is banned. */
const AUTHOR = 10_006;
const BANNED = 10_007;
/** Saw it all while it was there. */
const WITNESS = 10_004;
const [author, banned, witness, admin] = await Promise.all([
  api.as(AUTHOR),
  api.as(BANNED),
  api.as(WITNESS),
  api.as(ADMIN),
]);
/** Forums: nobody but administrators reads the closed one; the closing one becomes like it. */
const OPEN = 1;
const CLOSED = 5;
const CLOSING = 6;

interface Scene {
  thread: number;
  first: number;
  reply: number;
  /** Of the witness; it quotes the reply. */
  quoting: number;
  comment: number;
}

const SECRETS = [
  'subject',
  'first',
  'earlier',
  'reply',
  'replaced',
  'comment',
  'poll',
  'picture',
  'replypicture',
] as const;
type Secret = (typeof SECRETS)[number];
/** A word that stands nowhere else; of a picture its address. */
const wordOf = (scene: string, secret: Secret): string => {
  if (!secret.endsWith('picture')) return `zq${scene}${secret}`;
  const hash = createHash('sha256').update(`${scene} ${secret}`).digest('hex').slice(0, 32);
  return `/uploads/${hash.slice(0, 2)}/${hash}.webp`;
};

const themeOf = async (forum: number) =>
  (await api.call<{ id: number }[]>('GET', `/api/v1/forum/theme?forum_id=${forum}`)).body[0]?.id;
const idOf = async (call: Promise<{ body: Answer<{ id: number }> }>) => {
  const { body } = await call;
  expect(body).toMatchObject({ code: 0 });
  return body.data.id;
};

/**
 * A thread with a poll and versions, a reply with versions, a comment, and all that a witness can
 * do about them.
 */
async function stage(
  name: string,
  { by = author, forum = OPEN }: { by?: Caller; forum?: number } = {},
): Promise<Scene> {
  const word = (secret: Secret) => wordOf(name, secret);
  const picture = (secret: Secret) => `<img src="${word(secret)}" alt="">`;
  const place = { forum_id: forum, type_id: await themeOf(forum), language: 'zh_CN' };
  const poll = {
    question: word('poll'),
    options: [`${word('poll')} a`, `${word('poll')} b`],
    maxchoices: 1,
    poll_day: 7,
    visible: 1,
  };
  const thread = await idOf(
    by.call('POST', '/api/v1/thread', {
      ...place,
      subject: word('earlier'),
      message: `<p>${word('earlier')}</p>`,
      poll,
    }),
  );
  expect(
    (
      await by.call('PUT', '/api/v1/thread', {
        ...place,
        id: thread,
        subject: word('subject'),
        message: `<p>${word('first')}</p>${picture('picture')}`,
      })
    ).body,
  ).toMatchObject({ code: 0 });
  const reply = await idOf(
    by.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: `<p>${word('replaced')}</p>`,
      user_ids: [WITNESS],
    }),
  );
  await by.call('PUT', '/api/v1/thread/post', {
    id: reply,
    message: `<p>${word('reply')}</p>${picture('replypicture')}`,
  });
  const quoting = await idOf(
    witness.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: `<p>the witness answers in ${name}</p>`,
      quote_post_id: reply,
    }),
  );
  await idOf(
    by.call('POST', '/api/v1/post', {
      thread_id: thread,
      message: `<p>${word('reply')} once more</p>`,
      quote_post_id: quoting,
    }),
  );
  const comment = await idOf(
    by.call('POST', '/api/v1/post/comment', {
      post_id: reply,
      message: `<p>${word('comment')}</p>`,
      user_ids: [WITNESS],
    }),
  );
  await by.call('POST', '/api/v1/post/comment', {
    post_id: quoting,
    message: `<p>${word('comment')} below the witness</p>`,
  });
  for (const [path, body] of [
    ['/api/v1/thread/favorite', { id: thread }],
    ['/api/v1/thread/up', { id: thread, idtype: 'tid' }],
    ['/api/v1/thread/up', { id: reply, idtype: 'pid' }],
    ['/api/v1/thread/draft', { thread_id: thread, message: 'a draft' }],
  ] as const)
    expect((await witness.call('POST', path, body)).body).toMatchObject({ code: 0 });
  for (const id of [reply, quoting])
    await by.call('POST', '/api/v1/thread/up', { id, idtype: 'pid' });
  await db.execute(sql`update post set featured = true where id in (${reply}, ${quoting})`);
  const { rows } = await db.execute<{ id: number }>(
    sql`select first_post_id as id from thread where id = ${thread}`,
  );
  return { thread, first: rows[0]?.id as number, reply, quoting, comment };
}

const moderates = (path: string, body: object) =>
  admin.call<Answer>('POST', `/api/v2/moderation/${path}`, {
    ...body,
    note: 'private',
    is_notify: 1,
  });
/** What is said of a thread or reply to make it wait for a moderator. */
const HELD = '内部消息';

/** Each way to take something from everybody: where, how, and what of it goes. */
const ALL = SECRETS;
const OF_REPLY: readonly Secret[] = ['reply', 'replaced', 'replypicture'];
const MEANS: Record<
  string,
  {
    forum?: number;
    by?: Caller;
    goes: readonly Secret[];
    take: (scene: Scene, name: string) => Promise<{ status: number; body: { code?: number } }>;
  }
> = {
  moved: {
    goes: ALL,
    take: async ({ thread }) =>
      admin.call<Answer>('POST', '/api/v2/user/threads/move', { ids: [thread], forum_id: CLOSED }),
  },
  split: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }) => {
      const others = (
        await db.execute<{ id: number }>(
          sql`
            select id
            from post
            where thread_id = ${thread} and user_id = ${AUTHOR} and floor > 0`,
        )
      ).rows.map(({ id }) => id);
      return moderates('threads/split', {
        ids: [...new Set([reply, ...others])],
        subject: 'split off',
        forum_id: CLOSED,
      });
    },
  },
  splitgone: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }) => {
      const others = (
        await db.execute<{ id: number }>(
          sql`
            select id
            from post
            where thread_id = ${thread} and user_id = ${AUTHOR} and floor > 0`,
        )
      ).rows.map(({ id }) => id);
      expect(
        (
          await moderates('threads/split', {
            ids: [...new Set([reply, ...others])],
            subject: 'split off too',
          })
        ).body,
      ).toMatchObject({ code: 0 });
      const { rows } = await db.execute<{ id: number }>(
        sql`select thread_id as id from post where id = ${reply}`,
      );
      return moderates('threads/delete', { ids: [rows[0]?.id] });
    },
  },
  merged: {
    goes: ALL,
    take: async ({ thread }) => {
      const into = await idOf(
        admin.call('POST', '/api/v1/thread', {
          forum_id: CLOSED,
          type_id: (
            await admin.call<{ id: number }[]>('GET', `/api/v1/forum/theme?forum_id=${CLOSED}`)
          ).body[0]?.id,
          subject: 'takes it in',
          message: '<p>what is merged here</p>',
        }),
      );
      return moderates('threads/merge', { id: thread, into });
    },
  },
  closing: {
    forum: CLOSING,
    goes: ALL,
    take: async () => {
      await db.execute(sql`update forum set access = 'groups' where id = ${CLOSING}`);
      return { status: 200, body: { code: 0 } };
    },
  },
  deleted: {
    goes: ALL,
    take: async ({ thread }) => moderates('threads/delete', { ids: [thread] }),
  },
  withdrawn: {
    goes: ALL,
    take: async ({ thread }) => author.call('DELETE', `/api/v1/thread?id=${thread}`),
  },
  hidden: { goes: ALL, take: async ({ thread }) => moderates('threads/hide', { ids: [thread] }) },
  waiting: {
    goes: ALL,
    take: async ({ thread }, name) =>
      author.call('PUT', '/api/v1/thread', {
        id: thread,
        subject: wordOf(name, 'subject'),
        message: `<p>${wordOf(name, 'first')} ${HELD}</p>`,
      }),
  },
  replygone: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }) =>
      moderates('posts/delete', { ids: await ofAuthor(thread, reply) }),
  },
  replyhidden: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }) =>
      moderates('posts/hide', { ids: await ofAuthor(thread, reply) }),
  },
  replywithdrawn: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }) => {
      for (const id of await ofAuthor(thread, reply))
        expect((await author.call('DELETE', `/api/v1/thread/post?id=${id}`)).body).toMatchObject({
          code: 0,
        });
      return { status: 200, body: { code: 0 } };
    },
  },
  replywaiting: {
    goes: [...OF_REPLY],
    take: async ({ thread, reply }, name) => {
      for (const [n, id] of (await ofAuthor(thread, reply)).entries())
        expect(
          (
            await author.call('PUT', '/api/v1/thread/post', {
              id,
              message: `<p>${wordOf(name, 'reply')} ${HELD} ${n}</p>`,
            })
          ).body,
        ).toMatchObject({ code: 0 });
      return { status: 200, body: { code: 0 } };
    },
  },
  commentgone: {
    goes: ['comment'],
    take: async ({ thread }) => moderates('comments/delete', { ids: await commentsIn(thread) }),
  },
  commenthidden: {
    goes: ['comment'],
    take: async ({ thread }) => moderates('comments/hide', { ids: await commentsIn(thread) }),
  },
  banned: {
    by: banned,
    goes: ALL,
    take: async () =>
      admin.call('POST', '/api/v1/user/crime', {
        user_id: BANNED,
        action: 2,
        reason: 'private',
        hide_thread: true,
      }),
  },
};
const idsOf = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ id: number }>(query)).rows.map(({ id }) => id);
const ofAuthor = async (thread: number, reply: number) => [
  ...new Set([
    reply,
    ...(await idsOf(
      sql`select id from post where thread_id = ${thread} and user_id = ${AUTHOR} and floor > 0`,
    )),
  ]),
];
const commentsIn = (thread: number) =>
  idsOf(sql`select id from comment where thread_id = ${thread} and user_id = ${AUTHOR}`);

const scenes = new Map<string, Scene>();
let calls: ReadingCall[] = [];

/**
 * What calls and pages say to somebody: an address and its text, without the marks around what was
 * searched for.
 */
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
    SECRETS.filter((secret) => !secret.endsWith('picture')).map((secret) => wordOf(name, secret)),
  );
  const asked = {
    id: [...threads, ...made, ...posts],
    '/api/v1/forum/id id': [OPEN, CLOSED, CLOSING],
    '/api/v2/moderation/forum id': [OPEN, CLOSED, CLOSING],
    '/api/v1/user/info id': [AUTHOR, BANNED, WITNESS],
    '/api/v1/thread/draft id': await idsOf(sql`select id from draft where user_id = ${WITNESS}`),
    // Asked with the versions that there are.
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
    forum_id: [OPEN, CLOSED, CLOSING],
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
    ...calls.flatMap((one) => addressesOf(one, asked)),
    ...[...versions, ...posts.map((post_id) => ({ id: 0, post_id }))].map(
      ({ id, post_id }) => `/api/v1/thread/post/revision?post_id=${post_id}&id=${id}`,
    ),
  ];
  const answers: { address: string; text: string }[] = [];
  for (const address of addresses) {
    const response = await by.send('GET', address);
    expect([address, response.status < 500]).toEqual([address, true]);
    answers.push({ address, text: (await response.text()).replaceAll(/<\/?em>/g, '') });
  }
  for (const thread of [...threads, ...made]) {
    await by.call('POST', '/api/v1/thread/draft', { thread_id: thread, message: 'asked again' });
    answers.push({
      address: `a draft for ${thread}`,
      text: await (await by.send('GET', `/api/v1/thread/draft?thread_id=${thread}`)).text(),
    });
  }
  return answers;
}

/** The same of what pages are made from, which is the same for all. */
async function everyPage(): Promise<{ address: string; text: string }[]> {
  const made = await idsOf(
    sql`
      select id
      from thread
      where id >= ${Math.min(...[...scenes.values()].map((one) => one.thread))}`,
  );
  const pages: Record<string, unknown> = {
    threads: await readThreadPages(
      db,
      made.map((threadId) => ({ threadId, page: 1 })),
    ),
    home: await readHomePage(db, 'Asia/Shanghai', 'zh', { order: 'newest', page: 1 }, 'desktop'),
    feed: await readFeed(db, 0, 'zh'),
  };
  for (const forum of [OPEN, CLOSED, CLOSING]) {
    pages[`forum ${forum}`] = await readForumPage(db, 'Asia/Shanghai', forum, {
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

/** Where each secret that should be gone, or here, is read. */
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
  Object.entries(MEANS).flatMap(([name, { goes }]) => goes.map((secret) => wordOf(name, secret)));

beforeAll(async () => {
  await db.execute(sql`update forum set access = 'groups' where id = ${CLOSED}`);
  await db.execute(sql`delete from forum_group where forum_id in (${CLOSED}, ${CLOSING})`);
  await db.execute(
    sql`
      insert into sensitive_word (word, normalized, action, created_by)
      values (${HELD}, ${HELD}, 'review', 10000)`,
  );
  calls = await readingCalls(api);
  for (const [name, { by, forum }] of Object.entries(MEANS))
    scenes.set(name, await stage(name, { ...(by ? { by } : {}), ...(forum ? { forum } : {}) }));
}, 120_000);

describe('[R2, R20, R29] what is taken from everybody', () => {
  test('can be read by a visitor and by a member as long as it is there, in many places', async () => {
    const pages = await everyPage();
    for (const by of [api, witness]) {
      // Visitors are shown no versions.
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
          !/"total_count":0|^\[\]$/.test(text),
      );
      expect.soft(hits.map(({ address }) => address)).toEqual([]);
    }
  }, 120_000);

  test('can neither be liked, kept, reported, voted on, commented on nor answered by who may not read it', async () => {
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
            join forum f on f.id = ${CLOSED}
            where t.id = ${thread}`,
        )
      ).rows;
    const before = await counts();
    for (const [path, body, status] of [
      ['/api/v1/thread/up', { id: thread, idtype: 'tid' }, 404],
      ['/api/v1/thread/up', { id: reply, idtype: 'pid' }, 404],
      ['/api/v1/thread/favorite', { id: thread }, 404],
      ['/api/v1/forum/favorite', { id: CLOSED }, 404],
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
