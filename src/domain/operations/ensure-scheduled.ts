import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { addJobSql, RATE_SQL } from '../delivery/mail/gather.ts';
import { ENQUEUE_STRANDED_JOBS_SQL } from '../jobs/create.ts';
import { hasNoJobSql } from '../jobs/has-no-job-sql.ts';
import { ENQUEUE_STRANDED_EXPORTS_SQL } from '../own-data/order-export.ts';
import {
  BAN_BEGIN_KEY_SQL,
  BAN_END_KEY_SQL,
  SCHEDULE_BAN_BEGINS_SQL,
  SCHEDULE_BAN_ENDS_SQL,
} from '../people/ban-jobs.ts';
import { reminderKeySql, SCHEDULE_REMINDERS_SQL } from '../reading/bookmark/set-bookmark.ts';

/*
 * Tables are the source of the job queue: backups omit the queue, and a job without attempts left
 * never runs. So each minute, and at each start, every row due soon gets its missing job. Other
 * features need none: schedules and loops read their tables.
 */

/** Minutes ahead for which jobs are added; a run reads only rows due until then. */
const HORIZON_MINUTES = 10;
/** Maximum jobs per kind and run. */
const MAX_JOBS = 5_000;

/** SQL: missing jobs of `schedule`, whose rows are due at column `at`. */
const missingSql = (schedule: string, at: string, key: string): string => `
  ${schedule}
    and ${at} <= now() + interval '${HORIZON_MINUTES} minutes'
    and ${hasNoJobSql(key)}
  order by ${at}`;

/** SQL by kind: adds missing jobs, one row each. */
const MISSING_SQL = {
  reminder: missingSql(SCHEDULE_REMINDERS_SQL, 'remind_at', reminderKeySql('bookmark.id')),
  banBegin: missingSql(SCHEDULE_BAN_BEGINS_SQL, 'banned_from', BAN_BEGIN_KEY_SQL),
  banEnd: missingSql(SCHEDULE_BAN_ENDS_SQL, 'banned_until', BAN_END_KEY_SQL),
  // Pending emails never exceed a minute's rate (gather.ts).
  mail: `
    select ${addJobSql('lacking', `now() + lacking.number * interval '1 minute' / ${RATE_SQL}`)}
    from (
      select id, row_number() over (order by id) as number
      from mail
      where state = 'waiting' and ${hasNoJobSql(`format('mail:%s', mail.id)`)}
    ) lacking
    order by number`,
  export: ENQUEUE_STRANDED_EXPORTS_SQL,
  job: ENQUEUE_STRANDED_JOBS_SQL,
};
type ScheduledKind = keyof typeof MISSING_SQL;

const ADD_MISSING = Object.entries(MISSING_SQL).map(
  ([kind, sql]) =>
    [
      kind as ScheduledKind,
      statement<unknown>(`${sql} limit ${MAX_JOBS}`, `ensureScheduled.${kind}`),
    ] as const,
);

/** Adds missing jobs. Returns their number by kind. */
export async function ensureScheduled(db: Db): Promise<Record<ScheduledKind, number>> {
  const added: Partial<Record<ScheduledKind, number>> = {};
  for (const [kind, addMissing] of ADD_MISSING) added[kind] = (await addMissing(db)).length;
  return added as Record<ScheduledKind, number>;
}
