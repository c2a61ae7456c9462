import type { ThreadLanguage } from '#contracts/language.ts';
import { MAX_HITS } from '#contracts/limits.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { HIDDEN_AUTHOR_IDS_SQL, isShownSql } from '../visibility.ts';
import type { Lookup, SearchOrder, SearchPlan } from './plan.ts';

/*
 * Threads that match, ranked. A word may stand in three posts or in half a million, and ranking
 * means reading each: only the newest posts that match, some thousands, are looked at. How far back
 * those lie is known from how often the words occur (word-statistics.ts); the range of ids is
 * intersected with the index of words before any post is read.
 */

export interface Candidate {
  threadId: number;
  /** The post that matches best. */
  postId: number;
  /** Its comment that does; 0 where it is the post itself. */
  commentId: number;
  /** Which of the terms its posts that were looked at have together: the first is bit 1. */
  has: number;
}
/** Posts that are read at most, and those with the words in their subject besides. */
const MAX_RANKED_POSTS = 1_000;
const MAX_RANKED_SUBJECTS = 500;
/** Up to so many are read wherever they are: finding out which are new would take as long. */
const MAX_POSTS_WITHOUT_RANGE = 5_000;
/**
 * With fewer hits the words are taken to be rarer by this factor than was expected, once: the range
 * widens.
 */
const MIN_HITS_BEFORE_WIDENING = 100;
const WIDENING_FACTOR = 16;
const MAX_INT32 = 2_147_483_647;

interface CandidateParams {
  match: string;
  subject: string;
  rank: string;
  terms: readonly string[];
  /** Ids of posts between which the matches are looked for. */
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

// Sorted before the posts are read, so that those of the newest matches alone are. An order by
// post_id itself would tempt PostgreSQL to walk through all posts from the newest where it expects
// many matches and there are few. OFFSET keeps it from reading all comments for those that match.
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
 * A match in the subject weighs ten of one in the text; a reply less than a first post, a comment
 * less than a reply; what is two years old about half of what is new.
 */
const SCORE_SQL = `
  best.rank * (1 + 0.1 * ln(best.matches)) * (0.35 + 0.65 / (1 + extract(epoch from now() - t.last_reply_at) / 31536000.0)) * case when t.digest or t.digest_forum then 1.2 else 1 end
    * case when position(:keyword in lower(t.subject)) > 0 then 1.2 + 0.5 * length(:keyword) / length(t.subject) else 1 end`;
const ORDER_BY: Record<SearchOrder, string> = {
  relevance: `${SCORE_SQL} desc`,
  activity: 't.last_reply_at desc',
  age: 't.created_at desc',
};

/** Matches in the text, then those that match by the subject alone. */
const FIND_MATCHES = `
  (${newestMatchesSql(':match', ':lowest', MAX_RANKED_POSTS)})
  union all (
    select *
    from (${newestMatchesSql(':subject', ':lowestOfSubjects', MAX_RANKED_SUBJECTS)}) named
    where not tokens @@ :match::text::tsquery or id < :lowest::int
  )`;
/** The terms as queries with their bits, read once and not for each post. */
const ASKED_TERMS = `
  select query::tsquery as query, 1 << (place::int - 1) as bit
  from unnest(:terms::text[]) with ordinality as one(query, place)`;
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

/** The id from which on about `wanted` of the posts that match lie. */
const computeLowestId = (last: number, expected: number, wanted: number): number =>
  expected <= Math.max(wanted, MAX_POSTS_WITHOUT_RANGE)
    ? 0
    : Math.floor(last * (1 - wanted / expected));

/** Threads that match, in order; at most MAX_HITS. */
async function findCandidates(
  db: Db,
  { match, subject, rank, terms, expected, expectedSubjects }: Lookup,
  { filters, unreadable, range, keyword, order }: SearchPlan,
): Promise<Candidate[]> {
  const { forumId, userId, language, from, to } = filters;
  const last = Math.min(range.lastPostId, range.high ?? MAX_INT32);
  const search = (rarityFactor: number) => {
    // An author's posts are few: they are found by their own index.
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
  /** In order, at most MAX_HITS: those with all words first. */
  found: readonly Candidate[];
  /** How many have all words. */
  complete: number;
  /** How many were left out for having a common word alone. */
  omitted: number;
}

/** Threads with all words come first; those that say too little go where others say more. */
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

/** The threads of a plan: those that have all words, and where they are few those with some. */
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
