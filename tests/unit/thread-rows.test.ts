import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Lang, ThreadLanguage } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import { translator } from '#i18n/translator.ts';
import { Texts } from '#islands/hooks/use-texts.ts';
import { ThreadRows } from '#views/parts/ThreadRows.tsx';

/** The rows and the lines of a Chinese page's list, as text. */
function readList(
  languages: readonly ThreadLanguage[],
  beginsIn: Lang | null | undefined,
): (string | undefined)[] {
  const threads = languages.map((language, id) => ({ id, language, author: { id: 7 } }));
  const list = createElement(ThreadRows, {
    threads: threads as ThreadRow[],
    beginsIn,
    drawRow: ({ language }) => language,
  });
  const value = { t: translator('zh'), lang: 'zh', root: 'zh' } as const;
  const html = renderToStaticMarkup(createElement(Texts, { value }, list));
  return [...html.matchAll(/<li[^>]*>(?:<h3[^>]*>)?([^<]*)/g)].map(([, text]) => text);
}

test.each([
  [
    'a first page',
    'zh',
    ['zh_CN', 'en_US', 'en_US'],
    ['zh_CN', 'English threads', 'en_US', 'en_US'],
  ],
  [
    'a page that follows another',
    null,
    ['zh_CN', 'en_US'],
    ['中文主题', 'zh_CN', 'English threads', 'en_US'],
  ],
  ['a page in one language', 'zh', ['zh_CN', 'zh_CN'], ['zh_CN', 'zh_CN']],
  ['a list by time', undefined, ['en_US', 'zh_CN'], ['en_US', 'zh_CN']],
] as const)(
  '[R22] %s names the languages of its threads where they change',
  (_, beginsIn, languages, shown) => {
    expect(readList(languages, beginsIn)).toEqual(shown);
  },
);
