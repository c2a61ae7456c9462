import type { ReactNode } from 'react';
import { htmlLang, type Lang, langOf } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import { translator } from '#i18n/translator.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { contentVersion } from './content-version.ts';
import { createPartCache } from './part-cache.ts';

/** Some thousand rows. */
const drawRows = createPartCache(3_000_000);

interface Props {
  threads: readonly ThreadRow[];
  pinned?: readonly ThreadRow[] | undefined;
  /** In lists of several forums. */
  forum?: boolean | undefined;
  /** Of a list by language: a line names each other language. null: each language. */
  beginsIn?: Lang | null | undefined;
  /** Whether the next pages are appended on scrolling. */
  grows?: boolean;
  /** Cache key of everything else that `drawRow` depends on. */
  variant?: string;
  drawRow: (thread: ThreadRow, isPinned: boolean) => ReactNode;
}

/** The line above threads of a language, in that language. */
const toLanguageLine = (lang: Lang) => ({
  key: `language ${lang}`,
  element: (
    <li className="row-language">
      <h3 lang={htmlLang(lang)}>{translator(lang)('list.ofLanguage')}</h3>
    </li>
  ),
});

/** A published list of threads. A reply moves one row; the others come from the cache. */
export function ThreadRows({
  threads,
  pinned = [],
  forum = false,
  beginsIn,
  grows,
  variant = '',
  drawRow,
}: Props) {
  const toPart = (thread: ThreadRow, isPinned: boolean) => ({
    key: `row ${thread.id} ${contentVersion(null, [thread, isPinned, forum, variant])}`,
    element: (
      <li
        className={isPinned ? 'row pinned' : 'row'}
        data-thread={thread.id}
        data-forum={forum && !isPinned ? thread.forum.id : undefined}
        data-author={thread.author.id}
      >
        {drawRow(thread, isPinned)}
      </li>
    ),
  });
  const parts = pinned.map((thread) => toPart(thread, true));
  let current = beginsIn;
  for (const thread of threads) {
    const lang = langOf(thread.language);
    if (current !== undefined && lang !== current) {
      parts.push(toLanguageLine(lang));
      current = lang;
    }
    parts.push(toPart(thread, false));
  }
  return (
    <ul
      className="rows"
      data-more={grows ? 'rows' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what React wrote
      dangerouslySetInnerHTML={{ __html: drawRows(parts, useTexts()).join('') }}
    />
  );
}
