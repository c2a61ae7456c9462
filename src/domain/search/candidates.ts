import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { plannedStatement } from '#db/statement.ts';
import { contentHiddenSql } from '../user/columns.ts';

/*
 * Threads that match, ranked. A word may stand in three posts or in half a million, and ranking means reading each: only
 * the newest posts that match, some thousands, are looked at. How far back those lie is known from PostgreSQL's estimate
 * of how often the words occur; the range of ids is intersected with the index of words before any post is read.
 */

export type SearchOrder = 'relevance' | 'activity' | 'age';

export interface Filters {
  forumId?: number | undefined;
  /** Who wrote the post that matches. */
  userId?: number | undefined;
  language?: ThreadLanguage | undefined;
  /** When that was. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Forums that the reader may not read. */
  unreadable: readonly number[];
}

/** Texts of tsqueries, see search/query.ts. */
export interface Queries {
  /** What posts must match. */
  match: string;
  /** First posts whose subject matches this are looked at however old they are. */
  subject: string;
  /** What the rank of a post comes from. */
  rank: string;
}

export interface Candidate {
  threadId: number;
  /** The post that matches best. */
  postId: number;
}

/** Hits that can be paged through. */
export const HITS_MAX = 1_000;
/** Posts that are read at most, and those with the words in their subject besides. */
const POSTS = 2_000;
const SUBJECTS = 1_000;
/** With fewer hits the range is widened by this factor, once. */
const FEW = 60;
const WIDER = 8;
const HIGHEST_ID = 2_147_483_647;

const estimates = plannedStatement<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }>(`
  explain (format json) select from post where search @@ $1::text::tsquery union all select from post where search @@ $2::text::tsquery`);
const lastId = plannedStatement<{ id: number }>('select coalesce(max(id), 0) as id from post');
const listed = `state = 'normal' and checked and first_post_id is not null`;
// Ids of posts are given in the order of time, so times are ids of posts of threads that began then.
const idsBetween = plannedStatement<{ low: number | null; high: number | null }>(`
  select (select first_post_id from thread where ${listed} and created_at < $1::timestamptz order by created_at desc, id desc limit 1) as low,
    (select first_post_id from thread where ${listed} and created_at > $2::timestamptz order by created_at, id limit 1) as high`);

/** How many posts PostgreSQL expects to match each of two queries. */
export async function estimate(db: Db, first: string, second: string): Promise<[number, number]> {
  const [row] = await estimates(db, [first, second]);
  const [one, two] = row?.['QUERY PLAN'][0]?.Plan.Plans ?? [];
  return [one?.['Plan Rows'] ?? 0, two?.['Plan Rows'] ?? 0];
}

// $1 match $2 subject $3 rank $4 lowest id $5 lowest id for subjects $6 highest id $7 forum $8 author $9 language $10 from $11 to $12 unreadable forums $13 keyword
const newest = (query: string, lowest: string, limit: number) => `
  select p.id, p.thread_id, p.user_id, p.floor, p.search from post p
  where p.search @@ ${query}::text::tsquery and p.id between ${lowest}::int and $6::int and p.state = 'normal' and p.checked
    and ($7::int is null or p.forum_id = $7::int) and ($8::int is null or p.user_id = $8::int) and p.forum_id <> all ($12::int[])
    and ($10::timestamptz is null or p.created_at >= $10::timestamptz) and ($11::timestamptz is null or p.created_at <= $11::timestamptz)
  order by p.id desc limit ${limit}`;

/** A match in the subject weighs ten of one in the text; a reply less than a first post; what is two years old about half of what is new. */
const SCORE = `
  best.rank * (1 + 0.1 * ln(best.matches)) * (0.35 + 0.65 / (1 + extract(epoch from now() - t.last_reply_at) / 31536000.0)) * case when t.digest or t.digest_forum then 1.2 else 1 end
    * case when position($13 in lower(t.subject)) > 0 then 1.2 + 0.5 * length($13) / length(t.subject) else 1 end`;
const ORDER: Record<SearchOrder, string> = { relevance: `${SCORE} desc`, activity: 't.last_reply_at desc', age: 't.created_at desc' };

const findSql = (order: SearchOrder) => `
  with found as (
    (${newest('$1', '$4', POSTS)}) union all (select * from (${newest('$2', '$5', SUBJECTS)}) named where not search @@ $1::text::tsquery or id < $4::int)
  ), ranked as (
    select f.id, f.thread_id, ts_rank('{0.1, 0.2, 0.4, 1}', f.search, $3::text::tsquery) * case when f.floor = 0 then 1 else 0.6 end as rank
    from found f join "user" u on u.id = f.user_id where not ${contentHiddenSql('u')}
  ), best as (
    select thread_id, (array_agg(id order by rank desc, id))[1] as post_id, max(rank) as rank, count(*) as matches from ranked group by thread_id
  )
  select t.id as "threadId", best.post_id as "postId" from best join thread t on t.id = best.thread_id join "user" u on u.id = t.user_id
  where t.state = 'normal' and t.checked and not ${contentHiddenSql('u')} and ($9::text is null or t.language = $9::text) and t.forum_id <> all ($12::int[])
  order by ${ORDER[order]}, t.id desc limit ${HITS_MAX}`;

const find = { relevance: plannedStatement<Candidate>(findSql('relevance')), activity: plannedStatement<Candidate>(findSql('activity')), age: plannedStatement<Candidate>(findSql('age')) };

/** The id from which on about `wanted` of the posts that match lie. */
const lowestFor = (last: number, expected: number, wanted: number): number => (expected <= wanted ? 0 : Math.floor(last * (1 - wanted / expected)));

/** Threads that match, in order; at most HITS_MAX. */
export async function findCandidates(db: Db, { match, subject, rank }: Queries, { forumId, userId, language, from, to, unreadable }: Filters, keyword: string, order: SearchOrder): Promise<Candidate[]> {
  const [[expected, expectedSubjects], [newestPost], [times]] = await Promise.all([estimate(db, match, subject), lastId(db, []), from || to ? idsBetween(db, [from ?? null, to ?? null]) : []]);
  const last = Math.min(newestPost?.id ?? 0, times?.high ?? HIGHEST_ID);
  const search = (wider: number) => {
    // An author's posts are few: they are found by their own index.
    const [low, lowSubjects] = userId ? [0, 0] : [lowestFor(last, expected, POSTS * wider), lowestFor(last, expectedSubjects, SUBJECTS * wider)];
    const first = times?.low ?? 0;
    const values = [match, subject, rank, Math.max(first, low), Math.max(first, lowSubjects), times?.high ?? HIGHEST_ID, forumId ?? null, userId ?? null, language ?? null, from ?? null, to ?? null, unreadable, keyword];
    return find[order](db, values);
  };
  const found = await search(1);
  return found.length < FEW && expected > POSTS && !userId ? search(WIDER) : found;
}
