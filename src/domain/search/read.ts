import { escapeHtml } from '#contracts/escape-html.ts';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { getChineseSegmenter } from '#search/chinese-segmenter.ts';
import { createExcerpt } from '#search/excerpt.ts';
import { createMatcher, highlight } from '#search/highlight.ts';
import { TOKENS_VERSION } from '#search/tokenize.ts';
import { getRequiredTerms } from '#search/tsquery.ts';
import { toAttributesWire } from '../content/thread/present.ts';
import { readerExcerptSql, toReaderExcerpt } from '../message/reader-text.ts';
import { toUserBriefWire, type UserBriefRow } from '../reference/user-wire.ts';
import { listedTextSql } from '../shared/bounded-text.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { executePlan } from './candidates.ts';
import { planSearch, type ThreadQuery } from './plan.ts';

export interface SearchQuery extends ThreadQuery {
  offset: number;
  limit: number;
}

export interface SearchResult {
  hits: SearchHitWire[];
  /** At most MAX_HITS. */
  total: number;
  /** Number of threads with all words, which come first. */
  complete: number;
  /** Number of omitted threads with only a common word. */
  omitted: number;
}

/** Preloads the dictionary, which would delay the first search. */
export const loadSearchDictionary = (): void => void getChineseSegmenter();

interface SearchHitRow
  extends Omit<SearchHitWire, 'content' | 'updated_at' | 'attrs' | 'index_version' | 'user'> {
  /** Null if too large to search in. */
  html: string | null;
  /** Plain-text excerpt of it. */
  excerpt: string;
  resolved: boolean;
  author: UserBriefRow;
}

/** Bytes of texts per page of hits in which matches are marked. */
const MAX_SEARCHED_BYTES = 1024 * 1024;
const selectHits = statement<
  SearchHitRow,
  { threadIds: readonly number[]; postIds: readonly number[]; commentIds: readonly number[] }
>(`
  select
    t.id,
    t.subject,
    ${listedTextSql('text.html', 'hit.ordinal', { budget: MAX_SEARCHED_BYTES })} as html,
    ${readerExcerptSql('text.html', 'text.excerpt')} as excerpt,
    t.forum_id,
    t.theme_id as type_id,
    t.top,
    t.top_forum as top_sort,
    t.hot as hot_value,
    t.digest::int as is_digest,
    t.resolved,
    t.language,
    ${isoSql('t.last_reply_at')} as last_date,
    ${isoSql('t.created_at')} as created_at,
    t.replies_cnt as posts_cnt,
    p.id as post_id,
    p.floor as storey,
    json_build_object(
      'id', u.id,
      'groupId', u.group_id,
      'username', u.username,
      'nickname', u.nickname,
      'avatar', u.avatar
    ) as author
  from unnest(:threadIds::int[], :postIds::int[], :commentIds::int[]) with ordinality
    as hit(thread_id, post_id, comment_id, ordinal)
  join thread t on t.id = hit.thread_id
  join post p on p.id = hit.post_id
  left join comment c on c.id = hit.comment_id
  cross join lateral (
    select
      case when c.id is null then p.html else c.html end as html,
      case when c.id is null then p.excerpt else c.excerpt end as excerpt
  ) text
  join "user" u on u.id = coalesce(c.user_id, p.user_id)
  order by hit.ordinal`);

/** Words for pictures are not matches: they appear only without other text, and aren't marked. */
function toSearchHitWire(
  row: SearchHitRow,
  matches: RegExp | undefined,
  words: MediaWords,
): SearchHitWire {
  const { html, excerpt, resolved, author, ...hit } = row;
  const text = html === null ? toReaderExcerpt(excerpt, words) : htmlToPlainText(html);
  return {
    ...hit,
    subject: highlight(hit.subject, matches),
    content:
      text === ''
        ? escapeHtml(toReaderExcerpt(excerpt, words))
        : highlight(createExcerpt(text, matches), matches),
    updated_at: hit.last_date,
    attrs: toAttributesWire({ resolved }),
    index_version: String(TOKENS_VERSION),
    user: toUserBriefWire(author),
  };
}

/** Readable threads that match by subject, poll, first post, reply or comment (R31). */
export async function searchThreads(
  context: ReadContext,
  search: SearchQuery,
): Promise<SearchResult> {
  const plan = await planSearch(context, search);
  if (!plan) return { hits: [], total: 0, complete: 0, omitted: 0 };
  const { found, complete, omitted } = await executePlan(context.db, plan);
  const pageCandidates = found.slice(search.offset, search.offset + search.limit);
  const matches = createMatcher(getRequiredTerms(plan.terms));
  const rows =
    pageCandidates.length > 0
      ? await selectHits(context.db, {
          threadIds: pageCandidates.map(({ threadId }) => threadId),
          postIds: pageCandidates.map(({ postId }) => postId),
          commentIds: pageCandidates.map(({ commentId }) => commentId),
        })
      : [];
  return {
    hits: rows.map((row) => toSearchHitWire(row, matches, context.mediaWords)),
    total: found.length,
    complete,
    omitted,
  };
}
