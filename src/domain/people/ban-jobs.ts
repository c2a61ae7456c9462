/* Jobs at the start and end of bans (R29). They read the current ban from the user's row. */

/** The task that applies a ban to published pages. */
export const BAN_TASK = 'ban';

export const BAN_BEGIN_KEY_SQL = `format('ban:%s:begin', "user".id)`;
export const BAN_END_KEY_SQL = `format('ban:%s:end', "user".id)`;

const scheduleSql = (at: string, key: string): string => `
  select graphile_worker.add_job(
    '${BAN_TASK}',
    json_build_object('user', id),
    run_at => ${at},
    job_key => ${key}
  )
  from "user"`;
/** SQL: schedules jobs for bans that start later. */
export const SCHEDULE_BAN_BEGINS_SQL = `
  ${scheduleSql('banned_from', BAN_BEGIN_KEY_SQL)}
  where banned_from > now()`;
/** SQL: schedules jobs for the ends of bans. */
export const SCHEDULE_BAN_ENDS_SQL = `
  ${scheduleSql('banned_until', BAN_END_KEY_SQL)}
  where banned_until < 'infinity'`;
