import '#styles/desktop/header.css';
import type { Brand } from '#contracts/brand.ts';
import { htmlLang, languageCookie } from '#contracts/language.ts';
import { clientPagePath, forumsPath, homePath } from '#contracts/paths.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { BrandLink } from '../layouts/BrandLink.tsx';
import { otherLanguage } from '../layouts/other-language.ts';
import type { Place } from '../layouts/page-view.ts';
import { SearchBox } from './SearchBox.tsx';

interface Props {
  path: string;
  site: string;
  brand: Brand;
  current?: Place | undefined;
  alternate: boolean;
}

export function Header({ path, site, brand, current, alternate }: Props) {
  const { t, lang } = useTexts();
  const places: Record<Place, string> = {
    home: homePath(lang),
    forums: forumsPath(lang),
    digest: homePath(lang, { order: 'digest' }),
  };
  const other = otherLanguage('desktop', lang, path, alternate);
  const login = `/api/v1/login?${new URLSearchParams({
    return_url: site + path,
    redirect_url: `${site}/api/v1/login/callback`,
  })}`;
  return (
    <header className="top">
      <div className="wrap">
        <BrandLink brand={brand} />
        <nav aria-label={t('nav.main')}>
          {(Object.keys(places) as Place[]).map((place) => (
            <a
              key={place}
              href={places[place]}
              aria-current={place === current ? 'page' : undefined}
            >
              {t(`nav.${place}`)}
            </a>
          ))}
        </nav>
        <SearchBox />
        <a className="write" href={clientPagePath(lang, 'new')} rel="nofollow">
          <Icon name="pencil" />
          <span>{t('nav.newThread')}</span>
        </a>
        <a
          className="switch"
          href={other.href}
          hrefLang={htmlLang(other.lang)}
          data-choice={languageCookie(other.lang)}
          aria-label={t('nav.language')}
        >
          <Icon name="globe" />
          <span lang={htmlLang(other.lang)}>{t('nav.languageShort')}</span>
        </a>
        <button className="theme" type="button" data-act="theme" aria-label={t('nav.theme')}>
          <Icon name="moon" />
          <Icon name="sun" />
        </button>
        <div data-slot="account">
          <a href={login} rel="nofollow">
            {t('account.login')}
          </a>
        </div>
      </div>
    </header>
  );
}
