import type { ThreadLanguage } from '#contracts/language.ts';
import { getListOrder, type Order } from '#contracts/list-orders.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Statement, statement } from '#db/statement.ts';
import { inPublicForumSql, isShownSql } from '../visibility.ts';

/*
 * Lists of threads, for pages and for the API. Each combination of scope, order and filter is a
 * statement of its own, so that each has its index (db/schema/thread.ts) and its plan. Ids are
 * found first, from the list's index alone, and joined then: skipping to page 1,000 costs 0.1 µs a
 * thread and not 1 µs.
 */

/**
 * Which forums a list is of: one, those that everybody may read, or all but some. Those that aren't
 * readable are excluded by a condition only where there are such, as it would read the rows.
 */
export type ListScope = { forumId: number } | 'public' | { unreadable: readonly number[] };

/** What a list has, and by what it is ordered. */
export interface ThreadList {
  order: Order;
  /** Digests alone; an order that lists digests alone does so anyway. */
  digest?: boolean;
  language?: ThreadLanguage | undefined;
  /** Only threads of this kind; in forums. */
  themeId?: number | undefined;
}

const isForum = (scope: ListScope): scope is { forumId: number } =>
  typeof scope === 'object' && 'forumId' in scope;

const listsDigests = ({ order, digest }: ThreadList): boolean =>
  digest || getListOrder(order).onlyDigests === true;

function scopeSql(scope: ListScope): string | false {
  if (scope === 'public') return inPublicForumSql('t');
  if (isForum(scope)) return 't.forum_id = :forumId::int';
  return scope.unreadable.length > 0 && 't.forum_id <> all (:unreadable::int[])';
}

/** SQL: the condition of a list on `thread t`. */
export const listConditionSql = (scope: ListScope, list: ThreadList): string =>
  [
    isShownSql('t'),
    scopeSql(scope),
    list.themeId && 't.theme_id = :themeId::int',
    list.language && `t.language = '${list.language}'`,
    listsDigests(list) && (isForum(scope) ? '(t.digest_forum or t.digest)' : 't.digest'),
  ]
    .filter(Boolean)
    .join(' and ');

const statementsByKey = new Map<string, Statement<never, Params>>();

/**
 * Runs the statement of such a list; `kind` names it among those of the same list, and `text` is
 * asked for once for each.
 */
export function runListStatement<Row>(
  db: Db,
  kind: string,
  scope: ListScope,
  list: ThreadList,
  params: Params,
  text: () => string,
): Promise<Row[]> {
  const { order, language, themeId } = list;
  const key = [kind, scopeSql(scope), order, listsDigests(list), language, Boolean(themeId)].join();
  const known = statementsByKey.get(key) as Statement<Row, Params> | undefined;
  const run = known ?? statement<Row, Params>(text());
  statementsByKey.set(key, run as Statement<never, Params>);
  return run(db, { ...params, ...(typeof scope === 'object' ? scope : {}), themeId });
}

/**
 * The number of threads of a list that no counter knows, counted on its index; undefined of others.
 */
export async function countListedRows(
  db: Db,
  scope: ListScope,
  list: ThreadList,
): Promise<number | undefined> {
  const { language, themeId } = list;
  const isCounted = listsDigests(list)
    ? isForum(scope) && !language && !themeId
    : !(themeId && language);
  if (isCounted) return undefined;
  const [row] = await runListStatement<{ count: number }>(
    db,
    'count',
    scope,
    { ...list, order: listsDigests(list) ? 'digest' : 'newest' },
    {},
    () => `select count(*)::int as count from thread t where ${listConditionSql(scope, list)}`,
  );
  return row?.count ?? 0;
}

/** A forum's counters of what is listed in it. */
export interface ListCounters {
  threadsCnt: number;
  englishCnt: number;
  digestsCnt: number;
}

/** How many threads a list without a theme has by its forum's counters. */
export function getListCount(counters: ListCounters, list: ThreadList): number {
  if (listsDigests(list)) return counters.digestsCnt;
  if (!list.language) return counters.threadsCnt;
  return list.language === 'en_US'
    ? counters.englishCnt
    : counters.threadsCnt - counters.englishCnt;
}
