import { atom, map } from 'nanostores';
import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import { call } from '../core/api.ts';

/* The reader's bookmarks of posts. What changes them comes when it is used. */

export type Bookmark = Pick<BookmarkWire, 'note' | 'remind_at'>;

/** By the ids of their posts; null once it is removed. */
export const $bookmarks = map<Record<number, Bookmark | null>>({});

/** The post whose bookmark the open dialog changes. */
export const $editedBookmark = atom<number | undefined>(undefined);

/** Loads which of these posts are bookmarked. After a failure they stay unmarked. */
export async function loadBookmarks(postIds: readonly number[]): Promise<void> {
  if (postIds.length === 0) return;
  try {
    const { data } = await call('GET /v2/user/bookmarks', {
      query: { post_ids: postIds.join() },
      quiet: true,
    });
    for (const { post_id, note, remind_at } of data)
      $bookmarks.setKey(post_id, { note, remind_at });
  } catch {
    // a bookmark that isn't known of is found when its menu is used
  }
}
