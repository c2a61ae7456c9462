import '#styles/thread-list.css';
import type { ThreadRow } from '#contracts/page-model.ts';
import { DesktopThreadRow } from '#islands/components/DesktopThreadRow.tsx';
import { ThreadRows } from '../parts/ThreadRows.tsx';

interface Props {
  threads: ThreadRow[];
  pinned?: ThreadRow[];
  /** In lists of more than one forum. */
  forum?: boolean;
}

export const ThreadList = ({ threads, pinned, forum }: Props) => (
  <ThreadRows
    {...{ threads, pinned, forum }}
    drawRow={(thread, isPinned) => (
      <DesktopThreadRow thread={thread} pinned={isPinned} forum={forum && !isPinned} />
    )}
  />
);
