import type { ReactNode } from 'react';
import type { PageContext } from '#contracts/page-model.ts';
import { translator } from '#i18n/translator.ts';
import { renderParts } from '../parts/render-parts.ts';
import { spriteFor } from '../parts/sprite.ts';
import { NoticeBar } from './NoticeBar.tsx';

interface Parts {
  top: ReactNode;
  content: ReactNode;
  end: ReactNode;
}

/** Renders the body of a page as one React tree, preceded by the symbols that it uses. */
export function renderBody(
  { lang, root, notice }: PageContext,
  { top, content, end }: Parts,
): string {
  const t = translator(lang);
  const body = (
    <>
      <a className="skip btn fill" href="#main">
        {t('nav.skip')}
      </a>
      {top}
      {notice && <NoticeBar notice={notice} />}
      <main id="main" tabIndex={-1}>
        {content}
      </main>
      {end}
      <p className="vh" role="status" id="say"></p>
    </>
  );
  const html = renderParts([body], { t, lang, root }).join('');
  return spriteFor(html) + html;
}
