import '#styles/phone/thread-list.css';
import type { Lang } from '#contracts/language.ts';
import type { Paged, ThreadRow as Row } from '#contracts/page-model.ts';
import { PhoneThreadRow } from '#islands/components/PhoneThreadRow.tsx';
import { ThreadRows } from '../parts/ThreadRows.tsx';
import { PrevNext } from './PrevNext.tsx';

interface Props {
  threads: Paged<Row>;
  pinned?: Row[];
  /** In lists of several forums. */
  forum?: boolean;
  /** In lists of one author. */
  own?: boolean;
  /** In orders by publication. */
  posted?: boolean;
  /** Of a list by language. */
  beginsIn?: Lang | null | undefined;
  href: (page: number) => string;
}

export function ThreadList({ threads, pinned, forum, own, posted, beginsIn, href }: Props) {
  return (
    <>
      <ThreadRows
        {...{ threads: threads.items, pinned, forum, beginsIn }}
        grows
        variant={[own, posted].join()}
        drawRow={(thread, isPinned) => (
          <PhoneThreadRow
            {...{ thread, own, posted }}
            pinned={isPinned}
            forum={forum && !isPinned}
          />
        )}
      />
      <PrevNext page={threads.page} pages={threads.pages} href={href} />
    </>
  );
}
