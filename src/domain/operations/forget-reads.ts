import { MAX_STORED_READS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

// One row of thread_read_age for all users: the first above the limit.
const deleteOldest = statement<{ deleted: number }>(`
  with removed as (
    delete from thread_read
    using (
      select u.id as reader, old.read_at as limit_at
      from "user" u
      cross join lateral (
        select r.read_at
        from thread_read r
        where r.user_id = u.id
        order by r.read_at desc nulls first
        offset ${MAX_STORED_READS}
        limit 1
      ) old
    ) many
    where user_id = many.reader and read_at <= many.limit_at
    returning 1
  )
  select count(*)::int as deleted
  from removed`);

/** Deletes each user's oldest read positions above the limit. Returns the number. */
export const forgetOldReads = async (db: Db): Promise<number> =>
  (await deleteOldest(db))[0]?.deleted ?? 0;
