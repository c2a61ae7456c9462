import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { foldForSearch } from '#search/fold-for-search.ts';
import { addSynonyms, parseThesaurus, type Thesaurus } from '#search/thesaurus.ts';
import {
  allOf,
  anyOf,
  getRequiredTerms,
  parseTerms,
  rankingQuery,
  type Term,
  writeTsquery,
} from '#search/tsquery.ts';
import { SUBJECT_MARK } from '#search/tsvector.ts';
import { readConfig } from '../config/read.ts';
import { readReferenceData } from '../reference/reference-data.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { readWordStatistics } from './word-statistics.ts';

/* Words with synonyms and frequencies, and the fallback if few threads have all words. */

export type SearchOrder = 'relevance' | 'activity' | 'age';

export interface SearchFilters {
  forumId?: number | undefined;
  /** Author of the matching post. */
  userId?: number | undefined;
  language?: ThreadLanguage | undefined;
  /** Time of the matching post. */
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface ThreadQuery extends SearchFilters {
  keyword: string;
  order: SearchOrder;
  /** Includes weak matches (only one common word) even if there are better ones. */
  includesWeak?: boolean | undefined;
}

/** One search in the word index; texts are tsqueries. */
export interface Lookup {
  match: string;
  /** First posts with a matching subject are read at any age. */
  subject: string;
  rank: string;
  /** Queries of the single terms; their positions are the bits in Candidate.has. */
  terms: readonly string[];
  /** Estimated matching posts and subjects. */
  expected: number;
  expectedSubjects: number;
}

export interface SearchPlan {
  terms: readonly Term[];
  /** Folded. */
  keyword: string;
  order: SearchOrder;
  filters: SearchFilters;
  unreadable: readonly number[];
  /** Range of post ids for the requested times, and the newest id. */
  range: { low: number | null; high: number | null; lastPostId: number };
  /** Threads with all significant words. */
  complete: Lookup;
  /** Fallback without results: the last word as a prefix that too many posts match. */
  unfinished?: Lookup | undefined;
  /** Fallback for fewer than `minComplete` results: threads with some words. */
  partial?: Lookup | undefined;
  minComplete: number;
  /** Whether a thread's bits of `partial.terms` are more than one common word. */
  saysEnough(bits: number): boolean;
}

/** A prefix in more posts than this is treated as a whole word. */
const MAX_PREFIX_POSTS = 40_000;
/** A prefix also matches words outside the statistics, estimated by this factor. */
const PREFIX_FACTOR = 4;
/** With fewer hits, threads with some of the words follow. */
const MIN_HITS = 10;
/** More frequent words are not significant alone. */
const MAX_RARE_WORD_POSTS = 20_000;
/** Minimum share of the total weight. One word that is uncommon, or nearly the rarest, suffices. */
const MIN_WEIGHT_SHARE = 0.4;
const RAREST_SHARE = 0.9;
/** Weight of a word in one of a hundred posts; rarer words suffice alone. */
const UNCOMMON_WEIGHT = Math.log(1 + 100);

const withoutPrefixes = (terms: readonly Term[]): Term[] =>
  terms.map((term) => ({ ...term, prefix: false }));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Tests whether the words of some bits are significant; rare words weigh more. */
function judgeWeights(counts: readonly number[], posts: number): (bits: number) => boolean {
  const weights = counts.map((count) => Math.log(1 + posts / (count + 1)));
  const enough = Math.min(UNCOMMON_WEIGHT, RAREST_SHARE * Math.max(...weights));
  return (bits) => {
    const present = weights.filter((_, index) => (bits & (1 << index)) !== 0);
    return sum(present) >= MIN_WEIGHT_SHARE * sum(weights) || Math.max(0, ...present) >= enough;
  };
}

/** Cached by text: segmenting hundreds of words takes milliseconds. */
let cached: { text: string; thesaurus: Thesaurus } | undefined;

/** The synonyms saved by administrators. */
async function readThesaurus(db: Db): Promise<Thesaurus> {
  const entry = await readConfig(db, 'search_words');
  const { groups } = (entry?.value ?? {}) as { groups?: unknown };
  const text = typeof groups === 'string' ? groups : '';
  if (cached?.text !== text) cached = { text, thesaurus: parseThesaurus(text) };
  return cached.thesaurus;
}

/** The plan of a keyword; undefined if it has no word. */
export async function planSearch(
  { db, timeZone, viewer }: ReadContext,
  { keyword, order, includesWeak = false, ...filters }: ThreadQuery,
): Promise<SearchPlan | undefined> {
  const asked = parseTerms(keyword);
  if (asked.length === 0) return undefined;
  const [reference, thesaurus] = await Promise.all([
    readReferenceData(db, timeZone),
    readThesaurus(db),
  ]);
  const terms = addSynonyms(asked, thesaurus);
  const { lastPostId, low, high, estimateTexts } = await readWordStatistics(
    db,
    [allOf(terms), allOf(terms, SUBJECT_MARK)],
    { from: filters.from ?? null, to: filters.to ?? null },
  );
  const last = terms.findLast(({ prefix }) => prefix);
  const isFinished = last !== undefined && estimateTexts(allOf([last])) > MAX_PREFIX_POSTS;
  const resolved = isFinished ? withoutPrefixes(terms) : terms;
  const rank = writeTsquery(rankingQuery(resolved));
  const createLookup = (join: typeof allOf, words: readonly Term[], expected: number): Lookup => ({
    match: writeTsquery(join(words)),
    subject: writeTsquery(join(words, SUBJECT_MARK)),
    rank,
    terms: [],
    expected: words.some(({ prefix }) => prefix) ? expected * PREFIX_FACTOR : expected,
    expectedSubjects: estimateTexts(join(words, SUBJECT_MARK)),
  });
  const countEach = (words: readonly Term[]) => words.map((term) => estimateTexts(allOf([term])));
  // Words correlate: the product of their shares would underestimate the matches.
  const lookUpAll = (words: readonly Term[]): Lookup =>
    createLookup(
      allOf,
      words,
      Math.sqrt(estimateTexts(allOf(words)) * Math.min(...countEach(words))),
    );

  const required = getRequiredTerms(resolved);
  const counts = countEach(required);
  const rare = required.filter((_, index) => (counts[index] as number) <= MAX_RARE_WORD_POSTS);
  return {
    terms,
    keyword: foldForSearch(keyword).trim(),
    order,
    filters,
    unreadable: [...reference.forums.keys()].filter((id) => !reference.canRead(id, viewer)),
    range: { low, high, lastPostId },
    complete: lookUpAll(required),
    unfinished: isFinished ? lookUpAll(getRequiredTerms(terms)) : undefined,
    partial:
      required.length > 1 && rare.length > 0
        ? {
            ...createLookup(anyOf, rare, estimateTexts(anyOf(rare))),
            terms: required.map((term) => writeTsquery(allOf([term]))),
          }
        : undefined,
    minComplete: order === 'relevance' || includesWeak ? MIN_HITS : 1,
    saysEnough: includesWeak ? () => true : judgeWeights(counts, lastPostId),
  };
}
