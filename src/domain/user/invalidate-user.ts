import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import {
  INVALIDATION_CHANNEL,
  invalidate,
  toInvalidations,
  urgency,
} from '#publish/outbox/invalidation.ts';
import { SHOWN_PAGES_CTES } from './shown-pages.ts';

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
