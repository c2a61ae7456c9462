import '#styles/thread-list.css';
import type { ThreadRow } from '#contracts/page-model.ts';
import { DesktopThreadRow } from '#islands/components/DesktopThreadRow.tsx';
import { ThreadItem } from '../parts/ThreadItem.tsx';

interface Props {
  threads: ThreadRow[];
  pinned?: ThreadRow[];
  /** In lists of more than one forum. */
  forum?: boolean;
}

export function ThreadList({ threads, pinned = [], forum = false }: Props) {
  return (
    <ul className="rows">
      {pinned.map((thread) => (
        <ThreadItem key={thread.id} thread={thread} pinned>
          <DesktopThreadRow thread={thread} pinned />
        </ThreadItem>
      ))}
      {threads.map((thread) => (
        <ThreadItem key={thread.id} thread={thread} forum={forum}>
          <DesktopThreadRow thread={thread} forum={forum} />
        </ThreadItem>
      ))}
    </ul>
  );
}
