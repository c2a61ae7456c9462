import { z } from '@hono/zod-openapi';
import { SEARCH_PASSES } from '../../captcha-rules.ts';
import { MAX_HITS } from '../../limits.ts';
import { SearchHitWire, SearchReplyWire } from '../../wire/search.ts';
import { UserBriefsReplyWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import {
  limit,
  oneOf,
  optionalId,
  optionalTime,
  pageIndex,
  requiredSearchText,
  rowOffset,
  threadLanguages,
} from '../params.ts';

const SEARCH_DESCRIPTION = `Threads whose subject, first post or a reply has the words of \`keyword\`, in Chinese or English; the last English word may be unfinished. Where few threads have all words, those with some follow; those that have a common word alone are left out where others say more, unless \`all\` is 1. \`subject\` and \`content\` are HTML: matches stand in \`<em>\`, everything else is escaped. Hits are counted up to ${MAX_HITS}. In the orders by time, very common words are looked for in the newest posts.`;

export const searchParams = {
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

export const SEARCH_CALLS = tagged('search', {
  'GET /v1/search': {
    rate: 'search',
    summary: 'Searches threads',
    description: `${SEARCH_DESCRIPTION} People solve the captcha \`bound\` first; a wrong or missing one is \`err_code\` captcha. One is good for ${SEARCH_PASSES.short.searches} searches within ${SEARCH_PASSES.short.seconds / 60} minutes, whatever the keywords: visitors send the same headers again; a member is known by the session, and solves one a day. Programs with a token need none.`,
    headers: {
      'x-captcha-id': z.string().optional(),
      'x-captcha-validate': z.string().optional(),
    },
    query: { ...searchParams, offset: pageIndex, limit: limit(20) },
    reply: SearchReplyWire,
  },
  'GET /v2/public/search/thread': {
    rate: 'search',
    summary: 'Searches threads, for programs',
    description: `${SEARCH_DESCRIPTION} Needs no captcha but is limited in rate; \`offset\` counts rows, the header x-total-count says how many there are.`,
    query: { ...searchParams, offset: rowOffset, limit: limit(20) },
    reply: z.array(SearchHitWire),
    answers: { 200: { description: 'OK', headers: z.object({ 'x-total-count': z.string() }) } },
  },
  'GET /v2/public/search/author': {
    rate: 'suggest',
    summary: 'People who have written something, by the beginning of their name',
    description:
      'For completing whose posts are searched (`user_id`): the exact name first, then who writes most.',
    query: { name: requiredSearchText(64), limit: limit(8) },
    reply: UserBriefsReplyWire,
  },
});
