import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { ADMIN, type CallReply } from './moderation-api.ts';
import { PEOPLE } from './people.ts';
import type { Caller, TestApi } from './test-api.ts';

/* Public content that is hidden later, with its author and a witness. */

/** The author of the hidden content; the second one is banned. */
export const AUTHOR = PEOPLE.otherMember;
export const BANNED = PEOPLE.fourthMember;
/** Read everything before it was hidden. */
export const WITNESS = PEOPLE.member;

/** Forums: only administrators read the closed one; the closing one becomes closed. */
export const PUBLIC_FORUM = 1;
export const PRIVATE_FORUM = 5;
export const FORUM_TO_CLOSE = 6;

export interface Scene {
  thread: number;
  first: number;
  reply: number;
  /** A reply of the witness that quotes the reply. */
  quoting: number;
  comment: number;
}

export const SECRETS = [
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
export type Secret = (typeof SECRETS)[number];
/** A unique word, or the address of a unique picture. */
export const secretWord = (scene: string, secret: Secret): string => {
  if (!secret.endsWith('picture')) return `zq${scene}${secret}`;
  const hash = createHash('sha256').update(`${scene} ${secret}`).digest('hex').slice(0, 32);
  return `/uploads/${hash.slice(0, 2)}/${hash}.webp`;
};

/** The users, and their calls that create content. */
export async function prepareStaging(api: TestApi, db: Db) {
  const [author, banned, witness, admin] = await Promise.all([
    api.as(AUTHOR),
    api.as(BANNED),
    api.as(WITNESS),
    api.as(ADMIN),
  ]);

  const themeOf = async (forum: number) =>
    (await api.call<{ id: number }[]>('GET', `/api/v1/forum/theme?forum_id=${forum}`)).body[0]?.id;
  const idOf = async (call: Promise<{ body: CallReply<{ id: number }> }>) => {
    const { body } = await call;
    expect(body).toMatchObject({ code: 0 });
    return body.data.id;
  };

  /** A thread, a reply and a comment with revisions, a poll, and a witness' reactions. */
  async function stage(
    name: string,
    { by = author, forum = PUBLIC_FORUM }: { by?: Caller; forum?: number } = {},
  ): Promise<Scene> {
    const word = (secret: Secret) => secretWord(name, secret);
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

  return {
    db,
    people: { author, banned, witness, admin },
    idOf,
    idsOf,
    ofAuthor,
    commentsIn,
    stage,
  };
}

export type Staging = Awaited<ReturnType<typeof prepareStaging>>;
