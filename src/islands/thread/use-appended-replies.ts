import { useEffect, useState } from 'react';
import { hasMemberCookie } from '#stores/client/page-info.ts';
import { initReaction, loadOwnReactions } from '#stores/thread/reactions.ts';
import {
  type PublishedReply,
  type PublishedThread,
  readLastPage,
  readReplies,
} from './published-page.ts';

/**
 * Numbers of replies as they were published. Which marks are the reader's is asked before the first
 * click can come.
 */
export function seedReplyReactions(replies: readonly PublishedReply[]): void {
  for (const reply of replies) initReaction('like-post', reply.id, reply.likes);
  if (hasMemberCookie())
    loadOwnReactions('like-post', [...new Set(replies.map((reply) => reply.id))]);
}

interface AppendedReplies {
  replies: PublishedReply[];
  page: number;
}

/**
 * The replies of later pages that join the published one, and the last of these pages (R4). Those
 * that are there stay as they are.
 */
export function useAppendedReplies(published: PublishedThread): AppendedReplies {
  const [appended, setAppended] = useState<AppendedReplies>({ replies: [], page: published.page });
  useEffect(() => {
    const known = new Set<Element>(published.replies.map(({ article }) => article));
    const readAppended = (): void => {
      const added = readReplies().filter(({ article }) => !known.has(article));
      for (const { article } of added) known.add(article);
      seedReplyReactions(added);
      setAppended(({ replies }) => ({
        replies: [...replies, ...added],
        page: readLastPage(published),
      }));
    };
    readAppended(); // what joined while this was being fetched
    document.addEventListener('more', readAppended);
    return () => document.removeEventListener('more', readAppended);
  }, [published]);
  return appended;
}
