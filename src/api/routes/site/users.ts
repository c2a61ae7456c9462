import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { coercedInt, int } from '#contracts/wire/field-types.ts';
import { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/own-content.ts';
import { UserBriefsReplyWire, UserInfoWire, UserWire } from '#contracts/wire/user.ts';
import { findUsers, readUsersByIds } from '#domain/user/find-users.ts';
import { readUser } from '#domain/user/read-user.ts';
import { PERIOD_INTERVALS, readUserReplies, readUserThreads } from '#domain/user/user-content.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { ids, limit, oneOf, optionalId, pageIndex, searchText } from '../../http/params.ts';
import { getOwnReadContext, getReadContext } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['user'];

export const userRoutes = createRouter();

/**
 * Whom a call is about: the given user, else the caller. Throws unauthenticated for a visitor who
 * names nobody.
 */
const getUserIdOrCaller = (c: ApiContext, id: number | undefined): number =>
  id || requireActor(c).userId;
/** Their own things people read where they have just written them. */
const getReadContextFor = (c: ApiContext, userId: number) =>
  c.var.actor?.userId === userId ? getOwnReadContext(c) : getReadContext(c);

userRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/info',
    tags,
    summary: 'A person',
    description:
      'Without `id` the caller. Email, mobile, qq, real name and addresses are given to the person alone; administrators ask for them in the admin area.',
    request: { query: z.object({ id: optionalId }) },
    responses: {
      ...jsonResponses(z.union([UserInfoWire, UserWire])),
      401: { description: 'No id, and not logged in' },
      404: { description: 'No such person' },
    },
  }),
  async (c) => {
    const id = getUserIdOrCaller(c, c.req.valid('query').id);
    return c.json(await readUser(getReadContextFor(c, id), id), 200);
  },
);

userRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/list',
    tags,
    ...requireRight('person.find'),
    summary: 'People by the beginning of their name, or by their ids',
    description: 'For completing mentions; members only. Without `keyword` and `ids` it is empty.',
    request: { query: z.object({ keyword: searchText(64), ids, limit: limit(10) }) },
    responses: { ...jsonResponses(UserBriefsReplyWire), 401: { description: 'Not logged in' } },
  }),
  async (c) => {
    const query = c.req.valid('query');
    const { db } = getReadContext(c);
    const keyword = query.keyword?.trim();
    const data =
      query.ids.length > 0
        ? await readUsersByIds(db, query.ids, query.limit)
        : keyword
          ? await findUsers(db, keyword, query.limit)
          : [];
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

userRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/integral',
    tags,
    ...requireRight('own.read'),
    summary: 'The caller’s balance of points',
    description: 'Bots look at the status alone, to see whether their login holds.',
    responses: {
      ...jsonResponses(
        z
          .object({ code: int, msg: z.string(), data: z.object({ integral: int }) })
          .meta({ id: 'IntegralReply' }),
      ),
      401: { description: 'Not logged in' },
    },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: { integral: (await readUser(getOwnReadContext(c), userId)).credits_num },
      },
      200,
    );
  },
);

const userPostsQuery = z.object({
  user_id: optionalId,
  offset: pageIndex,
  limit: limit(10),
  date_type: z
    .preprocess(
      (value) => (value === '' || value === 'null' ? undefined : value),
      coercedInt(0, PERIOD_INTERVALS.length - 1).default(0),
    )
    .meta({ description: '0 all, 1 the last week, 2 month, 3 year' }),
  withheld: oneOf(['0', '1'], '0').meta({
    description: '1: also what was deleted or hidden (`state`), in the caller’s own lists',
  }),
});

const toUserPostsFilter = (c: ApiContext, query: z.infer<typeof userPostsQuery>) => ({
  userId: getUserIdOrCaller(c, query.user_id),
  period: query.date_type,
  includesWithheld: query.withheld === '1',
  page: query.offset,
  limit: query.limit,
});

userRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/thread',
    tags,
    summary: 'Threads that a person began, newest first',
    description:
      'Without `user_id` the caller’s own. `total_tp_count` is how many threads and replies the person has written in all.',
    request: { query: userPostsQuery },
    responses: { ...jsonResponses(UserThreadsReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const about = toUserPostsFilter(c, c.req.valid('query'));
    return c.json(await readUserThreads(getReadContextFor(c, about.userId), about), 200);
  },
);

userRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/post',
    tags,
    summary: 'Replies that a person wrote, newest first',
    description:
      'Without `user_id` the caller’s own. `posts_count` is how many replies the person has written in all, `total_count` how many the list has.',
    request: { query: userPostsQuery },
    responses: { ...jsonResponses(UserPostsReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const about = toUserPostsFilter(c, c.req.valid('query'));
    return c.json(await readUserReplies(getReadContextFor(c, about.userId), about), 200);
  },
);
