import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { COUNT_REPORTED_ITEMS_SQL } from '../../shared/item-sql.ts';
import { isPendingReviewSql } from '../../shared/visibility.ts';

/*
 * Small tables and index ranges: a few milliseconds each with 1,000,000 posts of 100,000 threads.
 * forum_day has one row per forum and day.
 */

interface Period {
  timeZone: string;
  /** Days, including today. */
  period: number;
}
const FIRST_DAY_SQL = `(now() at time zone :timeZone)::date - (:period::int - 1)`;
const countPerDaySql = (table: string) => `
  select (created_at at time zone :timeZone)::date as day, count(*)::int as n
  from ${table}
  where created_at >= (${FIRST_DAY_SQL})::timestamp at time zone :timeZone
  group by 1`;

const countByDay = statement<
  { day: string; replies: number; threads: number; users: number; reports: number; bans: number },
  Period
>(`
  with posts as (
    select day, sum(replies)::int as replies, sum(threads)::int as threads
    from forum_day
    where day >= ${FIRST_DAY_SQL}
    group by day
  ),
  users as (
    ${countPerDaySql('"user"')}
  ),
  reports as (
    ${countPerDaySql('report')}
  ),
  bans as (
    ${countPerDaySql('ban')}
  )
  select
    to_char(d.day, 'YYYY-MM-DD') as day,
    coalesce(p.replies, 0) as replies,
    coalesce(p.threads, 0) as threads,
    coalesce(u.n, 0) as users,
    coalesce(r.n, 0) as reports,
    coalesce(b.n, 0) as bans
  from (select (${FIRST_DAY_SQL}) + n as day from generate_series(0, :period::int - 1) n) d
  left join posts p using (day)
  left join users u using (day)
  left join reports r using (day)
  left join bans b using (day)
  order by d.day`);
const OPEN_REPORTS_SQL = `(
  select ${COUNT_REPORTED_ITEMS_SQL}::int
  from report
  where state in ('open', 'taken')
)`;
/** SQL: pending reviews as in review/queue.ts (rejected ones stay unchecked); `most`: a limit. */
const pendingReviewsSql = (most = '') => `
  (
    (
      select count(*)::int
      from (
        select
        from post p
        join thread t on t.id = p.thread_id
        where ${isPendingReviewSql('p')} and t.state = 'normal'
        ${most}
      ) p
    ) + (
      select count(*)::int
      from (
        select
        from comment c
        join post p on p.id = c.post_id
        join thread t on t.id = c.thread_id
        where ${isPendingReviewSql('c')} and p.state = 'normal' and t.state = 'normal'
        ${most}
      ) c
    )
  )`;
const countWaiting = statement<DashboardWire['waiting']>(`
  select
    ${OPEN_REPORTS_SQL} as reports,
    (
      select ${isoSql('min(created_at)')}
      from report
      where state in ('open', 'taken')
    ) as oldest_report,
    ${pendingReviewsSql()} as review,
    (select count(*)::int from publish_failure) as failures,
    (
      select count(*)::int
      from ban
      where lifted_at is null and end_at between now() and now() + interval '1 day'
    ) as bans_ending`);
const countReportsByKind = statement<{ kind: string; count: number }, Period>(`
  select kind, count(*)::int as count
  from report
  where created_at >= (${FIRST_DAY_SQL})::timestamp at time zone :timeZone
  group by kind
  order by 2 desc, 1`);

export async function readDashboard(
  db: Db,
  timeZone: string,
  period: number,
): Promise<Omit<DashboardWire, 'members' | 'actions'>> {
  const [rows, [queue], reasons] = await Promise.all([
    countByDay(db, { timeZone, period }),
    countWaiting(db),
    countReportsByKind(db, { timeZone, period }),
  ]);
  return {
    days: rows.map((row) => row.day),
    replies: rows.map((row) => row.replies),
    threads: rows.map((row) => row.threads),
    users: rows.map((row) => row.users),
    reports: rows.map((row) => row.reports),
    bans: rows.map((row) => row.bans),
    waiting: queue as DashboardWire['waiting'],
    kinds: reasons,
  };
}

const countForSidebar = statement<Record<string, number>>(`
  select
    ${OPEN_REPORTS_SQL} as reports,
    ${pendingReviewsSql('limit 1000')} as review,
    (select count(*)::int from publish_failure) as publishing,
    (select count(*)::int from job where state in ('waiting', 'running')) as jobs`);

/** Numbers of pending work by name of screen. */
export const readSidebarCounts = async (db: Db): Promise<Record<string, number>> =>
  (await countForSidebar(db))[0] ?? {};
