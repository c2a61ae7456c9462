import { requireActor } from '#auth/guards.ts';
import { markAllRead, markRead, markUnread } from '#domain/reading/mark-read.ts';
import { readNews } from '#domain/reading/read-news.ts';
import { readUnread } from '#domain/reading/read-unread.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/** Rows of a list of new posts. */
const NEWS_PER_LIST = 50;

export const readingRoutes = answerCalls({
  'GET /v2/user/unread': (c, { db, query }) => readUnread(db, requireActor(c), query.thread_ids),

  'GET /v2/user/news': (c, { db, query: { of, after, limit } }) =>
    readNews(db, requireActor(c), { of, after, limit: Math.min(limit, NEWS_PER_LIST) }),

  'POST /v2/user/read': (c, { db, body }) => markRead(db, requireActor(c), body.threads),

  'POST /v2/user/mark-unread': (c, { db, body: { thread_id, floor } }) =>
    markUnread(db, requireActor(c), thread_id, floor),

  'POST /v2/user/mark-all-read': async (c, { db, body: { forum_id, before } }) => ({
    before: await markAllRead(db, requireActor(c), { forumId: forum_id, before }),
  }),
});
