import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { UserPostsReplyWire, UserThreadsReplyWire } from '#contracts/wire/member.ts';
import { int, whole } from '#contracts/wire/scalars.ts';
import { UserBriefsReplyWire, UserInfoWire, UserWire } from '#contracts/wire/user.ts';
import { readUser } from '#domain/user/wire-info.ts';
import { findPeople, readPeopleByIds } from '#domain/user/wire-search.ts';
import { PERIODS, readUserPosts, readUserThreads } from '#domain/user/wire-written.ts';
import type { Ctx } from './context.ts';
import { may } from './middleware/may.ts';
import { ids, limit, oneOf, optionalId, pageIndex, searchText } from './params.ts';
import { ownReadingOf, readingOf } from './reading.ts';
import { replies, router } from './router.ts';

const tags = ['user'];

export const user = router();

/**
 * Whom a call is about: the given user, else the caller. Throws unauthenticated for a visitor who
 * names nobody.
 */
const someone = (c: Ctx, id: number | undefined): number => id || requireActor(c).userId;
/** Their own things people read where they have just written them. */
const readingAbout = (c: Ctx, userId: number) =>
  c.var.actor?.userId === userId ? ownReadingOf(c) : readingOf(c);

user.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/info',
    tags,
    summary: 'A person',
    description:
      'Without `id` the caller. Email, mobile, qq, real name and addresses are given to the person alone; administrators ask for them in the admin area.',
    request: { query: z.object({ id: optionalId }) },
    responses: {
      ...replies(z.union([UserInfoWire, UserWire])),
      401: { description: 'No id, and not logged in' },
      404: { description: 'No such person' },
    },
  }),
  async (c) => {
    const id = someone(c, c.req.valid('query').id);
    return c.json(await readUser(readingAbout(c, id), id), 200);
  },
);

user.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/list',
    tags,
    ...may('person.find'),
    summary: 'People by the beginning of their name, or by their ids',
    description: 'For completing mentions; members only. Without `keyword` and `ids` it is empty.',
    request: { query: z.object({ keyword: searchText(64), ids, limit: limit(10) }) },
    responses: { ...replies(UserBriefsReplyWire), 401: { description: 'Not logged in' } },
  }),
  async (c) => {
    const query = c.req.valid('query');
    const { db } = readingOf(c);
    const keyword = query.keyword?.trim();
    const data =
      query.ids.length > 0
        ? await readPeopleByIds(db, query.ids, query.limit)
        : keyword
          ? await findPeople(db, keyword, query.limit)
          : [];
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

user.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/integral',
    tags,
    ...may('own.read'),
    summary: 'The caller’s balance of points',
    description: 'Bots look at the status alone, to see whether their login holds.',
    responses: {
      ...replies(
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
        data: { integral: (await readUser(ownReadingOf(c), userId)).credits_num },
      },
      200,
    );
  },
);

const written = z.object({
  user_id: optionalId,
  offset: pageIndex,
  limit: limit(10),
  date_type: z
    .preprocess(
      (value) => (value === '' || value === 'null' ? undefined : value),
      whole(0, PERIODS.length - 1).default(0),
    )
    .meta({ description: '0 all, 1 the last week, 2 month, 3 year' }),
  withheld: oneOf(['0', '1'], '0').meta({
    description: '1: also what was deleted or hidden (`state`), in the caller’s own lists',
  }),
});

const wanted = (c: Ctx, query: z.infer<typeof written>) => ({
  userId: someone(c, query.user_id),
  period: query.date_type,
  withheld: query.withheld === '1',
  page: query.offset,
  limit: query.limit,
});

user.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/thread',
    tags,
    summary: 'Threads that a person began, newest first',
    description:
      'Without `user_id` the caller’s own. `total_tp_count` is how many threads and replies the person has written in all.',
    request: { query: written },
    responses: { ...replies(UserThreadsReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const about = wanted(c, c.req.valid('query'));
    return c.json(await readUserThreads(readingAbout(c, about.userId), about), 200);
  },
);

user.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/post',
    tags,
    summary: 'Replies that a person wrote, newest first',
    description:
      'Without `user_id` the caller’s own. `posts_count` is how many replies the person has written in all, `total_count` how many the list has.',
    request: { query: written },
    responses: { ...replies(UserPostsReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const about = wanted(c, c.req.valid('query'));
    return c.json(await readUserPosts(readingAbout(c, about.userId), about), 200);
  },
);
