import { useEffect, useState } from 'react';
import { hasMemberCookie } from '#stores/client/page-info.ts';
import { loadBookmarks } from '#stores/thread/bookmarks.ts';
import { initReaction, loadOwnReactions } from '#stores/thread/reactions.ts';
import {
  type PublishedReply,
  type PublishedThread,
  readLastPage,
  readReplies,
} from './published-page.ts';

/**
 * Initializes the counts of published replies. The reader's own reactions are loaded before the
 * first click, and the bookmarks of these and of `otherPosts`.
 */
export function seedReplies(
  replies: readonly PublishedReply[],
  otherPosts: readonly number[] = [],
): void {
  for (const reply of replies) initReaction('like-post', reply.id, reply.likes);
  if (!hasMemberCookie()) return;
  const ids = [...new Set(replies.map((reply) => reply.id))];
  loadOwnReactions('like-post', ids);
  void loadBookmarks([...otherPosts, ...ids]);
}

interface AppendedReplies {
  replies: PublishedReply[];
  page: number;
}

/**
 * The replies of appended pages, and the number of the last of these pages (R4). Replies that are
 * there already stay the same objects.
 */
export function useAppendedReplies(published: PublishedThread): AppendedReplies {
  const [appended, setAppended] = useState<AppendedReplies>({ replies: [], page: published.page });
  useEffect(() => {
    const known = new Set<Element>(published.replies.map(({ article }) => article));
    const readAppended = (): void => {
      const added = readReplies().filter(({ article }) => !known.has(article));
      for (const { article } of added) known.add(article);
      seedReplies(added);
      setAppended(({ replies }) => ({
        replies: [...replies, ...added],
        page: readLastPage(published),
      }));
    };
    readAppended(); // pages that were appended while this was loading
    document.addEventListener('more', readAppended);
    return () => document.removeEventListener('more', readAppended);
  }, [published]);
  return appended;
}
