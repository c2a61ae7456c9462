import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { FavouriteWire } from '#contracts/wire/own-content.ts';
import type { PresentContext } from '../present-context.ts';
import { type ThreadWireRow, toThreadListItemWire } from '../thread/present.ts';

export interface FavouriteRow extends ThreadWireRow {
  favouriteId: number;
  favouredAt: Date;
}

/** A thread among a user's favourites; `user` is that user. */
export function toFavouriteWire(
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
