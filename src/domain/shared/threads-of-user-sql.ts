/**
 * SQL, for `from`: threads of `:userId`, newest first, as `t`. OFFSET blocks pushed-down
 * conditions, which without statistics tempt PostgreSQL to scan a list's whole index.
 */
export const THREADS_OF_USER_SQL = `
  (
    select *
    from thread
    where user_id = :userId
    order by id desc
    offset 0
  ) t`;
