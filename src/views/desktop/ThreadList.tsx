import '#styles/thread-list.css';
import type { Lang } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import { DesktopThreadRow } from '#islands/components/DesktopThreadRow.tsx';
import { ThreadRows } from '../parts/ThreadRows.tsx';

interface Props {
  threads: ThreadRow[];
  pinned?: ThreadRow[];
  /** In lists of several forums. */
  forum?: boolean;
  /** Of a list by language. */
  beginsIn?: Lang | undefined;
}

export const ThreadList = ({ threads, pinned, forum, beginsIn }: Props) => (
  <ThreadRows
    {...{ threads, pinned, forum, beginsIn }}
    drawRow={(thread, isPinned) => (
      <DesktopThreadRow thread={thread} pinned={isPinned} forum={forum && !isPinned} />
    )}
  />
);
