import type { Brand } from '#contracts/brand.ts';
import type { Lang } from '#contracts/language.ts';
import { isLink } from '#contracts/link-rules.ts';
import { translator } from '#i18n/translator.ts';

/* Who runs the forum and how to reach them, at the end of the texts that name duties. */
interface Props {
  brand: Brand;
  lang: Lang;
}

export function Operator({ brand, lang }: Props) {
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
