import { readComments } from '#domain/content/comment/read.ts';
import {
  readFeaturedReplies,
  readPageIndexOfPost,
  readReplyList,
} from '#domain/content/post/replies-for-api.ts';
import { countView, toVisitorKey } from '#domain/content/thread/count-view.ts';
import { readThreadIndex } from '#domain/content/thread/list-for-api.ts';
import { readThreadInfo } from '#domain/content/thread/read-info.ts';
import { readModerators } from '#domain/forums/visible-forums.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { isDeliberateRequest } from '../../http/middleware/fetch-metadata.ts';
import { consumeWithinLimit } from '../../http/middleware/limit-rate.ts';
import { getReadContext } from '../../http/read-context.ts';

/** Counts the caller's view of a thread. */
const countThreadView = (c: ApiContext, threadId: number): Promise<boolean> =>
  countView(
    c.var.deps.db,
    threadId,
    c.var.actor,
    toVisitorKey(c.var.actor, c.var.ip, c.req.header('user-agent') ?? ''),
  );
/** As above, limited: changing the browser's name must not raise the count forever. */
const countThreadViewWithinLimit = async (c: ApiContext, threadId: number): Promise<boolean> =>
  consumeWithinLimit(c, 'view') && countThreadView(c, threadId);

const readOffset = async (
  c: ApiContext,
  { id, thread_id, page_size }: { id: number; thread_id?: number | undefined; page_size: number },
) => ({
  offset: await readPageIndexOfPost(getReadContext(c), id, page_size, thread_id || undefined),
});

export const threadReadRoutes = answerCalls({
  'GET /v1/thread/index': async (
    c,
    { query: { order, where, languages: language, offset, limit: pageSize } },
  ) => {
    const orderOfWhere = { none: order, is_digest: order, hot_value: 'hot', id: 'newest' } as const;
    const list = {
      order: orderOfWhere[where],
      flat: where === 'id',
      digest: where === 'is_digest',
      language,
      page: offset,
      limit: pageSize,
    };
    return readThreadIndex(getReadContext(c), list);
  },

  'GET /v1/thread/info': async (c, { query: { id } }) => {
    const counted = isDeliberateRequest(c) && (await countThreadViewWithinLimit(c, id));
    const thread = await readThreadInfo(getReadContext(c), id);
    // The replica may lag; the caller's count includes their own view.
    if (counted && c.var.deps.replica) thread.views_cnt++;
    return thread;
  },

  'POST /v1/thread/view': async (c, { query: { id } }) => {
    await countThreadView(c, id);
    return c.body(null, 204);
  },

  'GET /v1/thread/post/list': (c, { query: { id, offset, limit: pageSize, user_id, order } }) =>
    readReplyList(getReadContext(c), {
      threadId: id,
      userId: user_id || undefined,
      order,
      page: offset,
      limit: pageSize,
    }),

  'GET /v1/thread/post/comment': (c, { query: { post_id, offset, limit: pageSize } }) =>
    readComments(getReadContext(c), post_id, offset, pageSize),

  'GET /v1/thread/offset': (c, { query }) => readOffset(c, query),
  'GET /v1/user/post/offset': (c, { query }) => readOffset(c, query),

  'GET /v1/thread/user/list': (c, { query: { forum_id } }) =>
    readModerators(getReadContext(c), forum_id),

  'GET /v1/post/top/list': (c, { query: { id } }) => readFeaturedReplies(getReadContext(c), id),
});
