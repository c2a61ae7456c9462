import { renderToStaticMarkup } from 'react-dom/server';
import type { AboutPage } from '#contracts/about-pages.ts';
import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { isLink } from '#contracts/link-rules.ts';
import { translator } from '#i18n/translator.ts';
import { Reliability } from './Reliability.tsx';

/* Who runs the forum and how to reach them, at the end of the texts that name duties. */
function Operator({ brand, lang }: { brand: Brand; lang: Lang }) {
  const { operator, contact } = brand.look;
  const t = translator(lang);
  const name = operator[lang];
  const address = /^[^\s@:/]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact;
  return (
    (name || contact) && (
      <>
        <h2>{t('about.operator')}</h2>
        <p>
          {name && t('about.runBy', { name })}{' '}
          {contact && (
            <>
              {t('about.contact')}{' '}
              {address.startsWith('mailto:') || isLink(address) ? (
                <a href={address}>{contact}</a>
              ) : (
                contact
              )}
            </>
          )}
        </p>
      </>
    )
  );
}

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
