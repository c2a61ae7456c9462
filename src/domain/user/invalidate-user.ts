import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';
import { cacheTag, floorPageTagSql } from '#publish/outbox/cache-tags.ts';
import {
  INVALIDATION_CHANNEL,
  invalidate,
  toInvalidations,
  urgency,
} from '#publish/outbox/invalidation.ts';

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

const insertPageInvalidations = statement<unknown, { userIds: readonly number[] }>(`
  with ${SHOWN_PAGES_CTES},
  added as (
    insert into touched_tag (tag, urgency)
    select tag, ${urgency.counts}
    from shown
  )
  select notify_after_commit('${INVALIDATION_CHANNEL}', '${urgency.counts}')`);

/**
 * After a person's name, picture, group or level changed: the pages that show it are rendered
 * again, all that they ever wrote on when there is time.
 */
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

/** How many published pages `invalidateUser` has rendered again. */
export const countPagesOfUser = async (on: Db | Runner, userId: number): Promise<number> =>
  (
    await countPages(toRunner(on), {
      userIds: [userId],
      tags: [cacheTag.user(userId), cacheTag.userPage(userId)],
    })
  )[0]?.pages ?? 0;
