import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { WAKE_CHANNEL } from '#publish/touch.ts';
import { readableSql, readerOf, type Viewer } from '../forum/access.ts';

export interface Favoured {
  favourite: boolean;
  count: number;
}

const toggleThread = statement<Favoured>(`
  with target as (
    select t.id
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = $2 and t.state = 'normal' and t.checked and ${readableSql('f', '$3')}
    for update of t
  ),
  gone as (
    delete from thread_favourite
    using target
    where user_id = $1 and thread_id = target.id
    returning 1
  ),
  added as (
    insert into thread_favourite (user_id, thread_id)
    select $1, id
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
    where "user".id = $1
  ),
  touched as (
    insert into touched_tag (tag, urgency)
    select format('t:%s:n', id), 4
    from changed
  )
  select
    exists (select from added) as favourite,
    favourites_cnt as count,
    pg_notify('${WAKE_CHANNEL}', '4')
  from changed`);

const toggleForum = statement<Favoured>(`
  with target as (
    select f.id
    from forum f
    where f.id = $2 and ${readableSql('f', '$3')}
    for update
  ),
  gone as (
    delete from forum_favourite
    using target
    where user_id = $1 and forum_id = target.id
    returning 1
  ),
  added as (
    insert into forum_favourite (user_id, forum_id)
    select $1, id
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
    pg_notify('${WAKE_CHANNEL}', '4')
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
): Promise<Favoured> {
  const [result] = await (kind === 'thread' ? toggleThread : toggleForum)(db, [
    viewer.userId,
    id,
    readerOf(viewer),
  ]);
  if (!result) throw new AppError('notFound');
  return { favourite: result.favourite, count: result.count };
}

const favouriteThreads = statement<{ id: number }>(
  `select thread_id as id from thread_favourite where user_id = $1 and thread_id = any($2::int[])`,
);

/** Which of these threads are among the user's favourites. */
export async function favouritesAmong(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<number[]> {
  return (await favouriteThreads(db, [userId, ids])).map((row) => row.id);
}
