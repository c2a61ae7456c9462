import type { z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import type { userPostsQuery } from '#contracts/calls/site/user-calls.ts';
import { readUserReplies, readUserThreads } from '#domain/page-data/user-content.ts';
import { findUsers, readUsersByIds } from '#domain/people/find-users.ts';
import { readUser } from '#domain/people/read-user.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { getOwnReadContext, getReadContext } from '../../http/read-context.ts';

/** The given user, else the caller. Throws unauthenticated for a visitor. */
const getUserIdOrCaller = (c: ApiContext, id: number | undefined): number =>
  id || requireActor(c).userId;
/** Users read their own data from the primary, where they have just written it. */
const getReadContextFor = (c: ApiContext, userId: number) =>
  c.var.actor?.userId === userId ? getOwnReadContext(c) : getReadContext(c);

const toUserPostsFilter = (c: ApiContext, query: z.infer<z.ZodObject<typeof userPostsQuery>>) => ({
  userId: getUserIdOrCaller(c, query.user_id),
  period: query.date_type,
  includesWithheld: query.withheld === '1',
  page: query.offset,
  limit: query.limit,
});

export const userRoutes = answerCalls({
  'GET /v1/user/info': async (c, { query }) => {
    const id = getUserIdOrCaller(c, query.id);
    return readUser(getReadContextFor(c, id), id);
  },

  'GET /v1/user/list': async (c, { query }) => {
    const { db } = getReadContext(c);
    const keyword = query.keyword?.trim();
    return query.ids.length > 0
      ? await readUsersByIds(db, query.ids, query.limit)
      : keyword
        ? await findUsers(db, keyword, query.limit)
        : [];
  },

  'GET /v2/user/integral': async (c, { actorId }) => ({
    integral: (await readUser(getOwnReadContext(c), actorId)).credits_num,
  }),

  'GET /v1/user/thread': async (c, { query }) => {
    const about = toUserPostsFilter(c, query);
    return readUserThreads(getReadContextFor(c, about.userId), about);
  },

  'GET /v1/user/post': async (c, { query }) => {
    const about = toUserPostsFilter(c, query);
    return readUserReplies(getReadContextFor(c, about.userId), about);
  },
});
