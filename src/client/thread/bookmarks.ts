import { atom, map } from 'nanostores';
import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import { call } from '../core/api.ts';

/* The reader's bookmarks. edit-bookmarks.ts changes them, and is loaded on use. */

export type Bookmark = Pick<BookmarkWire, 'note' | 'remind_at'>;

/** By post id; null if removed. */
export const $bookmarks = map<Record<number, Bookmark | null>>({});

/** The post of the open bookmark dialog. */
export const $editedBookmark = atom<number | undefined>(undefined);

/** After a failure the posts remain unmarked. */
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
    // using the menu finds an existing bookmark
  }
}
