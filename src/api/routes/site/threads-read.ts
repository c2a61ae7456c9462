import { createRoute, z } from '@hono/zod-openapi';
import { INDEX_ORDERS, REPLY_ORDERS } from '#contracts/list-orders.ts';
import { int } from '#contracts/wire/field-types.ts';
import { PostListReplyWire } from '#contracts/wire/post.ts';
import {
  CommentsReplyWire,
  ThreadIndexReplyWire,
  ThreadInfoReplyWire,
} from '#contracts/wire/thread.ts';
import { UserBriefsReplyWire } from '#contracts/wire/user.ts';
import { readComments } from '#domain/comment/read.ts';
import { readModerators } from '#domain/forum/visible-forums.ts';
import { readPageIndexOfPost, readReplyList } from '#domain/post/replies-for-api.ts';
import { countView, toVisitorKey } from '#domain/thread/count-view.ts';
import { readThreadIndex } from '#domain/thread/list-for-api.ts';
import { readThreadInfo } from '#domain/thread/read-info.ts';
import type { ApiContext } from '../../http/context.ts';
import { isDeliberateRequest } from '../../http/middleware/fetch-metadata.ts';
import { consumeWithinLimit, limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { limit, listOrder, oneOf, optionalId, pageIndex, requiredId } from '../../http/params.ts';
import { getReadContext, threadLanguages } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['thread'];
const threadUnavailableResponses = {
  404: { description: 'No such thread' },
  406: { description: 'The thread was deleted or hidden' },
};

export const threadReadRoutes = createRouter();

threadReadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/index',
    tags,
    summary: 'Threads of all forums',
    description:
      'Threads that are pinned everywhere come first. `where=hot_value` is the same as `order=hot_value`; `where=is_digest` gives digests only, `where=id` the newest first, whatever `order` says and with nothing pinned above them. `updated_at` of a thread is its latest activity.',
    request: {
      query: z.object({
        order: listOrder(INDEX_ORDERS),
        where: oneOf(['none', 'hot_value', 'is_digest', 'id'], 'none'),
        languages: threadLanguages,
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: jsonResponses(ThreadIndexReplyWire),
  }),
  async (c) => {
    const { order, where, languages: language, offset, limit: pageSize } = c.req.valid('query');
    const orderOfWhere = {
      none: order,
      is_digest: order,
      hot_value: 'hot',
      id: 'newest',
    } as const;
    const list = {
      order: orderOfWhere[where],
      flat: where === 'id',
      digest: where === 'is_digest',
      language,
      page: offset,
      limit: pageSize,
    };
    return c.json(await readThreadIndex(getReadContext(c), list), 200);
  },
);

/** Counts the caller's look at a thread. */
const countThreadView = (c: ApiContext, threadId: number): Promise<boolean> =>
  countView(
    c.var.deps.db,
    threadId,
    c.var.actor,
    toVisitorKey(c.var.actor, c.var.ip, c.req.header('user-agent') ?? ''),
  );
/**
 * The same where it is read whether the look counts or not: whoever gives another name of a browser
 * each time is counted so often and no more.
 */
const countThreadViewWithinLimit = async (c: ApiContext, threadId: number): Promise<boolean> =>
  consumeWithinLimit(c, 'view') && countThreadView(c, threadId);

threadReadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/info',
    tags,
    summary: 'A thread with its first post',
    description: 'Counts a view, once per visitor and 10 minutes.',
    request: { query: z.object({ id: requiredId }) },
    responses: { ...jsonResponses(ThreadInfoReplyWire), ...threadUnavailableResponses },
  }),
  async (c) => {
    const { id } = c.req.valid('query');
    const counted = isDeliberateRequest(c) && (await countThreadViewWithinLimit(c, id));
    const reply = await readThreadInfo(getReadContext(c), id);
    // A replica may not have it yet; the caller's own view is in the number that the caller gets.
    if (counted && c.var.deps.replica !== c.var.deps.db) reply.data.views_cnt++;
    return c.json(reply, 200);
  },
);

threadReadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/view',
    tags,
    ...requireRight('thread.view', limitRate('view')),
    summary: 'Counts a view of a thread that is read as a published page',
    request: { query: z.object({ id: requiredId }) },
    responses: { 204: { description: 'Counted, or seen by the same visitor within 10 minutes' } },
  }),
  async (c) => {
    await countThreadView(c, c.req.valid('query').id);
    return c.body(null, 204);
  },
);

threadReadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/list',
    tags,
    summary: 'Replies of a thread',
    description:
      'Pages are ranges of floors (`storey`), so deleted replies are on them, without their text. `total_count` is the number of floors. `user_id` gives one author’s replies only, and their number. Ordered by `likes`, the most liked first, there are only those that are shown, and `total_count` is their number.',
    request: {
      query: z.object({
        id: requiredId,
        offset: pageIndex,
        limit: limit(10),
        user_id: optionalId,
        order: oneOf(REPLY_ORDERS, 'asc'),
      }),
    },
    responses: { ...jsonResponses(PostListReplyWire), ...threadUnavailableResponses },
  }),
  async (c) => {
    const { id, offset, limit: pageSize, user_id, order } = c.req.valid('query');
    return c.json(
      await readReplyList(getReadContext(c), {
        threadId: id,
        userId: user_id || undefined,
        order,
        page: offset,
        limit: pageSize,
      }),
      200,
    );
  },
);

threadReadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/comment',
    tags,
    summary: 'Comments under a reply, oldest first',
    request: { query: z.object({ post_id: requiredId, offset: pageIndex, limit: limit(10) }) },
    responses: { ...jsonResponses(CommentsReplyWire), ...threadUnavailableResponses },
  }),
  async (c) => {
    const { post_id, offset, limit: pageSize } = c.req.valid('query');
    return c.json(await readComments(getReadContext(c), post_id, offset, pageSize), 200);
  },
);

const OffsetReply = z
  .object({ code: int, msg: z.string(), offset: int })
  .meta({ id: 'OffsetReply' });

for (const path of ['/v1/thread/offset', '/v1/user/post/offset'] as const) {
  threadReadRoutes.openapi(
    createRoute({
      method: 'get',
      path,
      tags,
      summary: 'The index of the page of replies that holds a post',
      description:
        'For pages of `page_size` in the order of floors. 404 when the post isn’t in the thread `thread_id`, which need not be named.',
      request: { query: z.object({ id: requiredId, thread_id: optionalId, page_size: limit(10) }) },
      responses: { ...jsonResponses(OffsetReply), ...threadUnavailableResponses },
    }),
    async (c) => {
      const { id, thread_id, page_size } = c.req.valid('query');
      return c.json(
        {
          code: 0,
          msg: 'ok',
          offset: await readPageIndexOfPost(
            getReadContext(c),
            id,
            page_size,
            thread_id || undefined,
          ),
        },
        200,
      );
    },
  );
}

threadReadRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/user/list',
    tags,
    summary: 'The moderators of a forum',
    description:
      'With those who moderate everywhere, behind the others. `group_type` is the group: 10000 marks a super administrator.',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: jsonResponses(UserBriefsReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readModerators(getReadContext(c), c.req.valid('query').forum_id),
      },
      200,
    ),
);
