import type { REPORT_TABS } from '#contracts/admin-choices.ts';
import type {
  OpenReportCasesWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '#contracts/wire/admin-moderation.ts';
import { joinByKeySql, joinRowsSql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { WhereClause } from '#db/where-clause.ts';
import { readerExcerptSql } from '../message/reader-text.ts';
import { textOrEllipsisSql } from '../shared/bounded-text.ts';
import { COUNT_REPORTED_ITEMS_SQL, isSameItemSql } from '../shared/item-sql.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';
import type { ModerationReach } from '../shared/viewer.ts';

/*
 * A case groups the open reports of one item, or reports handled together. Its id is its first
 * report's. Index reads keep a page independent of years of handled cases.
 */

const isSameCaseSql = (other: string, alias: string) =>
  `${isSameItemSql(other, alias)} and ${other}.handled_at is not distinct from ${alias}.handled_at`;
const IS_FIRST_REPORT_SQL = `
  not exists (select from report earlier where ${isSameCaseSql('earlier', 'r')} and earlier.id < r.id)`;
const fromReportsOfCaseSql = (alias: string) =>
  `from report own where ${isSameCaseSql('own', alias)}`;

const MAX_COUNTED_CASES = 2_000;

export interface ReportCaseFilter {
  tab: (typeof REPORT_TABS)[number];
  /** Decides the tab `mine` and the forums. */
  moderator: ModerationReach & { userId: number };
  kind?: string | undefined;
  forumId?: number | undefined;
  language?: string | undefined;
}

function toConditions({ tab, moderator, kind, forumId, language }: ReportCaseFilter): WhereClause {
  const where = new WhereClause().add(IS_FIRST_REPORT_SQL);
  if (!moderator.isGlobal)
    where.add('r.forum_id = any(:forums::int[])', { forums: moderator.forums });
  if (tab === 'open') where.add(`r.state in ('open', 'taken')`);
  if (tab === 'handled') where.add(`r.state = 'handled'`);
  if (tab === 'mine')
    where
      .add(`r.state in ('open', 'taken')`)
      .add(`exists (select ${fromReportsOfCaseSql('r')} and own.taken_by = :userId::int)`, {
        userId: moderator.userId,
      });
  if (kind)
    where.add(`exists (select ${fromReportsOfCaseSql('r')} and own.kind = :kind::text)`, { kind });
  if (forumId) where.add('r.forum_id = :forumId::int', { forumId });
  if (language)
    where.add(
      `
        exists (
          select
          from thread
          where thread.id = r.thread_id and thread.language = :language::text
        )`,
      { language },
    );
  return where;
}

/** SQL: plain-text excerpt of a private message. */
const EXCERPT_OF_LETTER_SQL = `
  left(
    btrim(
      replace(
        replace(
          replace(
            regexp_replace(left(${textOrEllipsisSql('l.html')}, 2000), '<[^>]*>?', ' ', 'g'),
            '&lt;', '<'
          ),
          '&gt;', '>'
        ),
        '&amp;', '&'
      )
    ),
    200
  )`;
const CASE_COLUMNS = `
  r.id,
  case
    when l.id is not null then 'letter'
    when c.id is not null then 'comment'
    when p.floor = 0 then 'thread'
    else 'reply'
  end as item,
  coalesce(r.forum_id, 0) as forum_id,
  coalesce(f.name, '') as forum_name,
  coalesce(f.name_en, '') as forum_name_en,
  coalesce(r.thread_id, 0) as thread_id,
  coalesce(t.subject, '') as subject,
  coalesce(r.post_id, 0) as post_id,
  coalesce(p.floor, 0) as storey,
  ${readerExcerptSql(
    'coalesce(c.html, l.html, p.html)',
    `coalesce(c.excerpt, p.excerpt, ${EXCERPT_OF_LETTER_SQL})`,
  )} as excerpt,
  coalesce(t.language, '') as language,
  case
    when l.hidden_at is not null then 'hidden'
    when l.deleted_by_receiver is not null then 'deleted'
    when l.id is not null then 'normal'
    when c.id is not null then c.state
    when p.floor = 0 then t.state
    else p.state
  end as post_state,
  ${userJsonSql('au')} as author,
  own.kinds,
  own.reports,
  ${userJsonSql('tu')} as taken_by,
  ${userJsonSql('hu')} as handled_by,
  ${isoSql('r.handled_at')} as handled_at,
  coalesce(r.outcome, '') as outcome,
  r.note,
  ${isoSql('r.created_at')} as created_at`;
const CASE_JOINS = `
  ${leftJoinByKeySql('post', 'p', 'r.post_id')}
  ${leftJoinByKeySql('thread', 't', 'p.thread_id')}
  left join forum f on f.id = r.forum_id
  ${leftJoinByKeySql('comment', 'c', 'r.comment_id')}
  ${leftJoinByKeySql('letter', 'l', 'r.letter_id')}
  ${joinByKeySql('"user"', 'au', 'coalesce(l.sender_id, c.user_id, p.user_id)')}
  cross join lateral (
    select
      json_agg(json_build_object('kind', kind, 'count', n) order by n desc, kind) as kinds,
      sum(n)::int as reports,
      max(taker) as taker
    from (
      select own.kind, count(*)::int as n, max(own.taken_by) as taker ${fromReportsOfCaseSql('r')}
      group by own.kind
    ) kinds
  ) own
  ${leftJoinByKeySql('"user"', 'tu', 'own.taker')}
  ${leftJoinByKeySql('"user"', 'hu', 'r.handled_by')}`;

function toOrderBy(sort: string, tab: ReportCaseFilter['tab']): { of(r: string): string } {
  const way = sort.startsWith('-') ? 'desc' : 'asc';
  const counted = sort.endsWith('reports') && (tab === 'open' || tab === 'mine');
  return {
    of: (r) =>
      counted ? `(select count(*) ${fromReportsOfCaseSql(r)}) ${way}, ${r}.id` : `${r}.id ${way}`,
  };
}

export async function readReportCases(
  db: Db,
  filter: ReportCaseFilter,
  sort: string,
  offset: number,
  limit: number,
): Promise<{ rows: ReportCaseWire[]; total: number; more: boolean }> {
  const where = toConditions(filter);
  const order = toOrderBy(sort, filter.tab);
  const page = unpreparedStatement<ReportCaseWire, Params>(`
    select ${CASE_COLUMNS}
    from (
      select r.*
      from report r
      where ${where.sql}
      order by ${order.of('r')}
      offset :offset::int
      limit :limit::int
    ) r
    ${CASE_JOINS}
    order by ${order.of('r')}`);
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from report r where ${where.sql} limit ${MAX_COUNTED_CASES + 1}) counted`,
  );
  const [rows, [counted]] = await Promise.all([
    page(db, { ...where.params, offset, limit }),
    count(db, where.params),
  ]);
  const total = counted?.total ?? 0;
  return { rows, total: Math.min(total, MAX_COUNTED_CASES), more: total > MAX_COUNTED_CASES };
}

export function exportReportCases(
  db: Db,
  filter: ReportCaseFilter,
  sort: string,
): AsyncGenerator<ReportCaseWire[]> {
  const where = toConditions(filter);
  return streamRows(
    db,
    `
      select ${CASE_COLUMNS}
      from (select r.* from report r where ${where.sql}) r
      ${CASE_JOINS}
      order by ${toOrderBy(sort, filter.tab).of('r')}`,
    where.params,
  );
}

const countOpenCases = statement<OpenReportCasesWire, { userId: number }>(`
  select
    ${COUNT_REPORTED_ITEMS_SQL}::int as open,
    (${COUNT_REPORTED_ITEMS_SQL} filter (where taken_by = :userId))::int as mine,
    ${isoSql('min(created_at)')} as oldest
  from report
  where state in ('open', 'taken')`);

/** Number of open and claimed cases, and the time of the oldest open one. */
export const readOpenReportCases = async (db: Db, userId: number): Promise<OpenReportCasesWire> =>
  (await countOpenCases(db, { userId }))[0] as OpenReportCasesWire;

const selectFirstReport = statement<{ id: number | null }, { reportId: number }>(`
  select min(own.id) as id
  from report asked
  join report own on ${isSameCaseSql('own', 'asked')}
  where asked.id = :reportId`);
/** SQL: number of comments or private messages by the author `au` with action taken on reports. */
const countHandledSql = (kind: 'comment' | 'letter', author: string): string => `
  select count(distinct (x.${kind}_id, x.handled_at))
  from report x
  ${joinByKeySql(kind, 'mine', `x.${kind}_id`)}
  where x.${kind}_id is not null
    and x.state = 'handled'
    and x.outcome <> 'dismiss'
    and mine.${author} = au.id`;
const selectCase = statement<
  ReportCaseWire &
    Pick<ReportCaseDetailWire, 'message' | 'posted_at' | 'edited_at' | 'answers' | 'author'>,
  { id: number }
>(`
  select
    ${CASE_COLUMNS.replace(`${userJsonSql('au')} as author`, 'who.author')},
    ${textOrEllipsisSql('coalesce(c.html, l.html, p.html)')} as message,
    ${isoSql('coalesce(c.created_at, l.created_at, p.created_at)')} as posted_at,
    case when c.id is null then ${isoSql('p.edited_at')} end as edited_at,
    case
      when c.id is not null or p.floor > 0 then json_build_object(
          'author', qu.nickname,
          'storey', q.floor,
          'excerpt', ${readerExcerptSql('q.html', 'q.excerpt')}
        )
    end as answers
  from report r
  ${CASE_JOINS}
  left join post q
    on q.id = case when c.id is null then coalesce(p.quote_post_id, t.first_post_id) else p.id end
  left join "user" qu on qu.id = q.user_id
  cross join lateral (
    select json_build_object(
      'id', au.id,
      'nickname', au.nickname,
      'avatar', au.avatar,
      'level', au.level_id,
      'posts', au.posts_cnt,
      'created_at', ${isoSql('au.created_at')},
      'upheld', (
        select count(distinct (x.post_id, x.handled_at))
        from post mine
        ${joinRowsSql(
          'report',
          'x',
          `post_id = mine.id
            and comment_id is null
            and state = 'handled'
            and outcome <> 'dismiss'`,
        )}
        where mine.user_id = au.id
      ) + (
        ${countHandledSql('comment', 'user_id')}
      ) + (
        ${countHandledSql('letter', 'sender_id')}
      ),
      'warnings', (select count(*) from warning where user_id = au.id and withdrawn_at is null),
      'bans', (select count(*) from ban where user_id = au.id),
      'banned_until', case
        when ${isBannedSql('au')} then case
            when au.banned_until = 'infinity' then 'infinity'
            else ${isoSql('au.banned_until')}
          end
      end
    ) as author
  ) who
  where r.id = :id`);
const selectReporters = statement<
  ReportCaseDetailWire['reporters'][number] & { report: number; takenBy: number | null },
  { id: number }
>(`
  select
    own.id as report,
    own.taken_by as "takenBy",
    u.id,
    u.nickname,
    u.avatar,
    own.kind,
    own.message,
    ${isoSql('own.created_at')} as created_at,
    past.handled,
    past.upheld
  from report r
  join report own on ${isSameCaseSql('own', 'r')}
  join "user" u on u.id = own.reporter_id
  cross join lateral (
    select count(*)::int as handled, (count(*) filter (where x.outcome <> 'dismiss'))::int as upheld
    from report x
    where x.reporter_id = u.id and x.state = 'handled' and x.id <> own.id
  ) past
  where r.id = :id
  order by own.id
  limit 100`);

/** Changes when a moderator claims the case or another user reports the item. */
export function getReportCaseVersion(
  open: readonly { id: number; takenBy: number | null }[],
): string {
  const takenBy = open.find((report) => report.takenBy !== null)?.takenBy ?? 0;
  return `${takenBy}.${Math.max(0, ...open.map((report) => report.id))}`;
}

/** A case by any of its reports; undefined outside the moderator's forums. */
export async function readReportCase(
  db: Db,
  moderator: ModerationReach,
  reportId: number,
): Promise<Omit<ReportCaseDetailWire, 'actions' | 'time_zone'> | undefined> {
  const [firstReport] = await selectFirstReport(db, { reportId });
  if (!firstReport?.id) return undefined;
  const [[reportCase], reports] = await Promise.all([
    selectCase(db, { id: firstReport.id }),
    selectReporters(db, { id: firstReport.id }),
  ]);
  if (!reportCase || !(moderator.isGlobal || moderator.forums.includes(reportCase.forum_id)))
    return undefined;
  const version = getReportCaseVersion(
    reports.map(({ report, takenBy }) => ({ id: report, takenBy })),
  );
  return {
    ...reportCase,
    version,
    reporters: reports.map(({ report: _, takenBy: __, ...reporter }) => reporter),
  };
}
