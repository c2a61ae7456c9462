import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CallReply } from './moderation-api.ts';
import {
  AUTHOR,
  BANNED,
  FORUM_TO_CLOSE,
  PRIVATE_FORUM,
  type Scene,
  SECRETS,
  type Secret,
  type Staging,
  secretWord,
} from './removal-scenes.ts';
import type { Caller } from './test-api.ts';

/** A word that makes a thread or reply pending review. */
export const HELD_WORD = '内部消息';

const ALL_SECRETS = SECRETS;
const REPLY_SECRETS: readonly Secret[] = ['reply', 'replaced', 'replypicture'];

/** One way to hide content from everybody: the scene, the action, and the hidden parts. */
interface RemovalMethod {
  forum?: number;
  by?: Caller;
  goes: readonly Secret[];
  take: (scene: Scene, name: string) => Promise<{ status: number; body: { code?: number } }>;
}

/** All ways to hide content, by the name of their scene. */
export function listRemovalMethods({
  db,
  people: { author, banned, admin },
  idOf,
  ofAuthor,
  commentsIn,
}: Staging): Record<string, RemovalMethod> {
  const moderates = (action: string, kind: string, ids: unknown[], more: object = {}) =>
    admin.call<CallReply>('POST', '/api/v2/moderation/actions', {
      action,
      kind,
      ids,
      ...more,
      note: 'private',
      is_notify: 1,
    });
  return {
    moved: {
      goes: ALL_SECRETS,
      take: async ({ thread }) =>
        admin.call<CallReply>('POST', '/api/v2/user/threads/move', {
          ids: [thread],
          forum_id: PRIVATE_FORUM,
        }),
    },
    split: {
      goes: [...REPLY_SECRETS],
      take: async ({ thread, reply }) => {
        const others = (
          await db.execute<{ id: number }>(
            sql`
              select id
              from post
              where thread_id = ${thread} and user_id = ${AUTHOR} and floor > 0`,
          )
        ).rows.map(({ id }) => id);
        return moderates('split', 'reply', [...new Set([reply, ...others])], {
          subject: 'split off',
          forum_id: PRIVATE_FORUM,
        });
      },
    },
    splitgone: {
      goes: [...REPLY_SECRETS],
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
            await moderates('split', 'reply', [...new Set([reply, ...others])], {
              subject: 'split off too',
            })
          ).body,
        ).toMatchObject({ code: 0 });
        const { rows } = await db.execute<{ id: number }>(
          sql`select thread_id as id from post where id = ${reply}`,
        );
        return moderates('delete', 'thread', [rows[0]?.id]);
      },
    },
    merged: {
      goes: ALL_SECRETS,
      take: async ({ thread }) => {
        const into = await idOf(
          admin.call('POST', '/api/v1/thread', {
            forum_id: PRIVATE_FORUM,
            type_id: (
              await admin.call<{ id: number }[]>(
                'GET',
                `/api/v1/forum/theme?forum_id=${PRIVATE_FORUM}`,
              )
            ).body[0]?.id,
            subject: 'takes it in',
            message: '<p>what is merged here</p>',
          }),
        );
        return moderates('merge', 'thread', [thread], { into });
      },
    },
    closing: {
      forum: FORUM_TO_CLOSE,
      goes: ALL_SECRETS,
      take: async () => {
        await db.execute(sql`update forum set access = 'groups' where id = ${FORUM_TO_CLOSE}`);
        return { status: 200, body: { code: 0 } };
      },
    },
    deleted: {
      goes: ALL_SECRETS,
      take: async ({ thread }) => moderates('delete', 'thread', [thread]),
    },
    withdrawn: {
      goes: ALL_SECRETS,
      take: async ({ thread }) => author.call('DELETE', `/api/v1/thread?id=${thread}`),
    },
    hidden: {
      goes: ALL_SECRETS,
      take: async ({ thread }) => moderates('hide', 'thread', [thread]),
    },
    waiting: {
      goes: ALL_SECRETS,
      take: async ({ thread }, name) =>
        author.call('PUT', '/api/v1/thread', {
          id: thread,
          subject: secretWord(name, 'subject'),
          message: `<p>${secretWord(name, 'first')} ${HELD_WORD}</p>`,
        }),
    },
    replygone: {
      goes: [...REPLY_SECRETS],
      take: async ({ thread, reply }) =>
        moderates('delete', 'reply', await ofAuthor(thread, reply)),
    },
    replyhidden: {
      goes: [...REPLY_SECRETS],
      take: async ({ thread, reply }) => moderates('hide', 'reply', await ofAuthor(thread, reply)),
    },
    replywithdrawn: {
      goes: [...REPLY_SECRETS],
      take: async ({ thread, reply }) => {
        for (const id of await ofAuthor(thread, reply))
          expect((await author.call('DELETE', `/api/v1/thread/post?id=${id}`)).body).toMatchObject({
            code: 0,
          });
        return { status: 200, body: { code: 0 } };
      },
    },
    replywaiting: {
      goes: [...REPLY_SECRETS],
      take: async ({ thread, reply }, name) => {
        for (const [n, id] of (await ofAuthor(thread, reply)).entries())
          expect(
            (
              await author.call('PUT', '/api/v1/thread/post', {
                id,
                message: `<p>${secretWord(name, 'reply')} ${HELD_WORD} ${n}</p>`,
              })
            ).body,
          ).toMatchObject({ code: 0 });
        return { status: 200, body: { code: 0 } };
      },
    },
    commentgone: {
      goes: ['comment'],
      take: async ({ thread }) => moderates('delete', 'comment', await commentsIn(thread)),
    },
    commenthidden: {
      goes: ['comment'],
      take: async ({ thread }) => moderates('hide', 'comment', await commentsIn(thread)),
    },
    banned: {
      by: banned,
      goes: ALL_SECRETS,
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
