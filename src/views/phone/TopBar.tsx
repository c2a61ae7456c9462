import type { ReactNode } from 'react';
import type { Brand } from '#contracts/brand.ts';
import { htmlLang, languageCookie } from '#contracts/language.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { BrandLink } from '../layouts/BrandLink.tsx';
import { otherLanguage } from '../layouts/other-language.ts';

interface Props {
  path: string;
  up?: { text: string; href: string } | undefined;
  brand: Brand;
  alternate: boolean;
  children?: ReactNode;
}

export function TopBar({ path, up, brand, alternate, children }: Props) {
  const { t, lang, root } = useTexts();
  const other = otherLanguage('phone', lang, path, alternate);
  return (
    <header className="top">
      {up ? (
        <a className="up" href={up.href} data-act="back">
          <Icon name="left" />
          <span>{up.text}</span>
        </a>
      ) : (
        <BrandLink brand={brand} />
      )}
      {children}
      <a
        className="tool"
        href={clientPagePath(root, 'search')}
        rel="nofollow"
        aria-label={t('clientPage.search')}
      >
        <Icon name="search" />
      </a>
      {!up && (
        <a
          className="tool"
          href={other.href}
          hrefLang={htmlLang(other.lang)}
          data-choice={languageCookie(other.lang)}
          aria-label={t('nav.language')}
        >
          <Icon name="globe" />
        </a>
      )}
    </header>
  );
}
