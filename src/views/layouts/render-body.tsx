import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageContext } from '#contracts/page-model.ts';
import { translator } from '#i18n/translator.ts';
import { Texts } from '#islands/hooks/use-texts.ts';
import { spriteFor } from '../parts/sprite.ts';
import { NoticeBar } from './NoticeBar.tsx';

interface Parts {
  top: ReactNode;
  content: ReactNode;
  end: ReactNode;
}

const START = '<a class="skip';

/**
 * What stands in the body of every page of both sites: one React tree, whose HTML is preceded by
 * the symbols that it uses.
 */
export function renderBody(
  { lang, root, notice }: PageContext,
  { top, content, end }: Parts,
): string {
  const t = translator(lang);
  const html = renderToStaticMarkup(
    <Texts value={{ t, lang, root }}>
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
    </Texts>,
  );
  // React begins with links that load its first pictures early: these stand in the page anyway.
  return spriteFor(html) + html.slice(html.indexOf(START));
}
