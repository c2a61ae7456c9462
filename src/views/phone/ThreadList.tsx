import '#styles/phone/thread-list.css';
import type { Paged, ThreadRow as Row } from '#contracts/page-model.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { PrevNext } from './PrevNext.tsx';
import { ThreadRow } from './ThreadRow.tsx';

interface Props extends TextsValue {
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
  lang,
  root,
  t,
  forum = false,
  own = false,
  posted = false,
  href,
}: Props) {
  return (
    <>
      <ul className="rows" data-more="rows">
        {pinned.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} lang={lang} root={root} t={t} pinned />
        ))}
        {threads.items.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            lang={lang}
            root={root}
            t={t}
            forum={forum}
            own={own}
            posted={posted}
          />
        ))}
      </ul>
      <PrevNext t={t} page={threads.page} pages={threads.pages} href={href} />
    </>
  );
}
