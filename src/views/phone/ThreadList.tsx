import '#styles/phone/thread-list.css';
import type { Paged, ThreadRow as Row } from '#contracts/page-model.ts';
import { PhoneThreadRow } from '#islands/components/PhoneThreadRow.tsx';
import { ThreadItem } from '../parts/ThreadItem.tsx';
import { PrevNext } from './PrevNext.tsx';

interface Props {
  threads: Paged<Row>;
  pinned?: Row[];
  /** In lists of more than one forum. */
  forum?: boolean;
  /** In lists of one author. */
  own?: boolean;
  /** In orders by publication. */
  posted?: boolean;
  href: (page: number) => string;
}

export function ThreadList({
  threads,
  pinned = [],
  forum = false,
  own = false,
  posted = false,
  href,
}: Props) {
  return (
    <>
      <ul className="rows" data-more="rows">
        {pinned.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} pinned>
            <PhoneThreadRow thread={thread} pinned />
          </ThreadItem>
        ))}
        {threads.items.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} forum={forum}>
            <PhoneThreadRow thread={thread} forum={forum} own={own} posted={posted} />
          </ThreadItem>
        ))}
      </ul>
      <PrevNext page={threads.page} pages={threads.pages} href={href} />
    </>
  );
}
