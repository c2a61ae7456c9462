import { useEffect, useState } from 'react';
import { seemsMember } from '#stores/page.ts';
import { learn, seed } from '#stores/reactions.ts';
import { lastPage, type Published, type PublishedReply, readReplies } from './published.ts';

/**
 * Numbers of replies as they were published. Which marks are the reader's is asked before the first
 * click can come.
 */
export function beginReplies(replies: readonly PublishedReply[]): void {
  for (const reply of replies) seed('like-post', reply.id, reply.likes);
  if (seemsMember()) learn('like-post', [...new Set(replies.map((reply) => reply.id))]);
}

interface Joined {
  replies: PublishedReply[];
  page: number;
}

/**
 * The replies of later pages that join the published one, and the last of these pages (R4). Those
 * that are there stay as they are.
 */
export function useJoined(published: Published): Joined {
  const [joined, setJoined] = useState<Joined>({ replies: [], page: published.page });
  useEffect(() => {
    const known = new Set<Element>(published.replies.map(({ article }) => article));
    const take = (): void => {
      const added = readReplies().filter(({ article }) => !known.has(article));
      for (const { article } of added) known.add(article);
      beginReplies(added);
      setJoined(({ replies }) => ({ replies: [...replies, ...added], page: lastPage(published) }));
    };
    take(); // what joined while this was being fetched
    document.addEventListener('more', take);
    return () => document.removeEventListener('more', take);
  }, [published]);
  return joined;
}
