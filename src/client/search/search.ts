import { threadLanguageOf } from '#contracts/language.ts';
import {
  MAX_KEYWORD_CHARACTERS,
  type SearchAddress,
  type SearchSort,
} from '#contracts/search-address.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../core/api.ts';

export const HITS_PER_PAGE = 20;

export interface SearchResult {
  hits: readonly SearchHitWire[];
  total: number;
  /** Number of hits with all words; they come first. */
  complete: number;
  /** Omitted threads: they match only a common word of several. */
  omitted: number;
  /** A better keyword, if this one may be mistyped. */
  suggestion: string | null;
}

/** A thread and its best match; both texts have `<em>` around matches. */
export const toSearchHit = (hit: SearchHitWire) => ({
  threadId: hit.id,
  postId: hit.post_id,
  floor: hit.storey,
  forumId: hit.forum_id,
  subject: hit.subject,
  language: hit.language,
  excerpt: hit.content,
  author: hit.user,
  repliesCnt: hit.posts_cnt,
  lastReplyAt: hit.last_date,
});

const SORT_FIELD = {
  relevance: 'relevance',
  reply: 'updated_at',
  newest: 'created_at',
} as const satisfies Record<SearchSort, string>;

/** First or last moment of a day in the reader's time zone. */
const dayBoundary = (day: string | undefined, time: string): string | undefined =>
  day && new Date(`${day}T${time}`).toISOString();

/** Asks for a captcha if required (R31). Throws Failure, CaptchaClosed. */
export async function searchThreads(address: SearchAddress): Promise<SearchResult> {
  const { forum, author, language } = address;
  const query = {
    keyword: address.q.slice(0, MAX_KEYWORD_CHARACTERS),
    forum_id: forum,
    user_id: author,
    language: language && threadLanguageOf(language),
    from: dayBoundary(address.from, '00:00:00'),
    to: dayBoundary(address.to, '23:59:59.999'),
    filter_order: SORT_FIELD[address.sort],
    all: address.all && ('1' as const),
    offset: address.page - 1,
    limit: HITS_PER_PAGE,
  };
  const reply = await withCaptcha('bound', (captcha) => call('GET /v1/search', { query, captcha }));
  return {
    hits: reply.data,
    total: reply.total_count,
    complete: reply.complete_count,
    omitted: reply.omitted_count,
    suggestion: reply.suggestion,
  };
}
