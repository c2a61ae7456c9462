import { type Lang, langOf, otherLang, threadLanguageOf } from '#contracts/language.ts';
import { getListOrder } from '#contracts/list-orders.ts';
import type { Paged, ThreadRow } from '#contracts/page-model.ts';
import type { ListAddress } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { THREADS_PER_PAGE } from '#platform/limits.ts';
import { inPublicForumSql, isShownSql } from '../../shared/visibility.ts';
import {
  countListedRows,
  getListCount,
  type ListCounters,
  type ListScope,
  listConditionSql,
  runListStatement,
  type ThreadList,
} from './list-query.ts';
import {
  type SelectedThread,
  threadRowColumns,
  threadRowJoins,
  toThreadRow,
} from './thread-row.ts';

const toScope = (forumId: number): ListScope => (forumId > 0 ? { forumId } : 'public');

/** Ids of a range of a list, in order. */
async function readThreadIds(
  db: Db,
  forumId: number,
  list: ThreadList,
  offset: number,
  limit: number,
): Promise<number[]> {
  const scope = toScope(forumId);
  const rows = await runListStatement<{ id: number }>(
    db,
    'ids',
    scope,
    list,
    { offset, limit },
    () => `
      select t.id
      from thread t
      where ${listConditionSql(scope, list)}
      order by t.${getListOrder(list.order).column} desc, t.id desc
      limit :limit offset :offset`,
  );
  return rows.map(({ id }) => id);
}

const selectThreadRows = statement<SelectedThread, { ids: readonly number[] }>(`
  select ${threadRowColumns}
  from unnest(:ids::int[]) with ordinality wanted(id, ordinal)
  join thread t on t.id = wanted.id
  ${threadRowJoins}
  order by wanted.ordinal`);

/** Rows in the order of the ids. */
export async function readThreadRows(db: Db, ids: readonly number[]): Promise<ThreadRow[]> {
  return ids.length === 0 ? [] : (await selectThreadRows(db, { ids })).map(toThreadRow);
}

const selectCounters = statement<ListCounters, { forumId: number }>(`
  select
    coalesce(sum(threads_cnt), 0)::int as "threadsCnt",
    coalesce(sum(english_cnt), 0)::int as "englishCnt",
    coalesce(sum(digests_cnt), 0)::int as "digestsCnt"
  from forum
  where case when :forumId = 0 then access = 'public' else id = :forumId end`);
const countThreadsOfTheme = statement<{ threads: number }, { themeId: number }>(
  `select threads_cnt threads from theme where id = :themeId`,
);

/** Threads of a list, from counters if possible. Forum 0: all public forums. */
async function countThreads(db: Db, forumId: number, list: ThreadList): Promise<number> {
  const counted = await countListedRows(db, toScope(forumId), list);
  if (counted !== undefined) return counted;
  const { themeId } = list;
  if (themeId) return (await countThreadsOfTheme(db, { themeId }))[0]?.threads ?? 0;
  const [counters] = await selectCounters(db, { forumId });
  return counters ? getListCount(counters, list) : 0;
}

/** One page of a list, by the address in its path. Forum 0: all public forums. */
export async function readThreadList(
  db: Db,
  forumId: number,
  { order, theme, only, page }: ListAddress,
  perPage = THREADS_PER_PAGE,
): Promise<Paged<ThreadRow>> {
  const list: ThreadList = { order, themeId: theme, language: only && threadLanguageOf(only) };
  const [ids, total] = await Promise.all([
    readThreadIds(db, forumId, list, (page - 1) * perPage, perPage),
    countThreads(db, forumId, list),
  ]);
  return {
    items: await readThreadRows(db, ids),
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    total,
  };
}

/** Home page rows in the page's language, before the others (decisions/thread-pages.md). */
const OWN_LANGUAGE_ROWS = 14;

/** One page of all threads in the default order, the reader's language first. */
export async function readOwnLanguageFirst(
  db: Db,
  lang: Lang,
  { order, page }: ListAddress,
): Promise<Paged<ThreadRow>> {
  const listOf = (language: Lang) => ({ order, language: threadLanguageOf(language) });
  const [own, other] = [listOf(lang), listOf(otherLang(lang))];
  const [ownTotal, otherTotal] = await Promise.all([
    countThreads(db, 0, own),
    countThreads(db, 0, other),
  ]);
  /** Rows of both languages on the first pages; one fills up after the other's end. */
  const countUpTo = (pages: number) => {
    const all = Math.min(pages * THREADS_PER_PAGE, ownTotal + otherTotal);
    const owns = Math.min(ownTotal, Math.max(pages * OWN_LANGUAGE_ROWS, all - otherTotal));
    return { own: owns, other: all - owns };
  };
  const [before, after] = [countUpTo(page - 1), countUpTo(page)];
  const ids = await Promise.all([
    readThreadIds(db, 0, own, before.own, after.own - before.own),
    readThreadIds(db, 0, other, before.other, after.other - before.other),
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

/** Pinned threads (forum 0: global ones), those in the reader's language first. */
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

/** Removes pinned threads, so that none is listed twice. */
export const removePinned = (
  threads: Paged<ThreadRow>,
  pinned: readonly ThreadRow[],
): Paged<ThreadRow> =>
  pinned.length === 0
    ? threads
    : { ...threads, items: threads.items.filter((row) => !pinned.some(({ id }) => id === row.id)) };

/** Other pages are rendered on request and cached for a minute. */
export const isInvalidatedByWrites = (address: ListAddress): boolean =>
  address.page === 1 && !address.theme && !address.only;
