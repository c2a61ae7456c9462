import { AppError } from '#contracts/errors.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { FavouritesReplyWire, FavouriteWire } from '#contracts/wire/own-content.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import {
  type ThreadWireRow,
  threadWireColumns,
  toThreadListItemWire,
} from '../../content/thread/present.ts';
import { createPresentContext, type PresentContext } from '../../people/present-context.ts';
import { readReferenceData } from '../../reference/reference-data.ts';
import { unreadableForumIdsSql } from '../../shared/forum-access.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isShownSql } from '../../shared/visibility.ts';

interface FavouriteRow extends ThreadWireRow {
  favouriteId: number;
  favouredAt: Date;
}

function toFavouriteWire(
  row: FavouriteRow,
  ownerId: number,
  context: PresentContext,
): FavouriteWire {
  const thread = toThreadListItemWire(row, context);
  const favouredAt = row.favouredAt.toISOString();
  const timeAgo = context.timeAgo(row.favouredAt);
  return {
    id: row.favouriteId,
    oid: row.id,
    idtype: 'tid',
    user_id: ownerId,
    title: thread.subject,
    user: context.users.toWire(ownerId),
    thread,
    forum: context.reference.forums.get(row.forumId) as ForumBriefWire,
    created_at: favouredAt,
    updated_at: favouredAt,
    created_at_desc: timeAgo,
    updated_at_desc: timeAgo,
  };
}

interface Owner {
  userId: number;
  reader: number | null;
}

// Deleted threads and threads that the reader may no longer read aren't listed.
const FROM_VISIBLE_FAVOURITES = `
  from thread_favourite k
  ${joinByKeySql('thread', 't', 'k.thread_id')}
  where k.user_id = :userId
    and ${isShownSql('t')}
    and t.forum_id <> all (${unreadableForumIdsSql(':reader')})`;
const selectFavouritePage = statement<FavouriteRow, Owner & { limit: number; offset: number }>(`
  select ${threadWireColumns}, t.favourite_id as "favouriteId", t.favoured_at as "favouredAt"
  from (
    select t.*, k.id as favourite_id, k.created_at as favoured_at ${FROM_VISIBLE_FAVOURITES}
    order by k.id desc
    limit :limit::int offset :offset::int
  ) t
  order by t.favourite_id desc`);
const selectFavouriteCount = statement<{ count: number; userVersion: string }, Owner>(`
  select (select count(*)::int ${FROM_VISIBLE_FAVOURITES}) as count, u.xmin::text as "userVersion"
  from "user" u
  where u.id = :userId`);

/** A user's favourite threads, the latest first. */
export async function readFavourites(
  reading: ReadContext,
  viewer: Viewer,
  page: number,
  limit: number,
): Promise<FavouritesReplyWire> {
  const { db, timeZone } = reading;
  const owner = { userId: viewer.userId, reader: toReaderGroupId(viewer) };
  const [community, [head], rows] = await Promise.all([
    readReferenceData(db, timeZone),
    selectFavouriteCount(db, owner),
    selectFavouritePage(db, { ...owner, limit, offset: page * limit }),
  ]);
  if (!head) throw new AppError('notFound');
  const context = await createPresentContext(reading, community, [
    ...rows,
    { userId: viewer.userId, userVersion: head.userVersion },
  ]);
  return {
    data: rows.map((row) => toFavouriteWire(row, viewer.userId, context)),
    total_count: head.count,
    total_limit: limit,
    total_offset: page,
  };
}

const selectFavouriteForums = statement<{ id: number }, { userId: number }>(
  `select k.forum_id as id from forum_favourite k where k.user_id = :userId order by k.id desc`,
);

/** A user's favourite forums, the latest first. */
export async function readFavouriteForums(
  { db, timeZone }: ReadContext,
  viewer: Viewer,
): Promise<ForumBriefWire[]> {
  const [community, rows] = await Promise.all([
    readReferenceData(db, timeZone),
    selectFavouriteForums(db, { userId: viewer.userId }),
  ]);
  return rows
    .filter(({ id }) => community.canRead(id, viewer))
    .map(({ id }) => community.forums.get(id) as ForumBriefWire);
}

const selectFavouriteForum = statement<unknown, { userId: number; forumId: number }>(
  `select from forum_favourite where user_id = :userId and forum_id = :forumId`,
);

export async function isFavouriteForum(db: Db, viewer: Viewer, forumId: number): Promise<boolean> {
  return (await selectFavouriteForum(db, { userId: viewer.userId, forumId })).length > 0;
}
