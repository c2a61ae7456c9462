import { requireActor } from '#auth/guards.ts';
import { markAllRead, markRead, markUnread } from '#domain/reading/mark-read.ts';
import { readNews } from '#domain/reading/read-news.ts';
import { readUnread } from '#domain/reading/read-unread.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* How far members have read. */

/** Rows of a list of what is new. */
const NEWS_PER_LIST = 50;

export const readingRoutes = answerCalls({
  'GET /v2/user/unread': (c, { query: { thread_ids } }) =>
    readUnread(c.var.deps.db, requireActor(c), thread_ids),

  'GET /v2/user/news': (c, { query }) =>
    readNews(c.var.deps.db, requireActor(c), {
      of: query.of,
      after: query.after,
      limit: Math.min(query.limit, NEWS_PER_LIST),
    }),

  'POST /v2/user/read': async (c, { body: { threads } }) => {
    await markRead(c.var.deps.db, requireActor(c), threads);
  },

  'POST /v2/user/mark-unread': async (c, { body: { thread_id, floor } }) => {
    await markUnread(c.var.deps.db, requireActor(c), thread_id, floor);
  },

  'POST /v2/user/mark-all-read': async (c, { body: { forum_id, before } }) => {
    const replaced = await markAllRead(c.var.deps.db, requireActor(c), {
      forumId: forum_id,
      before,
    });
    return { before: replaced };
  },
});
