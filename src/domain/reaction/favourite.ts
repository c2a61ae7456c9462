import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { INVALIDATION_CHANNEL } from '#publish/invalidation.ts';
import { forumReadableSql } from '../forum/access.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';

export interface FavouriteResult {
  favourite: boolean;
  count: number;
}

interface ToggleParams {
  userId: number;
  /** Of the thread, the reply or the forum. */
  id: number;
  reader: number | null;
}

const toggleThreadFavourite = statement<FavouriteResult, ToggleParams>(`
  with target as (
    select t.id
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :id and t.state = 'normal' and t.checked and ${forumReadableSql('f', ':reader')}
    for update of t
  ),
  gone as (
    delete from thread_favourite
    using target
    where user_id = :userId and thread_id = target.id
    returning 1
  ),
  added as (
    insert into thread_favourite (user_id, thread_id)
    select :userId, id
    from target
    where not exists (select from gone)
    on conflict do nothing
    returning 1
  ),
  step as materialized (
    select (select count(*) from added)::int - (select count(*) from gone)::int as by
  ),
  changed as (
    update thread
    set favourites_cnt = favourites_cnt + step.by
    from step, target
    where thread.id = target.id
    returning thread.id, favourites_cnt
  ),
  owner as (
    update "user"
    set favourites_cnt = "user".favourites_cnt + step.by
    from step, target
    where "user".id = :userId
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select format('t:%s:n', id), 4
    from changed
  )
  select
    exists (select from added) as favourite,
    favourites_cnt as count,
    pg_notify('${INVALIDATION_CHANNEL}', '4')
  from changed`);

const toggleForumFavourite = statement<FavouriteResult, ToggleParams>(`
  with target as (
    select f.id
    from forum f
    where f.id = :id and ${forumReadableSql('f', ':reader')}
    for update
  ),
  gone as (
    delete from forum_favourite
    using target
    where user_id = :userId and forum_id = target.id
    returning 1
  ),
  added as (
    insert into forum_favourite (user_id, forum_id)
    select :userId, id
    from target
    where not exists (select from gone)
    on conflict do nothing
    returning 1
  ),
  step as materialized (
    select (select count(*) from added)::int - (select count(*) from gone)::int as by
  ),
  changed as (
    update forum
    set favourites_cnt = favourites_cnt + step.by
    from step, target
    where forum.id = target.id
    returning forum.id, favourites_cnt
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select format('f:%s', id), 4
    from changed
  )
  select
    exists (select from added) as favourite,
    favourites_cnt as count,
    pg_notify('${INVALIDATION_CHANNEL}', '4')
  from changed`);

/**
 * Keeps a thread or a forum among one's favourites, or takes it out. Throws notFound, also for what
 * the viewer may not read.
 */
export async function toggleFavourite(
  db: Db,
  viewer: Viewer,
  kind: 'thread' | 'forum',
  id: number,
): Promise<FavouriteResult> {
  const [result] = await (kind === 'thread' ? toggleThreadFavourite : toggleForumFavourite)(db, {
    userId: viewer.userId,
    id,
    reader: toReaderGroupId(viewer),
  });
  if (!result) throw new AppError('notFound');
  return { favourite: result.favourite, count: result.count };
}

const selectFavouriteThreads = statement<
  { id: number },
  { userId: number; threadIds: readonly number[] }
>(
  `
    select thread_id as id
    from thread_favourite
    where user_id = :userId and thread_id = any(:threadIds::int[])`,
);

/** Which of these threads are among the user's favourites. */
export async function filterFavouriteThreads(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<number[]> {
  return (await selectFavouriteThreads(db, { userId, threadIds: ids })).map((row) => row.id);
}
