import type { BookmarkWire } from '#contracts/wire/bookmark.ts';
import { type ContentPage, MY_CONTENT_PER_PAGE } from '../account/my-content.ts';
import { call } from '../core/api.ts';
import { showErrorToast, showToast } from '../core/toasts.ts';
import { $bookmarks, $editedBookmark, type Bookmark } from './bookmarks.ts';

/** Omitted fields remain unchanged. Throws Failure. */
export async function saveBookmark(postId: number, change: Partial<Bookmark>): Promise<void> {
  const { data } = await call('POST /v2/user/bookmark', { body: { post_id: postId, ...change } });
  $bookmarks.setKey(postId, { note: data.note, remind_at: data.remind_at });
}

/** Adds optimistically; reverts if the server refuses. */
export async function addBookmark(postId: number): Promise<void> {
  $bookmarks.setKey(postId, { note: '', remind_at: null });
  try {
    await saveBookmark(postId, {});
    showToast({
      key: 'bookmark.added',
      action: { key: 'bookmark.addMore', run: () => $editedBookmark.set(postId) },
    });
  } catch (error) {
    $bookmarks.setKey(postId, null);
    showErrorToast(error);
  }
}

/** Throws Failure. */
export async function removeBookmark(postId: number): Promise<void> {
  await call('DELETE /v2/user/bookmark', { query: { post_id: postId } });
  $bookmarks.setKey(postId, null);
}

export interface BookmarkQuery {
  keyword: string;
  onlyReminders: boolean;
  /** From 1. */
  page: number;
}

/** Throws Failure. */
export async function listBookmarks(wanted: BookmarkQuery): Promise<ContentPage<BookmarkWire>> {
  const { data, total_count } = await call('GET /v2/user/bookmarks', {
    query: {
      keyword: wanted.keyword || undefined,
      reminders: wanted.onlyReminders ? '1' : '0',
      offset: wanted.page - 1,
      limit: MY_CONTENT_PER_PAGE,
    },
  });
  for (const { post_id, note, remind_at } of data) $bookmarks.setKey(post_id, { note, remind_at });
  return { items: data, total: total_count };
}
