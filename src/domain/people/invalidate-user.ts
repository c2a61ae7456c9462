import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';
import { cacheTag, floorPageTagSql } from '#outbox/cache-tags.ts';
import {
  INVALIDATION_CHANNEL,
  invalidate,
  toInvalidations,
  urgency,
} from '#outbox/invalidation.ts';

/**
 * SQL, CTEs: `shown (tag)` has the tags of pages with content of `:userIds`. Thread pages don't
 * carry author tags, because each reply would have to record them again.
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

const insertPageInvalidations = statement<unknown, { userIds: readonly number[] }>(`
  with ${SHOWN_PAGES_CTES},
  added as (
    insert into invalidation (tag, urgency)
    select tag, ${urgency.counts}
    from shown
  )
  select notify_after_commit('${INVALIDATION_CHANNEL}', '${urgency.counts}')`);

/** The user's own pages follow soon, all pages with their content at low priority. */
export async function invalidateUser(on: Db | Runner, userId: number): Promise<void> {
  await invalidate(
    on,
    toInvalidations(urgency.list, cacheTag.user(userId), cacheTag.userPage(userId)),
  );
  await insertPageInvalidations(toRunner(on), { userIds: [userId] });
}

const countPages = statement<
  { pages: number },
  { userIds: readonly number[]; tags: readonly string[] }
>(`
  with ${SHOWN_PAGES_CTES}
  select count(*)::int as pages
  from published_page
  where tags && (
      select array_agg(tag)
      from (select tag from shown union all select unnest(:tags::text[])) every
    )`);

/** Number of published pages that `invalidateUser` re-renders. */
export const countPagesOfUser = async (on: Db | Runner, userId: number): Promise<number> =>
  (
    await countPages(toRunner(on), {
      userIds: [userId],
      tags: [cacheTag.user(userId), cacheTag.userPage(userId)],
    })
  )[0]?.pages ?? 0;
