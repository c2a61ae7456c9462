import type { ContentKind, ContentState } from '#contracts/admin-choices.ts';
import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { AdminContentWire } from '#contracts/wire/admin-moderation.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { WhereClause } from '#db/where-clause.ts';
import { allOf, getRequiredTerms, parseTerms, writeTsquery } from '#search/tsquery.ts';
import { SUBJECT_MARK } from '#search/tsvector.ts';
import { readerExcerptSql } from '../../message/reader-text.ts';
import { selectIdsBetween, selectLastPostId } from '../../shared/post-range.ts';
import { userJsonSql } from '../../shared/user-json-sql.ts';
import { isPendingReviewSql, isShownSql } from '../../shared/visibility.ts';

/* Threads and replies of any state, found by post or by thread. Ids follow time. */

export interface ContentFilter {
  kind: ContentKind;
  keywords?: string | undefined;
  /** For threads: all words are in the subject. */
  inSubject?: boolean | undefined;
  /** null: no such user, so the result is empty. */
  authorId?: number | null | undefined;
  forumId?: number | undefined;
  state?: ContentState | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

interface ContentConditions {
  from: string;
  /** SQL of the id that is selected. */
  id: string;
  /** SQL of the id that orders rows: the thread's without words or forum, else the post's. */
  order: string;
  where: WhereClause;
}

export const stateSql = (row: string) =>
  `
    case
      when ${row}.state <> 'normal' then ${row}.state
      when ${row}.checked then 'normal'
      else 'waiting'
    end`;
const STATE_CONDITIONS: Record<ContentState, (row: string) => string> = {
  normal: isShownSql,
  waiting: isPendingReviewSql,
  // The first condition lets the planner use the small index of these rows.
  hidden: (row) => `${row}.state <> 'normal' and ${row}.state = 'hidden'`,
  deleted: (row) => `${row}.state <> 'normal' and ${row}.state = 'deleted'`,
};

/** SQL: created within `from` and `to`. */
const createdBetweenSql = (row: string, { from, to }: ContentFilter): string =>
  [from && `${row}.created_at >= :from::timestamptz`, to && `${row}.created_at < :to::timestamptz`]
    .filter(Boolean)
    .join(' and ');

/** Whether rows are found by post, otherwise by thread. */
const isFoundByPost = ({ kind, forumId }: ContentFilter, match: string | undefined): boolean =>
  kind !== 'thread' || match !== undefined || forumId !== undefined;

/** Conditions of the filter; `low` and `high` bound the ordering id. */
function toConditions(
  filter: ContentFilter,
  match: string | undefined,
  low: number | null,
  high: number | null,
): ContentConditions {
  const { kind, authorId, forumId, state, from, to } = filter;
  const threads = kind === 'thread';
  const byPost = isFoundByPost(filter, match);
  // Conditions apply to the first post; merged threads have none any more.
  const row = byPost ? 'p' : 't';
  const where = new WhereClause();
  if (byPost) where.add(threads ? 'p.floor = 0' : 'p.floor > 0');
  else where.add('t.merged_into is null');
  if (match !== undefined)
    where.add('s.comment_id = 0 and s.tokens @@ :match::text::tsquery', { match });
  if (authorId !== undefined) where.add(`${row}.user_id = :authorId::int`, { authorId });
  if (forumId !== undefined) where.add('p.forum_id = :forumId::int', { forumId });
  if (state) where.add(STATE_CONDITIONS[state](threads ? 't' : 'p'));
  if (from || to) {
    const between = createdBetweenSql(row, filter);
    // One index of times for normal threads, one each for the few others.
    where.add(
      byPost || state
        ? between
        : `(
            (${STATE_CONDITIONS.normal(row)} and ${between})
            or (${row}.state <> 'normal' and ${between})
            or (${STATE_CONDITIONS.waiting(row)} and ${between})
          )`,
      { from, to },
    );
  }
  const order = match === undefined ? `${row}.id` : 's.post_id';
  if (low !== null) where.add(`${order} >= :low::int`, { low });
  if (high !== null) where.add(`${order} <= :high::int`, { high });
  const joined = threads && byPost && state !== undefined;
  const posts =
    match === undefined ? 'post p' : `post_search s ${joinByKeySql('post', 'p', 's.post_id')}`;
  const source = joined
    ? `${posts} join thread t on t.id = p.thread_id`
    : byPost
      ? posts
      : 'thread t';
  return { from: source, id: threads ? (byPost ? 'p.thread_id' : 't.id') : 'p.id', order, where };
}

const PICKED_JOINS: Record<ContentKind, string> = {
  thread: `
    join thread t on t.id = picked.id
    join post p on p.id = t.first_post_id`,
  reply: `
    join post p on p.id = picked.id
    join thread t on t.id = p.thread_id`,
};

const contentRowsSql = (kind: ContentKind, picked: string, order: string): string => `
  select
    ${kind === 'thread' ? 't.id' : 'p.id'},
    t.forum_id,
    f.name as forum_name,
    f.name_en as forum_name_en,
    t.id as thread_id,
    t.subject,
    p.id as post_id,
    p.floor as storey,
    ${readerExcerptSql('p.html', 'p.excerpt')} as excerpt,
    ${userJsonSql('u')} as author,
    ${kind === 'thread' ? stateSql('t') : stateSql('p')} as state,
    ${stateSql('t')} as thread_state,
    t.replies_cnt as replies,
    ${isoSql('p.created_at')} as created_at,
    ${isoSql(kind === 'thread' ? 't.deleted_at' : 'p.deleted_at')} as deleted_at,
    d.nickname as deleted_by
  from (${picked}) picked
  ${PICKED_JOINS[kind]}
  join forum f on f.id = t.forum_id
  join "user" u on u.id = p.user_id
  left join "user" d on d.id = ${kind === 'thread' ? 't' : 'p'}.deleted_by
  order by ${order}`;

interface ContentPage {
  rows: AdminContentWire[];
  total: number;
  more: boolean;
  /** The ordering id of the last row. */
  past?: number | undefined;
}

export interface PageRequest {
  offset: number;
  limit: number;
  /** The `past` of the page before. */
  past?: number | undefined;
}

async function readPage(
  db: Db,
  { kind }: ContentFilter,
  { from, id, order, where }: ContentConditions,
  direction: 'asc' | 'desc',
  offset: number,
  limit: number,
): Promise<ContentPage> {
  const picked = `
    select ${id} as id, ${order} as sort_id
    from ${from}
    where ${where.sql}
    order by ${order} ${direction}
    offset :offset::int
    limit :limit::int`;
  const rows = unpreparedStatement<AdminContentWire, Params>(
    contentRowsSql(kind, picked, `picked.sort_id ${direction}`),
  );
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from ${from} where ${where.sql} limit ${MAX_COUNTED_ROWS + 1}) counted`,
  );
  const [found, [counted]] = await Promise.all([
    rows(db, { ...where.params, offset, limit }),
    count(db, where.params),
  ]);
  const total = counted?.total ?? 0;
  const last = found.at(-1);
  return {
    rows: found,
    total: Math.min(total, MAX_COUNTED_ROWS),
    more: total > MAX_COUNTED_ROWS,
    past: order === 't.id' ? last?.id : last?.post_id,
  };
}

/** Expected posts in the first range searched for words, and the growth of the next range. */
const AIMED_POSTS = 750;
const RANGE_GROWTH_FACTOR = 8;
/** Matches paged by offset; later ones by `past`. */
const MAX_MATCHES = 500;

/** The planner's estimate. */
async function estimateRows(db: Db, { from, where }: ContentConditions): Promise<number> {
  const [row] = await unpreparedStatement<
    { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] },
    Params
  >(`explain (format json) select from ${from} where ${where.sql}`)(db, where.params);
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/**
 * A word may be in half of all posts. So a range of ids at the requested end is searched that
 * should have enough matches, then wider ranges.
 */
async function readPageOfMatches(
  db: Db,
  filter: ContentFilter,
  match: string,
  bounds: { low: number | null; high: number | null },
  direction: 'asc' | 'desc',
  offset: number,
  limit: number,
): Promise<ContentPage> {
  const [estimatedRows, [last]] = await Promise.all([
    estimateRows(db, toConditions(filter, match, bounds.low, bounds.high)),
    selectLastPostId(db),
  ]);
  let ids: number[] = [];
  for (
    let share = Math.min(1, AIMED_POSTS / Math.max(1, estimatedRows));
    ;
    share = Math.min(1, share * RANGE_GROWTH_FACTOR)
  ) {
    const [first, end] = [bounds.low ?? 0, bounds.high ?? last?.id ?? 0];
    const edge = direction === 'desc' ? end - (end - first) * share : first + (end - first) * share;
    const { from, id, order, where } = toConditions(
      filter,
      match,
      direction === 'desc' ? Math.floor(edge) : bounds.low,
      direction === 'asc' ? Math.ceil(edge) : bounds.high,
    );
    // Ordering by the id itself would make PostgreSQL scan all posts if it expects many matches and
    // finds few.
    const find = unpreparedStatement<{ id: number }, Params>(
      `
        select ${id} as id
        from ${from}
        where ${where.sql}
        order by ${order} + 0 ${direction}
        limit ${MAX_MATCHES + 1}`,
    );
    ids = (await find(db, where.params)).map((row) => row.id);
    if (ids.length > MAX_MATCHES || share >= 1) break;
  }
  const shown = ids.slice(0, MAX_MATCHES).slice(offset, offset + limit);
  const rows = await unpreparedStatement<AdminContentWire, Params>(
    contentRowsSql(
      filter.kind,
      'select * from unnest(:ids::int[]) with ordinality as one(id, sort_id)',
      'picked.sort_id',
    ),
  )(db, { ids: shown });
  return {
    rows,
    total: Math.min(ids.length, MAX_MATCHES),
    more: ids.length > MAX_MATCHES,
    past: rows.at(-1)?.post_id,
  };
}

/** The words as a tsquery; undefined without words, null if no word can be searched. */
function toTsquery({ keywords, inSubject }: ContentFilter): string | undefined | null {
  if (keywords === undefined) return undefined;
  const terms = getRequiredTerms(parseTerms(keywords));
  if (terms.length === 0) return null;
  return writeTsquery(allOf(terms, inSubject ? SUBJECT_MARK : ''));
}

async function readIdBounds(
  db: Db,
  filter: ContentFilter,
  match: string | undefined,
): Promise<{ low: number | null; high: number | null }> {
  const { from, to } = filter;
  const [found] =
    (from || to) && isFoundByPost(filter, match)
      ? await selectIdsBetween(db, { from: from ?? null, to: to ?? null })
      : [];
  return found ?? { low: null, high: null };
}

/** A page of threads or replies by time. Counting ends at a limit; later pages follow `past`. */
export async function readContent(
  db: Db,
  filter: ContentFilter,
  oldestFirst: boolean,
  { offset, limit, past }: PageRequest,
): Promise<ContentPage> {
  const match = toTsquery(filter);
  if (match === null) return { rows: [], total: 0, more: false };
  const direction = oldestFirst ? 'asc' : 'desc';
  const bounds = await readIdBounds(db, filter, match);
  if (past !== undefined && oldestFirst) bounds.low = Math.max(bounds.low ?? 0, past + 1);
  if (past !== undefined && !oldestFirst) bounds.high = Math.min(bounds.high ?? past, past - 1);
  if (match !== undefined)
    return readPageOfMatches(db, filter, match, bounds, direction, offset, limit);
  return readPage(
    db,
    filter,
    toConditions(filter, undefined, bounds.low, bounds.high),
    direction,
    offset,
    limit,
  );
}

/** All threads or replies of the filter, for export. */
export async function* exportContent(
  db: Db,
  filter: ContentFilter,
  oldestFirst: boolean,
): AsyncGenerator<AdminContentWire[]> {
  const match = toTsquery(filter);
  if (match === null) return;
  const { low, high } = await readIdBounds(db, filter, match);
  const { from, id, order, where } = toConditions(filter, match, low, high);
  yield* streamRows<AdminContentWire>(
    db,
    contentRowsSql(
      filter.kind,
      `select ${id} as id, ${order} as sort_id from ${from} where ${where.sql}`,
      `picked.sort_id ${oldestFirst ? 'asc' : 'desc'}`,
    ),
    where.params,
  );
}
