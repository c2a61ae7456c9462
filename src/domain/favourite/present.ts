import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { FavouriteWire } from '#contracts/wire/own-content.ts';
import type { Around } from '../forum/wire-reading.ts';
import { presentListedThread, type ThreadWireRow } from '../thread/present.ts';

export interface FavouriteRow extends ThreadWireRow {
  favouriteId: number;
  favouredAt: Date;
}

/** A thread that somebody keeps; `user` is who keeps it. */
export function presentFavourite(
  row: FavouriteRow,
  ownerId: number,
  around: Around,
): FavouriteWire {
  const thread = presentListedThread(row, around);
  const at = row.favouredAt.toISOString();
  const ago = around.ago(row.favouredAt);
  return {
    id: row.favouriteId,
    oid: row.id,
    idtype: 'tid',
    user_id: ownerId,
    title: thread.subject,
    user: around.people.user(ownerId),
    thread,
    forum: around.community.forums.get(row.forumId) as ForumBriefWire,
    created_at: at,
    updated_at: at,
    created_at_desc: ago,
    updated_at_desc: ago,
  };
}
