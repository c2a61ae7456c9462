import { AppError } from '#contracts/errors.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../shared/viewer.ts';
import { isReadableThreadSql } from '../shared/visibility.ts';

interface ReadThread {
  id: number;
  /** The last read floor; 0 is the first post. */
  floor: number;
}

interface MarkParams {
  userId: number;
  reader: number | null;
  ids: readonly number[];
  floors: readonly number[];
}

/** Stores read positions; `floor`: SQL of the new value for an existing row. */
const upsertRead = (floor: string) =>
  statement<{ id: number }, MarkParams>(`
    insert into thread_read (user_id, thread_id, floor)
    select :userId, t.id, least(seen.floor, t.last_floor)
    from (
      select given.id, max(given.floor) as floor
      from unnest(:ids::int[], :floors::int[]) as given(id, floor)
      group by given.id
    ) seen
    ${joinByKeySql('thread', 't', 'seen.id')}
    ${joinByKeySql('forum', 'f', 't.forum_id')}
    where ${isReadableThreadSql('t', 'f', ':reader')}
    order by t.id
    on conflict (user_id, thread_id) do update set floor = ${floor}, read_at = now()
    returning thread_id as id`);
const advanceRead = upsertRead('greatest(thread_read.floor, excluded.floor)');
const setRead = upsertRead('excluded.floor');

const toParams = (viewer: Viewer, threads: readonly ReadThread[]): MarkParams => ({
  userId: viewer.userId,
  reader: toReaderGroupId(viewer),
  ids: threads.map(({ id }) => id),
  floors: threads.map(({ floor }) => floor),
});

/** Advances read positions, never back. Skips unreadable threads. */
export async function markRead(
  db: Db,
  viewer: Viewer,
  threads: readonly ReadThread[],
): Promise<void> {
  await advanceRead(db, toParams(viewer, threads));
}

const deleteRead = statement<unknown, { userId: number; threadId: number }>(
  `delete from thread_read where user_id = :userId and thread_id = :threadId`,
);

/** Makes a thread unread from a floor, or (null) as never opened. Throws notFound. */
export async function markUnread(
  db: Db,
  viewer: Viewer,
  threadId: number,
  floor: number | null,
): Promise<void> {
  if (floor === null) {
    await deleteRead(db, { userId: viewer.userId, threadId });
    return;
  }
  const read = { id: threadId, floor: Math.max(floor - 1, 0) };
  if ((await setRead(db, toParams(viewer, [read]))).length === 0) throw new AppError('notFound');
}

interface Replaced {
  before: Date | null;
}

// The subquery reads the row before the update.
const markAll = statement<Replaced, { userId: number; before: Date }>(`
  update "user"
  set read_before = :before
  where id = :userId
  returning (select old.read_before from "user" old where old.id = :userId) as before`);
const markForum = statement<
  Replaced,
  { userId: number; forumId: number; before: Date; reader: number | null }
>(`
  insert into forum_read (user_id, forum_id, read_before)
  select :userId, f.id, :before
  from forum f
  where f.id = :forumId and ${forumReadableSql('f', ':reader')}
  on conflict (user_id, forum_id) do update set read_before = excluded.read_before
  returning (
    select old.read_before
    from forum_read old
    where old.user_id = :userId and old.forum_id = :forumId
  ) as before`);

interface Age {
  forumId?: number | undefined;
  /** Older content counts as read; null: none. Defaults to now, also the maximum. */
  before?: string | null | undefined;
}

/** Marks older content as read. Returns the previous time, or null. Throws notFound (forum). */
export async function markAllRead(
  db: Db,
  viewer: Viewer,
  { forumId, before }: Age,
): Promise<string | null> {
  const { userId } = viewer;
  const now = Date.now();
  const given = before === null ? 0 : new Date(before ?? now).getTime();
  const until = new Date(Math.min(given, now));
  const [replaced] =
    forumId === undefined
      ? await markAll(db, { userId, before: until })
      : await markForum(db, { userId, forumId, before: until, reader: toReaderGroupId(viewer) });
  if (!replaced) throw new AppError('notFound');
  return replaced.before?.toISOString() ?? null;
}
