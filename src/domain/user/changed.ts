import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { type Runner, runner, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency, WAKE_CHANNEL } from '#publish/touch.ts';

// Pages of threads don't carry their authors, whom each reply's touch would have to record again: they are found here.
const WRITTEN = `
  written as (
    select thread_id, floor from post where user_id = $1
    union select p.thread_id, p.floor from comment c join post p on p.id = c.post_id where c.user_id = $1
  ), shown as (
    select distinct format('t:%s:p%s', thread_id, greatest(1, ceil(floor / ${REPLIES_PER_PAGE}.0)::int)) as tag from written
    union select format('r:%s', thread.id) from thread where id in (select thread_id from written) and $1 in (user_id, last_user_id)
  )`;
const pagesOf = statement<unknown>(`
  with ${WRITTEN}, added as (insert into touched_tag (tag, urgency) select tag, ${urgency.counts} from shown)
  select pg_notify('${WAKE_CHANNEL}', '${urgency.counts}')`);

/** After a person's name, picture, group or level changed: the pages that show it are rendered again, all that they ever wrote on when there is time. */
export async function userChanged(on: Db | Runner, userId: number): Promise<void> {
  await touch(on, touches(urgency.list, tag.user(userId), tag.userPage(userId)));
  await pagesOf(runner(on), [userId]);
}

const count = statement<{ pages: number }>(`
  with ${WRITTEN} select count(*)::int as pages from published_page where tags && (select array_agg(tag) from (select tag from shown union all select unnest($2::text[])) every)`);

/** How many published pages `userChanged` has rendered again. */
export const pagesOfUser = async (on: Db | Runner, userId: number): Promise<number> => (await count(runner(on), [userId, [tag.user(userId), tag.userPage(userId)]]))[0]?.pages ?? 0;
