import { renderToStaticMarkup } from 'react-dom/server';
import type { AboutPage } from '#contracts/about-pages.ts';
import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { isLink } from '#contracts/link-rules.ts';
import { translator } from '#i18n/translator.ts';
import { Reliability } from './Reliability.tsx';

/* The operator's name and contact, at the end of texts about duties. */
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
  html: string;
  brand: Brand;
  lang: Lang;
}

/** A text about the community, with its additional sections. */
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
