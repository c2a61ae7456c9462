import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThreadIndexReplyWire } from '#contracts/wire/thread.ts';
import { type Statement, statement } from '#db/statement.ts';
import { readerOf, unreadableSql } from '../forum/access.ts';
import type { ForumRow } from '../forum/present.ts';
import { type Community, readCommunity } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { presentThreadSummary, THREAD_FIELDS, type ThreadWireRow, threadWireColumns } from './present.ts';

/*
 * Lists of threads as the API gives them: pinned ones first, then the others; each thread once, so that pages never
 * overlap. As in list.ts every combination of order and filter is a statement of its own.
 *
 * Limits and offsets are read as `(select $1)`: a plain $1 would make PostgreSQL think each call's plan cheaper than the
 * one for all calls, and plan anew every time, which takes longer than the list itself. Authors come by scalar queries
 * for the same reason: not knowing the limit, it would join by hashing all users.
 */

export type WireOrder = 'reply' | 'age' | 'heat';

export interface WireList {
  order: WireOrder;
  digest: boolean;
  language?: ThreadLanguage | undefined;
  /** Only threads of this kind; in forums. */
  themeId?: number | undefined;
  /** From 0. */
  page: number;
  limit: number;
}

const ORDER_BY: Record<WireOrder, string> = {
  reply: 't.last_reply_at desc, t.id desc',
  age: 't.created_at desc, t.id desc',
  heat: 't.hot desc, t.id desc',
};

/** Lists of a forum are given its id as $3, the others what readerOf says; $4 is the theme when there is one. */
function conditions(inForum: boolean, { digest, language, themeId }: Pick<WireList, 'digest' | 'language' | 'themeId'>, scope = '$3', theme = '$4'): string {
  return [
    `t.state = 'normal' and t.checked`,
    inForum ? `t.forum_id = ${scope}::int` : `t.forum_id <> all (${unreadableSql(scope)})`,
    themeId ? `t.theme_id = ${theme}::int` : '',
    language ? `t.language = '${language}'` : '',
    digest ? (inForum ? '(t.digest_forum or t.digest)' : 't.digest') : '',
  ]
    .filter(Boolean)
    .join(' and ');
}

const statements = new Map<string, Statement<never>>();

function once<Row>(key: string, text: () => string): Statement<Row> {
  const found = (statements.get(key) as Statement<Row> | undefined) ?? statement<Row>(text());
  statements.set(key, found as Statement<never>);
  return found;
}

const shape = (inForum: boolean, { order, digest, language, themeId }: WireList): string => [inForum, order, digest, language ?? '', Boolean(themeId)].join();

function pageSql(inForum: boolean, list: WireList): string {
  const pin = inForum ? 'top_forum' : 'top';
  const where = conditions(inForum, list);
  const order = ORDER_BY[list.order];
  const fields = THREAD_FIELDS.map((name) => `t.${name}`).join(', ');
  return `
    with pinned as materialized (select ${fields}, row_number() over (order by t.${pin} desc, t.id desc) as place from thread t where t.${pin} > 0 and ${where})
    select ${threadWireColumns} from (
      (select * from pinned where place > $2::int and place <= $2::int + $1::int)
      union all
      (select ${fields}, null from thread t where t.${pin} = 0 and ${where} order by ${order}
       limit (select $1::int) offset (select greatest(0, $2::int - (select count(*) from pinned))))
    ) t order by t.place, ${order} limit (select $1::int)`;
}

/** One page of a list's threads. */
export function readWirePage(reading: Reading, forumId: number, list: WireList): Promise<ThreadWireRow[]> {
  const inForum = forumId > 0;
  const find = once<ThreadWireRow>(`page ${shape(inForum, list)}`, () => pageSql(inForum, list));
  const scope = inForum ? forumId : readerOf(reading.viewer);
  return find(reading.db, [list.limit, list.page * list.limit, scope, ...(list.themeId ? [list.themeId] : [])]);
}

/** Whether how many threads a list has must be counted on its index; else a counter says it. */
const mustCount = (inForum: boolean, { digest, language, themeId }: WireList): boolean => (digest ? !inForum || Boolean(language || themeId) : Boolean(themeId && language));

function counterOf(forum: ForumRow, { digest, language }: WireList): number {
  if (digest) return forum.digestsCnt;
  if (!language) return forum.threadsCnt;
  return language === 'en_US' ? forum.englishCnt : forum.threadsCnt - forum.englishCnt;
}

/** How many threads a list has. */
export async function readTotal({ db, viewer }: Reading, knowing: Promise<Community>, forumId: number, list: WireList): Promise<number> {
  const inForum = forumId > 0;
  if (mustCount(inForum, list)) {
    const count = once<{ count: number }>(`count ${shape(inForum, { ...list, order: 'age' })}`, () => `select count(*)::int as count from thread t where ${conditions(inForum, list, '$1', '$2')}`);
    return (await count(db, [inForum ? forumId : readerOf(viewer), ...(list.themeId ? [list.themeId] : [])]))[0]?.count ?? 0;
  }
  const community = await knowing;
  if (list.themeId) return community.themes.get(list.themeId)?.forum_id === forumId ? (community.themeThreads.get(list.themeId) ?? 0) : 0;
  const counted = [...community.forumRows.values()].filter((forum) => (inForum ? forum.id === forumId : community.mayRead(forum.id, viewer)));
  return counted.reduce((sum, forum) => sum + counterOf(forum, list), 0);
}

/** Threads of all forums that the viewer may read. */
export async function readThreadIndex(reading: Reading, list: Omit<WireList, 'themeId'>): Promise<ThreadIndexReplyWire> {
  const knowing = readCommunity(reading.db, reading.timeZone);
  const [community, rows, total] = await Promise.all([knowing, readWirePage(reading, 0, list), readTotal(reading, knowing, 0, list)]);
  const context = await around(reading, community, authorsOf(rows));
  return { total_count: total, ThreadIndex: rows.map((row) => presentThreadSummary(row, context)) };
}

/** The authors of these threads with the versions of their rows. */
export const authorsOf = (rows: readonly ThreadWireRow[]): Map<number, string> => new Map(rows.map((row) => [row.userId, row.userVersion]));
