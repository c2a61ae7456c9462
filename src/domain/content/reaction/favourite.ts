import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { invalidateCountsSql, LOCK_THREAD, type ToggleParams, toggleSql } from './toggle-sql.ts';

export interface FavouriteResult {
  favourite: boolean;
  count: number;
}

const UPDATE_THREAD = `
  update thread
  set favourites_cnt = favourites_cnt + step.by
  from step, target
  where thread.id = target.id
  returning thread.id, favourites_cnt`;
const UPDATE_USER = `
  update "user"
  set favourites_cnt = "user".favourites_cnt + step.by
  from step, target
  where "user".id = :userId`;

const toggleThreadFavourite = statement<FavouriteResult, ToggleParams>(
  toggleSql({
    table: 'thread_favourite',
    column: 'thread_id',
    lockTarget: LOCK_THREAD,
    effects: {
      changed: UPDATE_THREAD,
      owner: UPDATE_USER,
      touched: invalidateCountsSql(cacheTag.threadCounts.sql('id')),
    },
    state: 'favourite',
    counter: 'favourites_cnt',
  }),
);

const LOCK_FORUM = `
  select f.id
  from forum f
  where f.id = :id and ${forumReadableSql('f', ':reader')}
  for update`;
const UPDATE_FORUM = `
  update forum
  set favourites_cnt = favourites_cnt + step.by
  from step, target
  where forum.id = target.id
  returning forum.id, favourites_cnt`;

const toggleForumFavourite = statement<FavouriteResult, ToggleParams>(
  toggleSql({
    table: 'forum_favourite',
    column: 'forum_id',
    lockTarget: LOCK_FORUM,
    effects: { changed: UPDATE_FORUM, touched: invalidateCountsSql(cacheTag.forum.sql('id')) },
    state: 'favourite',
    counter: 'favourites_cnt',
  }),
);

/** Adds or removes a favourite. Throws notFound, also for unreadable targets. */
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

export async function filterFavouriteThreads(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<number[]> {
  return (await selectFavouriteThreads(db, { userId, threadIds: ids })).map((row) => row.id);
}
