import type { ThreadLanguage } from '#contracts/language.ts';
import { MAX_HITS } from '#contracts/limits.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { HIDDEN_AUTHOR_IDS_SQL, isShownSql } from '../shared/visibility.ts';
import type { Lookup, SearchOrder, SearchPlan } from './plan.ts';

/*
 * Matching threads, ranked. Ranking reads each post, and a word may occur in half a million, so
 * only the newest thousands of matches are ranked. Word frequencies (word-statistics.ts) give the
 * range of ids, which is intersected with the word index before posts are read.
 */

export interface Candidate {
  threadId: number;
  /** The best match. */
  postId: number;
  /** Its best matching comment; 0 if the post itself matches best. */
  commentId: number;
  /** Bits of the terms that its ranked posts contain together; the first term is bit 1. */
  has: number;
}
/** Maximum of ranked posts, and of further posts that match by subject. */
const MAX_RANKED_POSTS = 1_000;
const MAX_RANKED_SUBJECTS = 500;
/** Up to this many matches are read without a range: finding the newest takes as long. */
const MAX_POSTS_WITHOUT_RANGE = 5_000;
/** With fewer hits, a second search assumes words rarer by this factor, which widens the range. */
const MIN_HITS_BEFORE_WIDENING = 100;
const WIDENING_FACTOR = 16;
const MAX_INT32 = 2_147_483_647;

interface CandidateParams {
  match: string;
  subject: string;
  rank: string;
  terms: readonly string[];
  /** Range of post ids. */
  lowest: number;
  lowestOfSubjects: number;
  highest: number;
  forumId: number | null;
  userId: number | null;
  language: ThreadLanguage | null;
  from: Date | null;
  to: Date | null;
  unreadable: readonly number[];
  keyword: string;
}

// Sorting before the posts are read limits the reads to the newest matches. ORDER BY post_id would
// tempt PostgreSQL into a scan of all posts if it overestimates matches. OFFSET prevents a join
// with all comments.
const newestMatchesSql = (query: string, lowest: string, limit: number) => `
  select
    s.post_id as id,
    s.comment_id,
    p.thread_id,
    s.author_id,
    p.user_id as post_author_id,
    p.floor,
    s.tokens
  from (
    select *, post_id + 0 as recency
    from post_search
    where tokens @@ ${query}::text::tsquery
      and post_id between ${lowest}::int and :highest::int
      and (:userId::int is null or author_id = :userId::int)
    order by recency desc
  ) s
  ${joinByKeySql('post', 'p', 's.post_id')}
  where ${isShownSql('p')}
    and (
      s.comment_id = 0
      or exists (select from comment c where c.id = s.comment_id and ${isShownSql('c')} offset 0)
    )
    and (:forumId::int is null or p.forum_id = :forumId::int)
    and p.forum_id <> all (:unreadable::int[])
    and (:from::timestamptz is null or p.created_at >= :from::timestamptz)
    and (:to::timestamptz is null or p.created_at <= :to::timestamptz)
  order by s.recency desc
  limit ${limit}`;

/**
 * A subject match weighs ten text matches. Replies weigh less than first posts, comments less than
 * replies. Two years halve the weight.
 */
const SCORE_SQL = `
  best.rank * (1 + 0.1 * ln(best.matches)) * (0.35 + 0.65 / (1 + extract(epoch from now() - t.last_reply_at) / 31536000.0)) * case when t.digest or t.digest_forum then 1.2 else 1 end
    * case when position(:keyword in lower(t.subject)) > 0 then 1.2 + 0.5 * length(:keyword) / length(t.subject) else 1 end`;
const ORDER_BY: Record<SearchOrder, string> = {
  relevance: `${SCORE_SQL} desc`,
  activity: 't.last_reply_at desc',
  age: 't.created_at desc',
};

/** Text matches, then threads that match by subject only. */
const FIND_MATCHES = `
  (${newestMatchesSql(':match', ':lowest', MAX_RANKED_POSTS)})
  union all (
    select *
    from (${newestMatchesSql(':subject', ':lowestOfSubjects', MAX_RANKED_SUBJECTS)}) named
    where not tokens @@ :match::text::tsquery or id < :lowest::int
  )`;
/** The terms as queries with their bits, parsed once instead of per post. */
const ASKED_TERMS = `
  select query::tsquery as query, 1 << (ordinal::int - 1) as bit
  from unnest(:terms::text[]) with ordinality as one(query, ordinal)`;
const RANK_MATCHES = `
  select
    f.id,
    f.comment_id,
    f.thread_id,
    ts_rank('{0.1, 0.2, 0.4, 1}', f.tokens, :rank::text::tsquery) * case
      when f.comment_id > 0 then 0.4
      when f.floor = 0 then 1
      else 0.6
    end as rank,
    (select coalesce(bit_or(bit), 0) from asked where f.tokens @@ asked.query) as has
  from found f
  where f.author_id <> all (${HIDDEN_AUTHOR_IDS_SQL})
    and f.post_author_id <> all (${HIDDEN_AUTHOR_IDS_SQL})`;
const BEST_MATCH_OF_THREADS = `
  select
    thread_id,
    (array_agg(id order by rank desc, id, comment_id))[1] as post_id,
    (array_agg(comment_id order by rank desc, id, comment_id))[1] as comment_id,
    max(rank) as rank,
    bit_or(has) as has,
    count(*) as matches
  from ranked
  group by thread_id`;

const candidatesSql = (order: SearchOrder) => `
  with asked as materialized (${ASKED_TERMS}),
  found as (${FIND_MATCHES}),
  ranked as (${RANK_MATCHES}),
  best as (${BEST_MATCH_OF_THREADS})
  select
    t.id as "threadId",
    best.post_id as "postId",
    best.comment_id as "commentId",
    best.has
  from best
  join thread t on t.id = best.thread_id
  where ${isShownSql('t')}
    and t.user_id <> all (${HIDDEN_AUTHOR_IDS_SQL})
    and (:language::text is null or t.language = :language::text)
    and t.forum_id <> all (:unreadable::int[])
  order by ${ORDER_BY[order]}, t.id desc
  limit ${MAX_HITS}`;

const selectCandidates = {
  relevance: unpreparedStatement<Candidate, CandidateParams>(candidatesSql('relevance')),
  activity: unpreparedStatement<Candidate, CandidateParams>(candidatesSql('activity')),
  age: unpreparedStatement<Candidate, CandidateParams>(candidatesSql('age')),
};

/** The lowest id of a range with about `wanted` matches. */
const computeLowestId = (last: number, expected: number, wanted: number): number =>
  expected <= Math.max(wanted, MAX_POSTS_WITHOUT_RANGE)
    ? 0
    : Math.floor(last * (1 - wanted / expected));

/** Matching threads in order, at most MAX_HITS. */
async function findCandidates(
  db: Db,
  { match, subject, rank, terms, expected, expectedSubjects }: Lookup,
  { filters, unreadable, range, keyword, order }: SearchPlan,
): Promise<Candidate[]> {
  const { forumId, userId, language, from, to } = filters;
  const last = Math.min(range.lastPostId, range.high ?? MAX_INT32);
  const search = (rarityFactor: number) => {
    // An author's posts are few and have their own index.
    const lowestOf = (count: number, wanted: number) =>
      Math.max(range.low ?? 0, userId ? 0 : computeLowestId(last, count / rarityFactor, wanted));
    return selectCandidates[order](db, {
      match,
      subject,
      rank,
      terms,
      lowest: lowestOf(expected, MAX_RANKED_POSTS),
      lowestOfSubjects: lowestOf(expectedSubjects, MAX_RANKED_SUBJECTS),
      highest: range.high ?? MAX_INT32,
      forumId: forumId ?? null,
      userId: userId ?? null,
      language: language ?? null,
      from: from ?? null,
      to: to ?? null,
      unreadable,
      keyword,
    });
  };
  const candidates = await search(1);
  return candidates.length < MIN_HITS_BEFORE_WIDENING &&
    expected > MAX_POSTS_WITHOUT_RANGE &&
    !userId
    ? search(WIDENING_FACTOR)
    : candidates;
}

export interface FoundThreads {
  /** In order, at most MAX_HITS; threads with all words come first. */
  found: readonly Candidate[];
  /** Number of threads with all words. */
  complete: number;
  /** Number of omitted threads with only a common word. */
  omitted: number;
}

/** Threads with all words come first. Weak matches are omitted if there are better ones. */
function joinFound(
  all: readonly Candidate[],
  some: readonly Candidate[],
  { partial, saysEnough }: SearchPlan,
): FoundThreads {
  const known = new Set(all.map(({ threadId }) => threadId));
  const allBits = 2 ** (partial?.terms.length ?? 0) - 1;
  const [others = [], more = []] = [false, true].map((hasAll) =>
    some.filter(({ threadId, has }) => !known.has(threadId) && (has === allBits) === hasAll),
  );
  const complete = [...all, ...more];
  const strong = others.filter(({ has }) => saysEnough(has));
  const shown = complete.length + strong.length > 0 ? strong : others;
  return {
    found: [...complete, ...shown].slice(0, MAX_HITS),
    complete: Math.min(complete.length, MAX_HITS),
    omitted: others.length - shown.length,
  };
}

/** Threads with all words, and if they are few, threads with some words. */
export async function executePlan(db: Db, plan: SearchPlan): Promise<FoundThreads> {
  const { complete, unfinished, partial, minComplete } = plan;
  const all = await findCandidates(db, complete, plan);
  if (all.length === 0 && unfinished)
    return joinFound(await findCandidates(db, unfinished, plan), [], plan);
  return joinFound(
    all,
    partial && all.length < minComplete ? await findCandidates(db, partial, plan) : [],
    plan,
  );
}
