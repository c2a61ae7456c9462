import type { ThreadLanguage } from '#contracts/language.ts';
import { getListOrder, type Order } from '#contracts/list-orders.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Statement, statement } from '#db/statement.ts';
import { inPublicForumSql, isShownSql } from '../../shared/visibility.ts';

/*
 * Lists of threads for pages and the API. Each combination of scope, order and filter is its own
 * statement with its own index (db/schema/thread.ts) and plan. Ids are found by an index-only scan
 * and joined afterwards, so skipping costs 0.1 µs a thread instead of 1 µs.
 */

/** Unreadable forums are excluded only if there are any: the condition reads the rows. */
export type ListScope = { forumId: number } | 'public' | { unreadable: readonly number[] };

export interface ThreadList {
  order: Order;
  /** Digests only; some orders imply it. */
  digest?: boolean;
  language?: ThreadLanguage | undefined;
  /** Only in forums. */
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

/** `kind` distinguishes statements of a list; `text` is called once, then cached. */
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

/** Number of threads of a list without a counter, from its index; else undefined. */
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

export interface ListCounters {
  threadsCnt: number;
  englishCnt: number;
  digestsCnt: number;
}

/** The number of threads of a list without a theme, by the forum's counters. */
export function getListCount(counters: ListCounters, list: ThreadList): number {
  if (listsDigests(list)) return counters.digestsCnt;
  if (!list.language) return counters.threadsCnt;
  return list.language === 'en_US'
    ? counters.englishCnt
    : counters.threadsCnt - counters.englishCnt;
}
