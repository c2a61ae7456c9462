import type { ThreadLanguage } from '#contracts/language.ts';
import { type ApiOrder, getListOrder } from '#contracts/list-orders.ts';
import type { ThreadIndexReplyWire } from '#contracts/wire/thread.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Statement, statement } from '#db/statement.ts';
import type { ForumRow } from '../forum/present.ts';
import { createPresentContext } from '../present-context.ts';
import type { ReadContext } from '../read-context.ts';
import { type ReferenceData, readReferenceData } from '../reference-data.ts';
import { isShownSql } from '../visibility.ts';
import { type ThreadWireRow, threadWireColumns, toThreadSummaryWire } from './present.ts';

/*
 * Lists of threads as the API gives them: pinned threads first, then the others; each thread once,
 * so that pages never overlap. As in list-for-pages.ts every combination of order and filter is a
 * statement of its own.
 *
 * Ids are found first, from the list's index alone: skipping to page 1,000 then costs 0.1 µs a
 * thread and not 1 µs. That is why forums that the viewer may not read are excluded by a condition
 * only where there are such. Limits and offsets are subqueries: with a plain parameter PostgreSQL
 * estimates each call's own plan to be cheaper than the generic one and plans every call anew,
 * which takes longer than the list itself.
 */

export interface ApiListQuery {
  order: ApiOrder;
  digest: boolean;
  /** Pinned threads aren't moved to the top. */
  flat?: boolean;
  language?: ThreadLanguage | undefined;
  /** Only threads of this kind; in forums. */
  themeId?: number | undefined;
  /** From 0. */
  page: number;
  limit: number;
}

/** Which forums a list is of: one, or all but those that the viewer may not read. */
type ListScope = { forumId: number } | { unreadable: number[] };

const isForumScope = (scope: ListScope): scope is { forumId: number } => 'forumId' in scope;

/** The values of the parameters of a list, of which its statement names some. */
const toParams = (scope: ListScope, { themeId, limit, page }: ApiListQuery): Params => ({
  forumId: isForumScope(scope) ? scope.forumId : null,
  unreadable: isForumScope(scope) ? null : scope.unreadable,
  themeId,
  limit,
  offset: page * limit,
});

/** The condition of a list on `thread t`. */
function conditionsSql(scope: ListScope, { digest, language, themeId }: ApiListQuery): string {
  const limited = isForumScope(scope) || scope.unreadable.length > 0;
  return [
    isShownSql('t'),
    limited &&
      (isForumScope(scope)
        ? 't.forum_id = :forumId::int'
        : 't.forum_id <> all (:unreadable::int[])'),
    themeId && 't.theme_id = :themeId::int',
    language && `t.language = '${language}'`,
    digest && (isForumScope(scope) ? '(t.digest_forum or t.digest)' : 't.digest'),
  ]
    .filter(Boolean)
    .join(' and ');
}

const statementsByKey = new Map<string, Statement<never, Params>>();

function getStatement<Row>(key: string, text: () => string): Statement<Row, Params> {
  const known = statementsByKey.get(key) as Statement<Row, Params> | undefined;
  const found = known ?? statement<Row, Params>(text());
  statementsByKey.set(key, found as Statement<never, Params>);
  return found;
}

const toStatementKey = (
  scope: ListScope,
  { order, digest, flat = false, language, themeId }: ApiListQuery,
): string =>
  [
    isForumScope(scope) ? 'forum' : scope.unreadable.length > 0,
    order,
    digest,
    flat,
    language ?? '',
    Boolean(themeId),
  ].join();

/**
 * Pinned threads aren't left out while rows are skipped, which would take half as long again.
 * Instead a range is read that is longer by the number of pinned threads, and begins earlier by the
 * number of those that sort above it.
 */
function pageSql(scope: ListScope, list: ApiListQuery): string {
  const pin = isForumScope(scope) ? 'top_forum' : 'top';
  const where = conditionsSql(scope, list);
  const key = getListOrder(list.order).column;
  return `
    with pinned as materialized (
      select t.id, t.${key} as key, row_number() over (order by t.${pin} desc, t.id desc) as place
      from thread t
      where ${list.flat ? 'false' : `t.${pin} > 0`} and ${where}
    ),
    counted as materialized (
      select
        count(*) as pinned,
        greatest(0, :offset::int - count(*)) as skipped,
        greatest(0, :limit::int - greatest(0, count(*) - :offset::int)) as wanted
      from pinned
    ),
    stretch as materialized (
      select t.id, t.${key} as key
      from thread t
      where ${where}
      order by t.${key} desc, t.id desc
      limit (select wanted + pinned from counted) offset (select skipped from counted)
    )
    select ${threadWireColumns}
    from unnest(
      array(
        select id
        from pinned
        where place > :offset::int and place <= :offset::int + :limit::int
        order by place
      ) || array(
        select id
        from stretch
        where id not in (select id from pinned)
        order by key desc, id desc
        limit (select wanted from counted) offset (
          select count(*)
          from pinned
          where (key, id) > (select key, id from stretch order by key desc, id desc limit 1)
        )
      )
    ) with ordinality as page(id, place)
    join thread t on t.id = page.id
    order by page.place`;
}

/** One page of a list's threads. */
export function readThreadListPage(
  { db }: ReadContext,
  scope: ListScope,
  list: ApiListQuery,
): Promise<ThreadWireRow[]> {
  const find = getStatement<ThreadWireRow>(`page ${toStatementKey(scope, list)}`, () =>
    pageSql(scope, list),
  );
  return find(db, toParams(scope, list));
}

/** Whether how many threads a list has must be counted on its index; else a counter says it. */
const mustCountRows = (inForum: boolean, { digest, language, themeId }: ApiListQuery): boolean =>
  digest ? !inForum || Boolean(language || themeId) : Boolean(themeId && language);

function getCounter(forum: ForumRow, { digest, language }: ApiListQuery): number {
  if (digest) return forum.digestsCnt;
  if (!language) return forum.threadsCnt;
  return language === 'en_US' ? forum.englishCnt : forum.threadsCnt - forum.englishCnt;
}

/** How many threads a list has. */
export async function readThreadTotal(
  { db }: ReadContext,
  reference: ReferenceData,
  scope: ListScope,
  list: ApiListQuery,
): Promise<number> {
  if (mustCountRows(isForumScope(scope), list)) {
    const count = getStatement<{ count: number }>(
      `count ${toStatementKey(scope, { ...list, order: 'newest' })}`,
      () => `select count(*)::int as count from thread t where ${conditionsSql(scope, list)}`,
    );
    return (await count(db, toParams(scope, list)))[0]?.count ?? 0;
  }
  const { themeId } = list;
  if (themeId)
    return isForumScope(scope) && reference.themes.get(themeId)?.forum_id === scope.forumId
      ? (reference.themeThreads.get(themeId) ?? 0)
      : 0;
  const counted = [...reference.forumRows.values()].filter((forum) =>
    isForumScope(scope) ? forum.id === scope.forumId : !scope.unreadable.includes(forum.id),
  );
  return counted.reduce((sum, forum) => sum + getCounter(forum, list), 0);
}

/** Threads of all forums that the viewer may read. */
export async function readThreadIndex(
  reading: ReadContext,
  list: Omit<ApiListQuery, 'themeId'>,
): Promise<ThreadIndexReplyWire> {
  const { db, timeZone, viewer } = reading;
  const reference = await readReferenceData(db, timeZone);
  const scope = {
    unreadable: [...reference.forums.keys()].filter((id) => !reference.canRead(id, viewer)),
  };
  const [rows, total] = await Promise.all([
    readThreadListPage(reading, scope, list),
    readThreadTotal(reading, reference, scope, list),
  ]);
  const context = await createPresentContext(reading, reference, getAuthorVersions(rows));
  return { total_count: total, ThreadIndex: rows.map((row) => toThreadSummaryWire(row, context)) };
}

/** The authors of these threads with the versions of their rows. */
export const getAuthorVersions = (rows: readonly ThreadWireRow[]): Map<number, string> =>
  new Map(rows.map((row) => [row.userId, row.userVersion]));
