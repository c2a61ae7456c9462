import type { z } from '@hono/zod-openapi';
import type { searchParams } from '#contracts/calls/site/search-calls.ts';
import { findUsers } from '#domain/people/find-users.ts';
import type { SearchOrder } from '#domain/search/plan.ts';
import { searchThreads } from '#domain/search/read.ts';
import { suggestKeyword } from '#domain/search/suggest.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireSearchCaptcha } from '../../http/middleware/require-captcha.ts';
import { getReadContext } from '../../http/read-context.ts';
import { toLowerTimeBound, toUpperTimeBound } from '../../http/time-bounds.ts';

/** Orders by their parameter values. */
const ORDER_OF_PARAM = {
  relevance: 'relevance',
  updated_at: 'activity',
  created_at: 'age',
} as const satisfies Record<string, SearchOrder>;

/** The query of both search calls. */
const toSearchQuery = (
  c: ApiContext,
  {
    keyword,
    forum_id,
    user_id,
    language,
    from,
    to,
    filter_order,
    all,
  }: z.infer<z.ZodObject<typeof searchParams>>,
) => ({
  keyword,
  forumId: forum_id || undefined,
  userId: user_id || undefined,
  language,
  from: toLowerTimeBound(c, from),
  to: toUpperTimeBound(c, to),
  order: ORDER_OF_PARAM[filter_order],
  includesWeak: all === '1',
});

export const searchRoutes = answerCalls({
  'GET /v1/search': async (c, { query: { offset, limit: pageSize, ...filterParams } }) => {
    await requireSearchCaptcha(c);
    const search = toSearchQuery(c, filterParams);
    const context = getReadContext(c);
    const { hits, total, complete, omitted } = await searchThreads(context, {
      ...search,
      offset: offset * pageSize,
      limit: pageSize,
    });
    const suggestion = await suggestKeyword(context, search, complete);
    return {
      data: hits,
      total_count: total,
      complete_count: complete,
      omitted_count: omitted,
      suggestion: suggestion ?? null,
    };
  },

  'GET /v2/public/search/thread': async (
    c,
    { query: { offset, limit: pageSize, ...filterParams } },
  ) => {
    const { hits, total } = await searchThreads(getReadContext(c), {
      ...toSearchQuery(c, filterParams),
      offset,
      limit: pageSize,
    });
    c.header('x-total-count', String(total));
    return hits;
  },

  'GET /v2/public/search/author': (c, { query: { name, limit: pageSize } }) =>
    findUsers(getReadContext(c).db, name, pageSize, { writersOnly: true }),
});
