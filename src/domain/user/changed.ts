import type { Db } from '#db/client.ts';
import { type Runner, runner, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency, WAKE_CHANNEL } from '#publish/touch.ts';
import { SHOWN } from './shown.ts';

const pagesOf = statement<unknown, { userIds: readonly number[] }>(`
  with ${SHOWN},
  added as (
    insert into touched_tag (tag, urgency)
    select tag, ${urgency.counts}
    from shown
  )
  select pg_notify('${WAKE_CHANNEL}', '${urgency.counts}')`);

/**
 * After a person's name, picture, group or level changed: the pages that show it are rendered
 * again, all that they ever wrote on when there is time.
 */
export async function userChanged(on: Db | Runner, userId: number): Promise<void> {
  await touch(on, touches(urgency.list, tag.user(userId), tag.userPage(userId)));
  await pagesOf(runner(on), { userIds: [userId] });
}

const count = statement<
  { pages: number },
  { userIds: readonly number[]; tags: readonly string[] }
>(`
  with ${SHOWN}
  select count(*)::int as pages
  from published_page
  where tags && (
      select array_agg(tag)
      from (select tag from shown union all select unnest(:tags::text[])) every
    )`);

/** How many published pages `userChanged` has rendered again. */
export const pagesOfUser = async (on: Db | Runner, userId: number): Promise<number> =>
  (
    await count(runner(on), { userIds: [userId], tags: [tag.user(userId), tag.userPage(userId)] })
  )[0]?.pages ?? 0;
