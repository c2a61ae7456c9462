import { cacheTag, floorPageTagSql } from '#publish/outbox/cache-tags.ts';

/**
 * SQL of CTEs: `shown (tag)` has the tags of published pages that show what one of the people
 * `:userIds` wrote. Pages of threads don't carry their authors, whom each reply's touch
 * would have to record again: they are found here.
 */
export const SHOWN_PAGES_CTES = `
  written as (
    select thread_id, floor
    from post
    where user_id = any(:userIds::int[])
    union
    select p.thread_id, p.floor
    from comment c
    join post p on p.id = c.post_id
    where c.user_id = any(:userIds::int[])
  ),
  shown as (
    select distinct
      ${floorPageTagSql('thread_id', 'floor')} as tag
    from written
    union
    select ${cacheTag.threadRow.sql('thread.id')}
    from thread
    where id in (select thread_id from written)
      and (user_id = any(:userIds::int[]) or last_user_id = any(:userIds::int[]))
  )`;
