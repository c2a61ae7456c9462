import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Caller } from './api.ts';
import type { Answer } from './moderating.ts';
import {
  AUTHOR,
  BANNED,
  CLOSED,
  CLOSING,
  type Scene,
  SECRETS,
  type Secret,
  type Staging,
  wordOf,
} from './scenes.ts';

/** What is said of a thread or reply to make it wait for a moderator. */
export const HELD = '内部消息';

const ALL = SECRETS;
const OF_REPLY: readonly Secret[] = ['reply', 'replaced', 'replypicture'];

/** One way to take something from everybody: where, how, and what of it goes. */
interface Means {
  forum?: number;
  by?: Caller;
  goes: readonly Secret[];
  take: (scene: Scene, name: string) => Promise<{ status: number; body: { code?: number } }>;
}

/** Each way to take something from everybody, by the name of the scene that it is shown on. */
export function meansOf({
  db,
  people: { author, banned, admin },
  idOf,
  ofAuthor,
  commentsIn,
}: Staging): Record<string, Means> {
  const moderates = (path: string, body: object) =>
    admin.call<Answer>('POST', `/api/v2/moderation/${path}`, {
      ...body,
      note: 'private',
      is_notify: 1,
    });
  return {
    moved: {
      goes: ALL,
      take: async ({ thread }) =>
        admin.call<Answer>('POST', '/api/v2/user/threads/move', {
          ids: [thread],
          forum_id: CLOSED,
        }),
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
}
