import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { reminderKeySql, SCHEDULE_REMINDERS_SQL } from '../bookmark/set-bookmark.ts';
import { addJobSql, RATE_SQL } from '../mail/gather.ts';
import { ENQUEUE_STRANDED_EXPORTS_SQL } from '../own-data/order-export.ts';
import {
  BAN_BEGIN_KEY_SQL,
  BAN_END_KEY_SQL,
  SCHEDULE_BAN_BEGINS_SQL,
  SCHEDULE_BAN_ENDS_SQL,
} from '../user/ban-jobs.ts';
import { ENQUEUE_STRANDED_JOBS_SQL } from './create.ts';
import { hasNoJobSql } from './has-no-job-sql.ts';

/*
 * The queue of jobs follows from tables. A backup has the tables and not the queue, and a job whose
 * attempts are used up never runs again. So each minute, and at each start, every row that is due
 * soon gets the job that it lacks. Digests, push messages, polls, closed threads and deletions of
 * accounts need no jobs of their own: schedules and loops read their tables.
 */

/** Minutes ahead for which jobs are added; each look reads only what is due until then. */
const HORIZON_MINUTES = 10;
/** Jobs of one kind that one look adds at most; the next look adds more. */
const MAX_JOBS = 5_000;

/** SQL of the missing jobs of `schedule`, whose rows are due at the column `at`. */
const missingSql = (schedule: string, at: string, key: string): string => `
  ${schedule}
    and ${at} <= now() + interval '${HORIZON_MINUTES} minutes'
    and ${hasNoJobSql(key)}
  order by ${at}`;

/** SQL by kind of job: adds the jobs that rows lack, one row for each job. */
const MISSING_SQL = {
  reminder: missingSql(SCHEDULE_REMINDERS_SQL, 'remind_at', reminderKeySql('bookmark.id')),
  banBegin: missingSql(SCHEDULE_BAN_BEGINS_SQL, 'banned_from', BAN_BEGIN_KEY_SQL),
  banEnd: missingSql(SCHEDULE_BAN_ENDS_SQL, 'banned_until', BAN_END_KEY_SQL),
  // No more wait than are sent in a minute (gather.ts).
  mail: `
    select ${addJobSql('lacking', `now() + lacking.place * interval '1 minute' / ${RATE_SQL}`)}
    from (
      select id, row_number() over (order by id) as place
      from mail
      where state = 'waiting' and ${hasNoJobSql(`format('mail:%s', mail.id)`)}
    ) lacking
    order by place`,
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

/** Adds the jobs that rows need and lack. Returns how many, by kind. */
export async function ensureScheduled(db: Db): Promise<Record<ScheduledKind, number>> {
  const added: Partial<Record<ScheduledKind, number>> = {};
  for (const [kind, addMissing] of ADD_MISSING) added[kind] = (await addMissing(db)).length;
  return added as Record<ScheduledKind, number>;
}
