/**
 * SQL, for `from`: the threads of `:userId`, newest first, as `t`. OFFSET keeps further conditions
 * out of it: before the first statistics they would tempt PostgreSQL to walk the whole index of a
 * list instead.
 */
export const THREADS_OF_USER_SQL = `
  (
    select *
    from thread
    where user_id = :userId
    order by id desc
    offset 0
  ) t`;
