import { useEffect, useState } from 'react';
import { hasMemberCookie } from '#client/core/page-info.ts';
import { loadBookmarks } from '#client/thread/bookmarks.ts';
import { hasReaction, initReaction, loadOwnReactions } from '#client/thread/reactions.ts';
import {
  type PublishedReply,
  type PublishedThread,
  readLastPage,
  readReplies,
} from './published-page.ts';

/** Comments with at least one like, which may be the reader's. */
const getLikedCommentIds = (replies: readonly PublishedReply[]): number[] => [
  ...new Set(
    replies.flatMap(({ comments }) =>
      comments.filter(({ likesCnt }) => likesCnt > 0).map(({ id }) => id),
    ),
  ),
];

/**
 * Initializes the counts. The reader's reactions load before the first click, and bookmarks at
 * once; known ids are skipped.
 */
export function seedReplies(
  replies: readonly PublishedReply[],
  otherPosts: readonly number[] = [],
): void {
  const ids = [...new Set(replies.map(({ id }) => id))].filter(
    (id) => !hasReaction('like-post', id),
  );
  for (const reply of replies) initReaction('like-post', reply.id, reply.likes);
  if (!hasMemberCookie()) return;
  loadOwnReactions('like-post', ids);
  loadOwnReactions('like-comment', getLikedCommentIds(replies));
  void loadBookmarks([...otherPosts, ...ids]);
}

type ShownReplies = Pick<PublishedThread, 'replies' | 'page'>;

/**
 * The replies of the page and appended pages, and the number of the last page (R4). Unchanged
 * replies stay the same objects.
 */
export function useShownReplies(published: PublishedThread): ShownReplies {
  const [shown, setShown] = useState<ShownReplies>(published);
  useEffect(() => {
    const known = new Set<Element>(published.replies.map(({ article }) => article));
    const readAdded = (): void => {
      const added = readReplies().filter(({ article }) => !known.has(article));
      for (const { article } of added) known.add(article);
      seedReplies(added);
      const addedKeys = new Set(added.map(({ key }) => key));
      setShown(({ replies }) => ({
        replies: [...replies.filter(({ key }) => !addedKeys.has(key)), ...added],
        page: readLastPage(published),
      }));
    };
    readAdded(); // replies that joined the page during the import
    document.addEventListener('more', readAdded);
    return () => document.removeEventListener('more', readAdded);
  }, [published]);
  return shown;
}
