import type { SearchHitWire } from '#contracts/wire/search.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { getChineseSegmenter } from '#search/chinese-segmenter.ts';
import { createExcerpt } from '#search/excerpt.ts';
import { foldForSearch } from '#search/fold-for-search.ts';
import { createMatcher, highlight } from '#search/highlight.ts';
import { htmlToPlainText } from '#search/html-to-plain-text.ts';
import { addSynonyms } from '#search/thesaurus.ts';
import { TOKENS_VERSION } from '#search/tokenize.ts';
import {
  getRequiredTerms,
  parseTerms,
  type Term,
  toAllInSubjectQuery,
  toAllTermsQuery,
  toAnyInSubjectQuery,
  toAnyTermQuery,
  toRankingQuery,
} from '#search/tsquery.ts';
import { listedTextSql } from '../bounded-text.ts';
import type { ReadContext } from '../read-context.ts';
import { readReferenceData } from '../reference-data.ts';
import { toAttributesWire } from '../thread/present.ts';
import { toUserBriefWire } from '../user/present.ts';
import {
  type Candidate,
  findCandidates,
  MAX_HITS,
  type SearchFilters,
  type SearchOrder,
} from './candidates.ts';
import { estimateMatchCounts } from './estimate.ts';
import { readThesaurus } from './read-thesaurus.ts';

export interface SearchQuery extends Omit<SearchFilters, 'unreadable'> {
  keyword: string;
  order: SearchOrder;
  /** In rows. */
  offset: number;
  limit: number;
}

export interface SearchResult {
  hits: SearchHitWire[];
  /** Counted up to MAX_HITS. */
  total: number;
}

/** Loads the dictionary, which the first search would else wait for. */
export const loadSearchDictionary = (): void => void getChineseSegmenter();

interface SearchHitRow {
  id: number;
  subject: string;
  /** Null when it is too large to be looked through. */
  html: string | null;
  /** Its beginning, as text. */
  excerpt: string;
  forumId: number;
  themeId: number;
  top: number;
  topForum: number;
  hot: number;
  digest: boolean;
  resolved: boolean;
  language: string;
  lastReplyAt: Date;
  createdAt: Date;
  repliesCnt: number;
  postId: number;
  floor: number;
  author: Parameters<typeof toUserBriefWire>[0];
}

/** Bytes of the texts of a page of hits in which the words are looked for. */
const MAX_SEARCHED_BYTES = 1024 * 1024;
const selectHits = statement<
  SearchHitRow,
  { threadIds: readonly number[]; postIds: readonly number[]; commentIds: readonly number[] }
>(`
  select
    t.id,
    t.subject,
    ${listedTextSql('text.html', 'hit.place', { budget: MAX_SEARCHED_BYTES })} as html,
    text.excerpt,
    t.forum_id as "forumId",
    t.theme_id as "themeId",
    t.top,
    t.top_forum as "topForum",
    t.hot,
    t.digest,
    t.resolved,
    t.language,
    t.last_reply_at as "lastReplyAt",
    t.created_at as "createdAt",
    t.replies_cnt as "repliesCnt",
    p.id as "postId",
    p.floor,
    json_build_object(
      'id', u.id,
      'groupId', u.group_id,
      'username', u.username,
      'nickname', u.nickname,
      'avatar', u.avatar
    ) as author
  from unnest(:threadIds::int[], :postIds::int[], :commentIds::int[]) with ordinality
    as hit(thread_id, post_id, comment_id, place)
  join thread t on t.id = hit.thread_id
  join post p on p.id = hit.post_id
  left join comment c on c.id = hit.comment_id
  cross join lateral (
    select
      case when c.id is null then p.html else c.html end as html,
      case when c.id is null then p.excerpt else c.excerpt end as excerpt
  ) text
  join "user" u on u.id = coalesce(c.user_id, p.user_id)
  order by hit.place`);

const toSearchedText = ({ html, excerpt }: SearchHitRow): string =>
  html === null ? excerpt : htmlToPlainText(html);

function toSearchHitWire(row: SearchHitRow, matches: RegExp | undefined): SearchHitWire {
  const lastDate = row.lastReplyAt.toISOString();
  return {
    id: row.id,
    subject: highlight(row.subject, matches),
    content: highlight(createExcerpt(toSearchedText(row), matches), matches),
    forum_id: row.forumId,
    type_id: row.themeId,
    top: row.top,
    top_sort: row.topForum,
    hot_value: row.hot,
    last_date: lastDate,
    is_digest: row.digest ? 1 : 0,
    created_at: row.createdAt.toISOString(),
    updated_at: lastDate,
    language: row.language,
    attrs: toAttributesWire(row),
    index_version: String(TOKENS_VERSION),
    posts_cnt: row.repliesCnt,
    post_id: row.postId,
    storey: row.floor,
    user: toUserBriefWire(row.author),
  };
}

/** A beginning that more posts than this have is taken for the whole word. */
const MAX_PREFIX_POSTS = 40_000;
/** With fewer hits than this, threads that match some of the words follow. */
const MIN_HITS = 10;
/** Words that more posts have than this say too little to be enough alone. */
const MAX_RARE_WORD_POSTS = 20_000;

const withoutPrefixes = (terms: readonly Term[]): Term[] =>
  terms.map((one) => ({ ...one, prefix: false }));

/** Takes the last word for finished when too many posts have words that begin with it. */
async function resolvePrefix(db: Db, terms: readonly Term[]): Promise<Term[]> {
  const last = terms.findLast((one) => one.prefix);
  if (!last) return [...terms];
  const [expected = 0] = await estimateMatchCounts(db, [toAnyTermQuery([last])]);
  return expected > MAX_PREFIX_POSTS ? withoutPrefixes(terms) : [...terms];
}

async function filterRareTerms(db: Db, terms: readonly Term[]): Promise<Term[]> {
  const expected = await estimateMatchCounts(
    db,
    terms.map((one) => toAnyTermQuery([one])),
  );
  return terms.filter((_, index) => (expected[index] as number) <= MAX_RARE_WORD_POSTS);
}

async function findThreads(
  db: Db,
  all: readonly Term[],
  filters: SearchFilters,
  { keyword, order }: SearchQuery,
): Promise<Candidate[]> {
  const terms = await resolvePrefix(db, all);
  const strong = getRequiredTerms(terms);
  const rank = toRankingQuery(terms);
  const foldedKeyword = foldForSearch(keyword).trim();
  const find = (wanted: readonly Term[]) =>
    findCandidates(
      db,
      {
        match: toAllTermsQuery(wanted),
        singleTermQueries: wanted.map((one) => toAllTermsQuery([one])),
        hasPrefixTerm: wanted.some((one) => one.prefix),
        subject: toAllInSubjectQuery(wanted),
        rank,
      },
      filters,
      foldedKeyword,
      order,
    );
  const found = await find(strong);
  if (found.length === 0 && all.some((one) => one.prefix) && !terms.some((one) => one.prefix))
    return find(getRequiredTerms(all));
  if (strong.length < 2 || found.length >= (order === 'relevance' ? MIN_HITS : 1)) return found;
  const rare = await filterRareTerms(db, strong);
  if (rare.length === 0) return found;
  const partialMatches = await findCandidates(
    db,
    {
      match: toAnyTermQuery(rare),
      singleTermQueries: [],
      hasPrefixTerm: rare.some((one) => one.prefix),
      subject: toAnyInSubjectQuery(rare),
      rank,
    },
    filters,
    foldedKeyword,
    order,
  );
  const foundThreadIds = new Set(found.map((one) => one.threadId));
  return [...found, ...partialMatches.filter((one) => !foundThreadIds.has(one.threadId))].slice(
    0,
    MAX_HITS,
  );
}

/**
 * Threads whose subject, poll, first post, a reply or a comment has what is searched for (R31);
 * only what the reader may read.
 */
export async function searchThreads(
  { db, timeZone, viewer }: ReadContext,
  search: SearchQuery,
): Promise<SearchResult> {
  const asked = parseTerms(search.keyword);
  if (asked.length === 0) return { hits: [], total: 0 };
  const [reference, thesaurus] = await Promise.all([
    readReferenceData(db, timeZone),
    readThesaurus(db),
  ]);
  const terms = addSynonyms(asked, thesaurus);
  const unreadable = [...reference.forums.keys()].filter((id) => !reference.canRead(id, viewer));
  const found = await findThreads(db, terms, { ...search, unreadable }, search);
  const pageCandidates = found.slice(search.offset, search.offset + search.limit);
  const matches = createMatcher(getRequiredTerms(terms));
  const rows =
    pageCandidates.length > 0
      ? await selectHits(db, {
          threadIds: pageCandidates.map((one) => one.threadId),
          postIds: pageCandidates.map((one) => one.postId),
          commentIds: pageCandidates.map((one) => one.commentId),
        })
      : [];
  return { hits: rows.map((row) => toSearchHitWire(row, matches)), total: found.length };
}
