import type { DashboardWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { TODAY_SQL } from '../../reference/today-sql.ts';
import { dayBeginSql, MONDAY_SQL } from './count-members.ts';

/** Weeks of newcomers on the dashboard. */
const MAX_WEEKS = 6;

type Members = DashboardWire['members'];

const selectDay = statement<NonNullable<Members['counted']>, { timeZone: string }>(`
  select
    ${isoSql('updated_at')} as at,
    case when day = ${TODAY_SQL} then active_day end as active_day,
    active_week,
    active_month,
    threads,
    answered
  from member_day
  where day >= ${TODAY_SQL} - 1
  order by day desc
  limit 1`);

// Omits weeks whose following week had no run of the job on its last day.
const selectWeeks = statement<Members['newcomers'][number], { timeZone: string; limit: number }>(`
  select to_char(week, 'YYYY-MM-DD') as week, joined, returned
  from newcomer_week
  where week <= ${MONDAY_SQL} - 14 and updated_at >= ${dayBeginSql('week + 13')}
  order by week desc
  limit :limit::int`);

/** Figures stored by countMembers: of today or yesterday, and of the last weeks. */
export async function readMembers(db: Db, timeZone: string): Promise<Members> {
  const [[counted = null], newcomers] = await Promise.all([
    selectDay(db, { timeZone }),
    selectWeeks(db, { timeZone, limit: MAX_WEEKS }),
  ]);
  return { counted, newcomers };
}
