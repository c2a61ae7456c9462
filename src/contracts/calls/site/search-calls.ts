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

const SEARCH_DESCRIPTION = `Finds threads whose subject, first post or replies contain the words of \`keyword\`, in Chinese or English. The last English word may be a prefix. If few threads contain all words, threads with some of them follow. Threads that contain only a common word are omitted if there are better matches, unless \`all\` is 1. \`subject\` and \`content\` are HTML: matches are in \`<em>\`, other text is escaped. Hits are counted up to ${MAX_HITS}. In the orders by time, very common words are searched only in the newest posts.`;

export const searchParams = {
  keyword: requiredSearchText(100),
  forum_id: optionalId,
  user_id: optionalId.meta({ description: 'The author of the matching post' }),
  language: threadLanguages,
  from: optionalTime.meta({
    description: 'Only posts of this time or later; a day is in the community’s time zone',
  }),
  to: optionalTime.meta({ description: 'Only posts of this time or earlier; a day is included' }),
  filter_order: oneOf(['relevance', 'updated_at', 'created_at'], 'relevance'),
  all: oneOf(['0', '1'], '0').meta({
    description: '1: include threads that contain only a common word of several',
  }),
};

export const SEARCH_CALLS = tagged('search', {
  'GET /v1/search': {
    rate: 'search',
    summary: 'Searches threads',
    description: `${SEARCH_DESCRIPTION} People must solve the captcha \`bound\` first. If it is wrong or missing, \`err_code\` is \`captcha\`. One solution is valid for ${SEARCH_PASSES.short.searches} searches within ${SEARCH_PASSES.short.seconds / 60} minutes. Visitors send the same headers again. Members with a session solve one captcha a day. Calls with a token need none.`,
    headers: { 'x-captcha-id': z.string().optional(), 'x-captcha-validate': z.string().optional() },
    query: { ...searchParams, offset: pageIndex, limit: limit(20) },
    reply: SearchReplyWire,
  },
  'GET /v2/public/search/thread': {
    rate: 'search',
    summary: 'Searches threads, for programs',
    description: `${SEARCH_DESCRIPTION} Needs no captcha, but has a rate limit. \`offset\` counts rows. The header x-total-count is the number of hits.`,
    query: { ...searchParams, offset: rowOffset, limit: limit(20) },
    reply: z.array(SearchHitWire),
    answers: { 200: { description: 'OK', headers: z.object({ 'x-total-count': z.string() }) } },
  },
  'GET /v2/public/search/author': {
    rate: 'suggest',
    summary: 'Finds authors by the beginning of their name',
    description:
      'Completes the author filter of a search (`user_id`). The exact name comes first, then the authors with most posts.',
    query: { name: requiredSearchText(64), limit: limit(8) },
    reply: UserBriefsReplyWire,
  },
});
