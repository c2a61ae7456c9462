/** Minutes after which the process of a row's job counts as dead. */
const LOCK_MINUTES = 15;

/**
 * SQL: whether no job with this key (an expression) will run: none exists, or its attempts are used
 * up, or its process died.
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
