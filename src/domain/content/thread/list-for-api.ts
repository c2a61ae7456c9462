import { type ApiOrder, getListOrder } from '#contracts/list-orders.ts';
import type { ThreadIndexReplyWire } from '#contracts/wire/thread.ts';
import { createPresentContext } from '../../people/present-context.ts';
import { type ReferenceData, readReferenceData } from '../../reference/reference-data.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import {
  countListedRows,
  getListCount,
  listConditionSql,
  runListStatement,
  type ThreadList,
} from './list-query.ts';
import { type ThreadWireRow, threadWireColumns, toThreadSummaryWire } from './present.ts';

/*
 * Lists of threads for the API: pinned threads first, each thread once, so pages never overlap.
 * Limits and offsets are subqueries. With plain parameters PostgreSQL prefers custom plans, and
 * planning each call takes longer than the list.
 */

export interface ApiListQuery extends ThreadList {
  order: ApiOrder;
  digest: boolean;
  /** Doesn't move pinned threads to the top. */
  flat?: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

type ListScope = { forumId: number } | { unreadable: number[] };

/**
 * Filtering pinned threads during the skip takes 50 % longer. Instead this reads a range that is
 * longer by all pinned threads, and starts earlier by those that sort above it.
 */
function pageSql(scope: ListScope, list: ApiListQuery): string {
  const pin = 'forumId' in scope ? 'top_forum' : 'top';
  const where = listConditionSql(scope, list);
  const key = getListOrder(list.order).column;
  return `
    with pinned as materialized (
      select t.id, t.${key} as key, row_number() over (order by t.${pin} desc, t.id desc) as ordinal
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
        where ordinal > :offset::int and ordinal <= :offset::int + :limit::int
        order by ordinal
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
    ) with ordinality as page(id, ordinal)
    join thread t on t.id = page.id
    order by page.ordinal`;
}

export const readThreadListPage = (
  { db }: ReadContext,
  scope: ListScope,
  list: ApiListQuery,
): Promise<ThreadWireRow[]> =>
  runListStatement(
    db,
    list.flat ? 'flat page' : 'page',
    scope,
    list,
    { limit: list.limit, offset: list.page * list.limit },
    () => pageSql(scope, list),
  );

export async function readThreadTotal(
  { db }: ReadContext,
  reference: ReferenceData,
  scope: ListScope,
  list: ApiListQuery,
): Promise<number> {
  const counted = await countListedRows(db, scope, list);
  if (counted !== undefined) return counted;
  const { themeId } = list;
  if (themeId)
    return 'forumId' in scope && reference.themes.get(themeId)?.forum_id === scope.forumId
      ? (reference.themeThreads.get(themeId) ?? 0)
      : 0;
  return [...reference.forumRows.values()]
    .filter(({ id }) =>
      'forumId' in scope ? id === scope.forumId : !scope.unreadable.includes(id),
    )
    .reduce((sum, forum) => sum + getListCount(forum, list), 0);
}

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
  const context = await createPresentContext(reading, reference, rows);
  return { total_count: total, ThreadIndex: rows.map((row) => toThreadSummaryWire(row, context)) };
}
