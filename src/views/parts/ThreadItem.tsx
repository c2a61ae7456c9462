import type { ReactNode } from 'react';
import type { ThreadRow } from '#contracts/page-model.ts';

interface Props {
  thread: ThreadRow;
  pinned?: boolean;
  /** In lists of more than one forum. */
  forum?: boolean;
  children: ReactNode;
}

/* A thread's place in a published list, in which islands look for what the reader has muted. */
export const ThreadItem = ({ thread, pinned, forum, children }: Props) => (
  <li
    className={pinned ? 'row pinned' : 'row'}
    data-thread={thread.id}
    data-forum={forum ? thread.forum.id : undefined}
    data-author={thread.author.id}
  >
    {children}
  </li>
);
