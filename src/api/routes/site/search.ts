import { createRoute, z } from '@hono/zod-openapi';
import { SEARCH_PASSES } from '#contracts/captcha-rules.ts';
import { SearchHitWire, SearchReplyWire } from '#contracts/wire/search.ts';
import { UserBriefsReplyWire } from '#contracts/wire/user.ts';
import { MAX_HITS } from '#domain/search/candidates.ts';
import type { SearchOrder } from '#domain/search/plan.ts';
import { searchThreads } from '#domain/search/read.ts';
import { suggestKeyword } from '#domain/search/suggest.ts';
import { findUsers } from '#domain/user/find-users.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireSearchCaptcha } from '../../http/middleware/require-captcha.ts';
import {
  limit,
  oneOf,
  optionalId,
  optionalTime,
  pageIndex,
  requiredSearchText,
  rowOffset,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { getReadContext, threadLanguages } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['search'];

export const searchRoutes = createRouter();

/** Orders by their names on the wire. */
const ORDER_OF_PARAM = {
  relevance: 'relevance',
  updated_at: 'activity',
  created_at: 'age',
} as const satisfies Record<string, SearchOrder>;

const SEARCH_DESCRIPTION = `Threads whose subject, first post or a reply has the words of \`keyword\`, in Chinese or English; the last English word may be unfinished. Where few threads have all words, those with some follow; those that have a common word alone are left out where others say more, unless \`all\` is 1. \`subject\` and \`content\` are HTML: matches stand in \`<em>\`, everything else is escaped. Hits are counted up to ${MAX_HITS}. In the orders by time, very common words are looked for in the newest posts.`;

const searchParams = {
  keyword: requiredSearchText(100),
  forum_id: optionalId,
  user_id: optionalId.meta({ description: 'Who wrote the post that matches' }),
  language: threadLanguages,
  from: optionalTime.meta({
    description:
      'The post that matches was written at this time or later; a day is one of the community’s time zone',
  }),
  to: optionalTime.meta({
    description: 'The post that matches was written at this time or earlier; a day is included',
  }),
  filter_order: oneOf(['relevance', 'updated_at', 'created_at'], 'relevance'),
  all: oneOf(['0', '1'], '0').meta({
    description: '1: also threads that have a common word of several alone',
  }),
};

/** What both calls search by, from their parameters. */
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

searchRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/search',
    tags,
    middleware: [limitRate('search')] as const,
    summary: 'Searches threads',
    description: `${SEARCH_DESCRIPTION} People solve the captcha \`bound\` first; a wrong or missing one is \`err_code\` captcha. One is good for ${SEARCH_PASSES.short.searches} searches within ${SEARCH_PASSES.short.seconds / 60} minutes, whatever the keywords: visitors send the same headers again; a member is known by the session, and solves one a day. Programs with a token need none.`,
    request: {
      query: z.object({ ...searchParams, offset: pageIndex, limit: limit(20) }),
      headers: z.object({
        'x-captcha-id': z.string().optional(),
        'x-captcha-validate': z.string().optional(),
      }),
    },
    responses: jsonResponses(SearchReplyWire),
  }),
  async (c) => {
    await requireSearchCaptcha(c);
    const { offset, limit: pageSize, ...filterParams } = c.req.valid('query');
    const search = toSearchQuery(c, filterParams);
    const context = getReadContext(c);
    const { hits, total, complete, omitted } = await searchThreads(context, {
      ...search,
      offset: offset * pageSize,
      limit: pageSize,
    });
    const suggestion = await suggestKeyword(context, search, complete);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: hits,
        total_count: total,
        complete_count: complete,
        omitted_count: omitted,
        suggestion: suggestion ?? null,
      },
      200,
    );
  },
);

searchRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/search/thread',
    tags,
    middleware: [limitRate('search')] as const,
    summary: 'Searches threads, for programs',
    description: `${SEARCH_DESCRIPTION} Needs no captcha but is limited in rate; \`offset\` counts rows, the header x-total-count says how many there are.`,
    request: { query: z.object({ ...searchParams, offset: rowOffset, limit: limit(20) }) },
    responses: {
      200: {
        ...jsonResponses(z.array(SearchHitWire))[200],
        headers: z.object({ 'x-total-count': z.string() }),
      },
    },
  }),
  async (c) => {
    const { offset, limit: pageSize, ...filterParams } = c.req.valid('query');
    const { hits, total } = await searchThreads(getReadContext(c), {
      ...toSearchQuery(c, filterParams),
      offset,
      limit: pageSize,
    });
    c.header('x-total-count', String(total));
    return c.json(hits, 200);
  },
);

searchRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/search/author',
    tags,
    summary: 'People who have written something, by the beginning of their name',
    description:
      'For completing whose posts are searched (`user_id`): the exact name first, then who writes most.',
    request: { query: z.object({ name: requiredSearchText(64), limit: limit(8) }) },
    responses: jsonResponses(UserBriefsReplyWire),
  }),
  async (c) => {
    const { name, limit: pageSize } = c.req.valid('query');
    const data = await findUsers(getReadContext(c).db, name, pageSize, { writersOnly: true });
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);
