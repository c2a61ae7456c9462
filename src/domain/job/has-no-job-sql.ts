/** Minutes after which the process that runs a job of one row is taken for dead. */
const LOCK_MINUTES = 15;

/**
 * SQL: whether no job with this key, an expression, will run. None does if there is none, if its
 * attempts are used up, or if its process has died.
 */
export const hasNoJobSql = (key: string): string => `
  not exists (
    select
    from graphile_worker.jobs queued
    where queued.key = ${key}
      and case
        when queued.locked_at is null then queued.attempts < queued.max_attempts
        else queued.locked_at > now() - interval '${LOCK_MINUTES} minutes'
      end
  )`;
