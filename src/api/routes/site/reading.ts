import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { NEWS_LISTS } from '#contracts/watching.ts';
import {
  MarkAllReadReplyWire,
  MarkAllReadWire,
  MarkReadWire,
  MarkUnreadWire,
  NewsReplyWire,
  UnreadReplyWire,
} from '#contracts/wire/reading.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { markAllRead, markRead, markUnread } from '#domain/reading/mark-read.ts';
import { readNews } from '#domain/reading/read-news.ts';
import { readUnread } from '#domain/reading/read-unread.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { ids, limit, optionalText } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* How far members have read. */

const tags = ['member'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const OK_REPLY = { code: 0, msg: 'ok' } as const;

/** Rows of a list of what is new. */
const NEWS_PER_LIST = 50;
/** The end of a list: microseconds since 1970 and the thread's id. */
const newsCursor = optionalText(40).transform((text, context) => {
  if (text === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})\.(\d{1,9})$/.exec(text) ?? [];
  if (micros !== undefined && id !== undefined) return { micros, id: Number(id) };
  context.addIssue({ code: 'custom', message: 'must be `next` of a list' });
  return z.NEVER;
});

export const readingRoutes = createRouter();

readingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/unread',
    tags,
    ...requireRight('own.read'),
    summary: 'What is new to the caller of these threads',
    description: 'Threads without anything new are left out.',
    request: { query: z.object({ thread_ids: ids }) },
    responses: { ...jsonResponses(UnreadReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { thread_ids } = c.req.valid('query');
    const data = await readUnread(c.var.deps.db, requireActor(c), thread_ids);
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

readingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/news',
    tags,
    ...requireRight('own.read'),
    summary: 'What is new to the caller in what they watch, the latest first',
    description:
      '`replies`: watched threads with unread replies. `threads`: threads that the caller hasn’t opened, in watched forums and sections and by watched people. `of` one of them with its `next` as `after`: the next ones of that list; the other one is empty.',
    request: {
      query: z.object({
        of: z.enum(NEWS_LISTS).optional(),
        after: newsCursor,
        limit: limit(NEWS_PER_LIST),
      }),
    },
    responses: { ...jsonResponses(NewsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const query = c.req.valid('query');
    const data = await readNews(c.var.deps.db, requireActor(c), {
      of: query.of,
      after: query.after,
      limit: Math.min(query.limit, NEWS_PER_LIST),
    });
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

readingRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/read',
    tags,
    ...requireRight('read.mark'),
    summary: 'Notes how far the caller has read in threads, never less far than before',
    description: 'What the caller may not read is left out.',
    request: { body: jsonBody(MarkReadWire) },
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    await markRead(c.var.deps.db, requireActor(c), c.req.valid('json').threads);
    return c.json(OK_REPLY, 200);
  },
);

readingRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/mark-unread',
    tags,
    ...requireRight('read.mark'),
    summary: 'Makes a thread unread from a floor on, or new as if it had never been opened',
    request: { body: jsonBody(MarkUnreadWire) },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...unauthenticatedResponses,
      404: { description: 'No thread that the caller may read' },
    },
  }),
  async (c) => {
    const { thread_id, floor } = c.req.valid('json');
    await markUnread(c.var.deps.db, requireActor(c), thread_id, floor);
    return c.json(OK_REPLY, 200);
  },
);

readingRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/mark-all-read',
    tags,
    ...requireRight('read.mark'),
    summary: 'Marks everything as read that is older than a time, or everything of a forum',
    description:
      '`before` is now unless it is given. `data.before` is what counted until then, null where nothing did: sent again, it takes the change back.',
    request: { body: jsonBody(MarkAllReadWire) },
    responses: {
      ...jsonResponses(MarkAllReadReplyWire),
      ...unauthenticatedResponses,
      404: { description: 'No forum that the caller may read' },
    },
  }),
  async (c) => {
    const { forum_id, before } = c.req.valid('json');
    const replaced = await markAllRead(c.var.deps.db, requireActor(c), {
      forumId: forum_id,
      before,
    });
    return c.json({ ...OK_REPLY, data: { before: replaced } }, 200);
  },
);
