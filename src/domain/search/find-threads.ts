import type { Db } from '#db/client.ts';
import { foldForSearch } from '#search/fold-for-search.ts';
import { addSynonyms } from '#search/thesaurus.ts';
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
import type { ReadContext } from '../read-context.ts';
import { readReferenceData } from '../reference-data.ts';
import {
  type Candidate,
  findCandidates,
  MAX_HITS,
  type SearchFilters,
  type SearchOrder,
  selectLastPostId,
} from './candidates.ts';
import { estimateMatchCounts } from './estimate.ts';
import { readThesaurus } from './read-thesaurus.ts';

/*
 * Threads for a keyword: those that have all of its words, and where they are few those with some.
 */

export interface ThreadQuery extends Omit<SearchFilters, 'unreadable'> {
  keyword: string;
  order: SearchOrder;
  /** Also threads that have a common word of several alone, where better ones are found. */
  includesWeak?: boolean | undefined;
}

export interface FoundThreads {
  /** What was asked for. */
  terms: readonly Term[];
  /** In order, at most MAX_HITS: those with all words first. */
  found: readonly Candidate[];
  /** How many have all words. */
  complete: number;
  /** How many were left out for having a common word alone. */
  omitted: number;
}

/** A beginning that more posts than this have is taken for the whole word. */
const MAX_PREFIX_POSTS = 40_000;
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
  terms.map((one) => ({ ...one, prefix: false }));

/** Takes the last word for finished when too many posts have words that begin with it. */
async function resolvePrefix(db: Db, terms: readonly Term[]): Promise<Term[]> {
  const last = terms.findLast((one) => one.prefix);
  if (!last) return [...terms];
  const [expected = 0] = await estimateMatchCounts(db, [toAnyTermQuery([last])]);
  return expected > MAX_PREFIX_POSTS ? withoutPrefixes(terms) : [...terms];
}

const toTermQueries = (terms: readonly Term[]): string[] =>
  terms.map((one) => toAllTermsQuery([one]));

/** How much each word says: the rarer, the more. */
async function weighTerms(
  db: Db,
  terms: readonly Term[],
): Promise<{ weights: number[]; rare: Term[] }> {
  const [expected, [newest]] = await Promise.all([
    estimateMatchCounts(db, toTermQueries(terms)),
    selectLastPostId(db),
  ]);
  const posts = newest?.id ?? 0;
  return {
    weights: expected.map((count) => Math.log(1 + posts / (count + 1))),
    rare: terms.filter((_, index) => (expected[index] as number) <= MAX_RARE_WORD_POSTS),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether a thread has more than a common word of several. */
function saysEnough({ has }: Candidate, weights: readonly number[]): boolean {
  const found = weights.filter((_, index) => (has & (1 << index)) !== 0);
  return (
    sum(found) >= MIN_WEIGHT_SHARE * sum(weights) ||
    Math.max(0, ...found) >= Math.min(UNCOMMON_WEIGHT, RAREST_SHARE * Math.max(...weights))
  );
}

const hasAll = ({ has }: Candidate, terms: readonly Term[]): boolean =>
  has === (1 << terms.length) - 1;

/** Threads with all words come first; those that say too little go where others say more. */
function sortFound(
  all: readonly Candidate[],
  some: readonly Candidate[],
  terms: readonly Term[],
  isStrong: (one: Candidate) => boolean,
): Omit<FoundThreads, 'terms'> {
  const known = new Set(all.map((one) => one.threadId));
  const others = some.filter((one) => !known.has(one.threadId));
  const complete = [...all, ...others.filter((one) => hasAll(one, terms))];
  const partial = others.filter((one) => !hasAll(one, terms));
  const strong = partial.filter(isStrong);
  const kept = complete.length + strong.length > 0 ? strong : partial;
  return {
    found: [...complete, ...kept].slice(0, MAX_HITS),
    complete: Math.min(complete.length, MAX_HITS),
    omitted: partial.length - kept.length,
  };
}

async function findByTerms(
  db: Db,
  all: readonly Term[],
  filters: SearchFilters,
  { keyword, order, includesWeak = false }: ThreadQuery,
): Promise<Omit<FoundThreads, 'terms'>> {
  const terms = await resolvePrefix(db, all);
  const strong = getRequiredTerms(terms);
  const rank = toRankingQuery(terms);
  const foldedKeyword = foldForSearch(keyword).trim();
  const find = (wanted: readonly Term[]) =>
    findCandidates(
      db,
      {
        match: toAllTermsQuery(wanted),
        singleTermQueries: toTermQueries(wanted),
        hasPrefixTerm: wanted.some((one) => one.prefix),
        subject: toAllInSubjectQuery(wanted),
        rank,
        terms: [],
      },
      filters,
      foldedKeyword,
      order,
    );
  const onlyComplete = (found: readonly Candidate[]) => ({
    found,
    complete: found.length,
    omitted: 0,
  });
  const found = await find(strong);
  if (found.length === 0 && all.some((one) => one.prefix) && !terms.some((one) => one.prefix))
    return onlyComplete(await find(getRequiredTerms(all)));
  const minHits = order === 'relevance' || includesWeak ? MIN_HITS : 1;
  if (strong.length < 2 || found.length >= minHits) return onlyComplete(found);
  const { weights, rare } = await weighTerms(db, strong);
  if (rare.length === 0) return onlyComplete(found);
  const partial = await findCandidates(
    db,
    {
      match: toAnyTermQuery(rare),
      singleTermQueries: [],
      hasPrefixTerm: rare.some((one) => one.prefix),
      subject: toAnyInSubjectQuery(rare),
      rank,
      terms: toTermQueries(strong),
    },
    filters,
    foldedKeyword,
    order,
  );
  return sortFound(found, partial, strong, (one) => includesWeak || saysEnough(one, weights));
}

/** Finds threads that the reader may read. */
export async function findThreads(
  { db, timeZone, viewer }: ReadContext,
  search: ThreadQuery,
): Promise<FoundThreads> {
  const asked = parseTerms(search.keyword);
  if (asked.length === 0) return { terms: [], found: [], complete: 0, omitted: 0 };
  const [reference, thesaurus] = await Promise.all([
    readReferenceData(db, timeZone),
    readThesaurus(db),
  ]);
  const terms = addSynonyms(asked, thesaurus);
  const unreadable = [...reference.forums.keys()].filter((id) => !reference.canRead(id, viewer));
  return { terms, ...(await findByTerms(db, terms, { ...search, unreadable }, search)) };
}
