import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { TODAY_SQL } from '../../reference/today-sql.ts';

/*
 * Sessions store only their last use, so activity must be counted each day. No table records which
 * user was active on which day.
 */

interface Zone {
  timeZone: string;
}

/** SQL: the start of a day at the site. */
export const dayBeginSql = (day: string): string =>
  `(${day})::timestamp at time zone :timeZone::text`;
export const MONDAY_SQL = `date_trunc('week', now() at time zone :timeZone::text)::date`;

/**
 * SQL: uses by logged-in members since a moment, restricted by `whose`. Ended sessions left a login
 * or logout in `sign_in`. API tokens don't count.
 */
const usesSql = (since: string, whose = ''): string => `
  select user_id, seen_at as at
  from session
  where seen_at >= ${since} ${whose}
  union all
  select user_id, created_at as at
  from sign_in
  where created_at >= ${since} and event <> 'refused' and user_id is not null ${whose}`;

const saveDay = statement<unknown, Zone>(`
  insert into member_day (day, active_day, active_week, active_month, threads, answered)
  select ${TODAY_SQL}, active.day, active.week, active.month, asked.threads, asked.answered
  from (
    select
      count(*) filter (where at >= ${dayBeginSql(TODAY_SQL)}) as day,
      count(*) filter (where at >= ${dayBeginSql(`${TODAY_SQL} - 6`)}) as week,
      count(*) as month
    from (
      select max(at) as at
      from (${usesSql(dayBeginSql(`${TODAY_SQL} - 29`))}) used
      group by user_id
    ) latest
  ) active
  cross join (
    select
      count(*) as threads,
      count(*) filter (
        where exists (
          select
          from post p
          where p.thread_id = t.id
            and p.floor > 0
            and p.user_id <> t.user_id
            and p.state = 'normal'
            and p.checked
            and p.created_at < t.created_at + interval '1 day'
        )
      ) as answered
    from thread t
    where t.state = 'normal'
      and t.checked
      and t.created_at >= now() - interval '31 days'
      and t.created_at < now() - interval '1 day'
  ) asked
  on conflict (day) do update
  set
    active_day = excluded.active_day,
    active_week = excluded.active_week,
    active_month = excluded.active_month,
    threads = excluded.threads,
    answered = excluded.answered,
    updated_at = now()`);

// A last use this week proves a use this week: the last count of the week is complete.
const saveNewcomers = statement<unknown, Zone>(`
  insert into newcomer_week (week, joined, returned)
  select
    ${MONDAY_SQL} - 7,
    count(*),
    count(*) filter (
      where exists (${usesSql(dayBeginSql(MONDAY_SQL), 'and user_id = u.id')})
    )
  from "user" u
  where u.created_at >= ${dayBeginSql(`${MONDAY_SQL} - 7`)}
    and u.created_at < ${dayBeginSql(MONDAY_SQL)}
  on conflict (week) do update
  set joined = excluded.joined, returned = excluded.returned, updated_at = now()`);

/** Stores today's active members, returning newcomers and answered threads. */
export async function countMembers(db: Db, timeZone: string): Promise<void> {
  await saveDay(db, { timeZone });
  await saveNewcomers(db, { timeZone });
}
