import { createRoute, z } from '@hono/zod-openapi';
import { SearchHitWire, SearchReplyWire } from '#contracts/wire/search.ts';
import { HITS_MAX, type SearchOrder } from '#domain/search/candidates.ts';
import { searchThreads } from '#domain/search/read.ts';
import type { Ctx } from './context.ts';
import { requireCaptcha } from './middleware/captcha.ts';
import { rate } from './middleware/rate.ts';
import {
  limit,
  oneOf,
  optionalId,
  optionalTime,
  pageIndex,
  requiredSearchText,
  rowOffset,
  sinceOf,
  untilOf,
} from './params.ts';
import { languages, readingOf } from './reading.ts';
import { replies, router } from './router.ts';

const tags = ['search'];

export const search = router();

/** Orders by their names on the wire. */
const ORDER = {
  relevance: 'relevance',
  updated_at: 'activity',
  created_at: 'age',
} as const satisfies Record<string, SearchOrder>;

const ABOUT = `Threads whose subject, first post or a reply has the words of \`keyword\`, in Chinese or English; the last English word may be unfinished. Where few threads have all words, those with some follow. \`subject\` and \`content\` are HTML: matches stand in \`<em>\`, everything else is escaped. Hits are counted up to ${HITS_MAX}. In the orders by time, very common words are looked for in the newest posts.`;

const filters = {
  keyword: requiredSearchText(100),
  forum_id: optionalId,
  user_id: optionalId.meta({ description: 'Who wrote the post that matches' }),
  language: languages,
  from: optionalTime.meta({
    description:
      'The post that matches was written at this time or later; a day is one of the community’s time zone',
  }),
  to: optionalTime.meta({
    description: 'The post that matches was written at this time or earlier; a day is included',
  }),
  filter_order: oneOf(['relevance', 'updated_at', 'created_at'], 'relevance'),
};

/** What both calls search by, from their parameters. */
const wantedOf = (
  c: Ctx,
  {
    keyword,
    forum_id,
    user_id,
    language,
    from,
    to,
    filter_order,
  }: z.infer<z.ZodObject<typeof filters>>,
) => ({
  keyword,
  forumId: forum_id || undefined,
  userId: user_id || undefined,
  language,
  from: sinceOf(c, from),
  to: untilOf(c, to),
  order: ORDER[filter_order],
});

search.openapi(
  createRoute({
    method: 'get',
    path: '/v1/search',
    tags,
    middleware: [rate('search')] as const,
    summary: 'Searches threads',
    description: `${ABOUT} People solve the captcha \`bound\` first; a wrong or missing one is \`err_code\` captcha. One serves for ten minutes for the keyword that it was first sent with: further pages, filters and orders. Programs with a token need none.`,
    request: {
      query: z.object({ ...filters, offset: pageIndex, limit: limit(20) }),
      headers: z.object({
        'x-captcha-id': z.string().optional(),
        'x-captcha-validate': z.string().optional(),
      }),
    },
    responses: replies(SearchReplyWire),
  }),
  async (c) => {
    await requireCaptcha(c, c.req.valid('query').keyword);
    const { offset, limit: most, ...wanted } = c.req.valid('query');
    const { hits, total } = await searchThreads(readingOf(c), {
      ...wantedOf(c, wanted),
      offset: offset * most,
      limit: most,
    });
    return c.json({ code: 0, msg: 'ok', data: hits, total_count: total }, 200);
  },
);

search.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/search/thread',
    tags,
    middleware: [rate('search')] as const,
    summary: 'Searches threads, for programs',
    description: `${ABOUT} Needs no captcha but is limited in rate; \`offset\` counts rows, the header x-total-count says how many there are.`,
    request: { query: z.object({ ...filters, offset: rowOffset, limit: limit(20) }) },
    responses: {
      200: {
        ...replies(z.array(SearchHitWire))[200],
        headers: z.object({ 'x-total-count': z.string() }),
      },
    },
  }),
  async (c) => {
    const { offset, limit: most, ...wanted } = c.req.valid('query');
    const { hits, total } = await searchThreads(readingOf(c), {
      ...wantedOf(c, wanted),
      offset,
      limit: most,
    });
    c.header('x-total-count', String(total));
    return c.json(hits, 200);
  },
);
