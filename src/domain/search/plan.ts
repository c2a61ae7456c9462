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
import type { ReadContext } from '../read-context.ts';
import { readReferenceData } from '../reference-data.ts';
import { readWordStatistics } from './word-statistics.ts';

/*
 * What a search will ask for, decided before it looks at any post: its words with those that mean
 * the same, how often each occurs, and what is looked for where few threads have all of them.
 */

export type SearchOrder = 'relevance' | 'activity' | 'age';

export interface SearchFilters {
  forumId?: number | undefined;
  /** Who wrote the post that matches. */
  userId?: number | undefined;
  language?: ThreadLanguage | undefined;
  /** When that was. */
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface ThreadQuery extends SearchFilters {
  keyword: string;
  order: SearchOrder;
  /** Also threads that have a common word of several alone, where better ones are found. */
  includesWeak?: boolean | undefined;
}

/** One walk through the index of words, as texts of tsqueries. */
export interface Lookup {
  /** What posts must match. */
  match: string;
  /** First posts whose subject matches this are looked at however old they are. */
  subject: string;
  /** What the rank of a post comes from. */
  rank: string;
  /** The things that a thread may have, one by one: their bits in Candidate.has. */
  terms: readonly string[];
  /** How many posts, and subjects, are expected to match. */
  expected: number;
  expectedSubjects: number;
}

export interface SearchPlan {
  /** What was asked for. */
  terms: readonly Term[];
  /** Folded. */
  keyword: string;
  order: SearchOrder;
  filters: SearchFilters;
  /** Forums that the reader may not read. */
  unreadable: readonly number[];
  /** Ids of posts between which the matches lie where times are asked for, and of the newest. */
  range: { low: number | null; high: number | null; lastPostId: number };
  /** Threads with all words that say something. */
  complete: Lookup;
  /** Where that finds none: the last word as a beginning, which too many posts have. */
  unfinished?: Lookup | undefined;
  /** Where it finds fewer than `minComplete`: threads with some of the words. */
  partial?: Lookup | undefined;
  minComplete: number;
  /** Whether a thread, by its bits of `partial.terms`, has more than a common word of several. */
  saysEnough(bits: number): boolean;
}

/** A beginning that more posts than this have is taken for the whole word. */
const MAX_PREFIX_POSTS = 40_000;
/** A beginning stands for words that the statistics don't list, for so many times more posts. */
const PREFIX_FACTOR = 4;
/** With fewer hits than this, threads that match some of the words follow. */
const MIN_HITS = 10;
/** Words that more posts have than this say too little to be enough alone. */
const MAX_RARE_WORD_POSTS = 20_000;
/**
 * What a thread has must say at least this share of what all words say, or be about as rare as the
 * rarest of them or not common at all, if that of any other does.
 */
const MIN_WEIGHT_SHARE = 0.4;
const RAREST_SHARE = 0.9;
/** A word that one post of a hundred has, or fewer, isn't common: it says enough alone. */
const UNCOMMON_WEIGHT = Math.log(1 + 100);

const withoutPrefixes = (terms: readonly Term[]): Term[] =>
  terms.map((term) => ({ ...term, prefix: false }));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether the words of some bits say enough; a word says the more the rarer it is. */
function judgeWeights(counts: readonly number[], posts: number): (bits: number) => boolean {
  const weights = counts.map((count) => Math.log(1 + posts / (count + 1)));
  const enough = Math.min(UNCOMMON_WEIGHT, RAREST_SHARE * Math.max(...weights));
  return (bits) => {
    const present = weights.filter((_, index) => (bits & (1 << index)) !== 0);
    return sum(present) >= MIN_WEIGHT_SHARE * sum(weights) || Math.max(0, ...present) >= enough;
  };
}

/** Parsed once for each text that was saved: cutting hundreds of words takes milliseconds. */
let cached: { text: string; thesaurus: Thesaurus } | undefined;

/** The words that administrators have saved as meaning the same; none while nobody has. */
async function readThesaurus(db: Db): Promise<Thesaurus> {
  const entry = await readConfig(db, 'search_words');
  const { groups } = (entry?.value ?? {}) as { groups?: unknown };
  const text = typeof groups === 'string' ? groups : '';
  if (cached?.text !== text) cached = { text, thesaurus: parseThesaurus(text) };
  return cached.thesaurus;
}

/** How a keyword is searched for; undefined when it has no word. */
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
  // Words keep company: taken each for itself, too few texts are expected to have all.
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
