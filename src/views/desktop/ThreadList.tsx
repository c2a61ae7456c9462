import '#styles/thread-list.css';
import type { ThreadRow as Row } from '#contracts/page-model.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { ThreadRow } from './ThreadRow.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  threads: Row[];
  pinned?: Row[];
  /** In lists of more than one forum. */
  forum?: boolean;
}

export function ThreadList({ threads, pinned = [], lang, t, forum = false }: Props) {
  return (
    <ul className="rows">
      {pinned.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} lang={lang} t={t} pinned />
      ))}
      {threads.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} lang={lang} t={t} forum={forum} />
      ))}
    </ul>
  );
}
