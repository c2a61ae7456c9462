import { renderToStaticMarkup } from 'react-dom/server';
import type { AboutPage } from '#contracts/about-pages.ts';
import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { Operator } from './Operator.tsx';
import { Reliability } from './Reliability.tsx';

interface Props {
  page: AboutPage;
  /** The page's text. */
  html: string;
  brand: Brand;
  lang: Lang;
}

/** The text of a page about the community, and what it ends with. */
export function AboutText({ page, html, brand, lang }: Props) {
  const end = renderToStaticMarkup(
    <>
      {(page === 'privacy' || page === 'guidelines') && <Operator brand={brand} lang={lang} />}
      {page === 'reliability' && <Reliability lang={lang} />}
    </>,
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html + end }} />;
}
