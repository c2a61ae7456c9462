import { type Lang, langOf, otherLang, threadLanguageOf } from '#contracts/language.ts';
import { getListOrder, type Order } from '#contracts/list-orders.ts';
import type { Paged, ThreadRow } from '#contracts/page-model.ts';
import type { ListAddress } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Statement, statement } from '#db/statement.ts';
import { THREADS_PER_PAGE } from '#platform/limits.ts';
import { inPublicForumSql, isShownSql } from '../visibility.ts';
import {
  type SelectedThread,
  threadRowColumns,
  threadRowJoins,
  toThreadRow,
} from './thread-row.ts';

/*
 * Pages of threads. Each combination of order and filter is a statement of its own, so that each
 * has its index (db/schema/thread.ts) and its plan; the ids of the page are found first and joined
 * then, so that skipping to a deep page reads index entries, not rows with all that belongs to
 * them.
 */

export interface PageListQuery {
  /** 0 lists all forums that everybody may read. */
  forumId: number;
  order: Order;
  themeId?: number | undefined;
  language?: Lang | undefined;
  offset: number;
  limit: number;
}

function conditionsSql(
  query: Pick<PageListQuery, 'forumId' | 'order' | 'themeId' | 'language'>,
): string {
  const forum = query.forumId > 0;
  return [
    isShownSql('t'),
    forum ? 't.forum_id = :forumId' : inPublicForumSql('t'),
    query.themeId ? 't.theme_id = :themeId' : '',
    query.language ? `t.language = '${threadLanguageOf(query.language)}'` : '',
    getListOrder(query.order).onlyDigests
      ? forum
        ? '(t.digest_forum or t.digest)'
        : 't.digest'
      : '',
  ]
    .filter(Boolean)
    .join(' and ');
}

const statementsByKey = new Map<string, Statement<Record<string, unknown>, Params>>();

function getStatement(key: string, text: () => string): Statement<Record<string, unknown>, Params> {
  const found = statementsByKey.get(key) ?? statement<Record<string, unknown>, Params>(text());
  statementsByKey.set(key, found);
  return found;
}

const toStatementKey = (query: PageListQuery) =>
  [query.forumId > 0, query.order, Boolean(query.themeId), query.language ?? ''].join();

/** Ids of a page of threads, in order. */
export async function readThreadIds(db: Db, query: PageListQuery): Promise<number[]> {
  const find = getStatement(
    `ids ${toStatementKey(query)}`,
    () =>
      `
        select t.id
        from thread t
        where ${conditionsSql(query)}
        order by t.${getListOrder(query.order).column} desc, t.id desc
        limit :limit offset :offset`,
  );
  const rows = await find(db, { ...query });
  return rows.map((row) => row.id as number);
}

const selectThreadRows = statement<SelectedThread, { ids: readonly number[] }>(`
  select ${threadRowColumns}
  from unnest(:ids::int[]) with ordinality wanted(id, place)
  join thread t on t.id = wanted.id
  ${threadRowJoins}
  order by wanted.place`);

/** Rows of these threads, in the order of the ids. */
export async function readThreadRows(db: Db, ids: readonly number[]): Promise<ThreadRow[]> {
  return ids.length === 0 ? [] : (await selectThreadRows(db, { ids })).map(toThreadRow);
}

const countThreadsOfForum = statement<
  { threads: number; english: number; digests: number },
  { forumId: number }
>(`
  select
    coalesce(sum(threads_cnt), 0)::int threads,
    coalesce(sum(english_cnt), 0)::int english,
    coalesce(sum(digests_cnt), 0)::int digests
  from forum
  where case when :forumId = 0 then access = 'public' else id = :forumId end`);
const countThreadsOfTheme = statement<{ threads: number }, { themeId: number }>(
  `select threads_cnt threads from theme where id = :themeId`,
);

/**
 * How many threads a list has, from counters where one exists, else counted on the list's index.
 */
export async function countThreads(
  db: Db,
  query: Omit<PageListQuery, 'offset' | 'limit'>,
): Promise<number> {
  const counted = getListOrder(query.order).onlyDigests || (query.themeId && query.language);
  if (counted) {
    const key = `count ${toStatementKey({ ...query, offset: 0, limit: 0 })}`;
    const find = getStatement(
      key,
      () =>
        `
          select count(*)::int n
          from thread t
          where ${conditionsSql(query)}`,
    );
    return ((await find(db, { ...query }))[0]?.n as number | undefined) ?? 0;
  }
  if (query.themeId)
    return (await countThreadsOfTheme(db, { themeId: query.themeId }))[0]?.threads ?? 0;
  const [sums] = await countThreadsOfForum(db, { forumId: query.forumId });
  if (!sums) return 0;
  if (!query.language) return sums.threads;
  return query.language === 'en' ? sums.english : sums.threads - sums.english;
}

/** One page of a list as addressed by a page's path. */
export async function readThreadList(
  db: Db,
  forumId: number,
  address: ListAddress,
  perPage = THREADS_PER_PAGE,
): Promise<Paged<ThreadRow>> {
  const query: PageListQuery = {
    forumId,
    order: address.order,
    themeId: address.theme,
    language: address.only,
    offset: (address.page - 1) * perPage,
    limit: perPage,
  };
  const [ids, total] = await Promise.all([readThreadIds(db, query), countThreads(db, query)]);
  return {
    items: await readThreadRows(db, ids),
    page: address.page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    total,
  };
}

/**
 * Rows of a page of the home page's first tab that are written in the page's language. The others
 * are shown below them: see decisions/two-languages.md.
 */
const OWN_LANGUAGE_ROWS = 14;

/** One page of all threads in the default order, those in the reader's language first. */
export async function readOwnLanguageFirst(
  db: Db,
  lang: Lang,
  { order, page }: ListAddress,
): Promise<Paged<ThreadRow>> {
  const listOf = (language: Lang) => ({ forumId: 0, order, language });
  const [own, other] = [listOf(lang), listOf(otherLang(lang))];
  const [ownTotal, otherTotal] = await Promise.all([
    countThreads(db, own),
    countThreads(db, other),
  ]);
  /** How many of either are on the first pages: where one language ends, the other fills up. */
  const countUpTo = (pages: number) => {
    const all = Math.min(pages * THREADS_PER_PAGE, ownTotal + otherTotal);
    const owns = Math.min(ownTotal, Math.max(pages * OWN_LANGUAGE_ROWS, all - otherTotal));
    return { own: owns, other: all - owns };
  };
  const [before, after] = [countUpTo(page - 1), countUpTo(page)];
  const ids = await Promise.all([
    readThreadIds(db, { ...own, offset: before.own, limit: after.own - before.own }),
    readThreadIds(db, { ...other, offset: before.other, limit: after.other - before.other }),
  ]);
  const total = ownTotal + otherTotal;
  return {
    items: await readThreadRows(db, ids.flat()),
    page,
    pages: Math.max(1, Math.ceil(total / THREADS_PER_PAGE)),
    total,
  };
}

const selectPinnedEverywhere = statement<{ id: number }>(`
  select t.id
  from thread t
  where ${isShownSql('t')} and t.top > 0 and ${inPublicForumSql('t')}
  order by t.top desc, t.id desc
  limit 10`);
const selectPinnedInForum = statement<{ id: number }, { forumId: number }>(`
  select t.id
  from thread t
  where ${isShownSql('t')} and t.top_forum > 0 and t.forum_id = :forumId
  order by t.top_forum desc, t.id desc
  limit 20`);

/**
 * Pinned threads: everywhere for forum 0, else those of the forum. Those in the reader's language
 * come first.
 */
export async function readPinnedRows(db: Db, forumId: number, lang: Lang): Promise<ThreadRow[]> {
  const pinned =
    forumId === 0 ? await selectPinnedEverywhere(db) : await selectPinnedInForum(db, { forumId });
  const rows = await readThreadRows(
    db,
    pinned.map(({ id }) => id),
  );
  const isOther = ({ language }: ThreadRow) => Number(langOf(language) !== lang);
  return rows.toSorted((a, b) => isOther(a) - isOther(b));
}

/** Removes the pinned threads from a list, so that none is listed twice. */
export const removePinned = (
  threads: Paged<ThreadRow>,
  pinned: readonly ThreadRow[],
): Paged<ThreadRow> =>
  pinned.length === 0
    ? threads
    : {
        ...threads,
        items: threads.items.filter((row) => !pinned.some((one) => one.id === row.id)),
      };

/**
 * Only the first page of a plain order is invalidated by each write; other pages are rendered on
 * request and cached for a minute.
 */
export const isInvalidatedByWrites = (address: ListAddress): boolean =>
  address.page === 1 && !address.theme && !address.only;
