import '#styles/desktop/footer.css';
import { ABOUT_TOPICS } from '#contracts/about-pages.ts';
import type { Brand } from '#contracts/brand.ts';
import { htmlLang, languageCookie } from '#contracts/language.ts';
import { aboutPath, feedPath, homePath, rootOf, switchPath } from '#contracts/paths.ts';
import { siteCookie } from '#contracts/site-cookie.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { otherLanguage } from '../layouts/other-language.ts';
import { Registrations } from '../layouts/Registrations.tsx';

interface Props {
  path: string;
  brand: Brand;
  alternate: boolean;
}

export function Footer({ path, brand, alternate }: Props) {
  const { t, lang } = useTexts();
  const other = otherLanguage('desktop', lang, path, alternate);
  const { look } = brand;
  return (
    <footer className="foot meta">
      <div className="wrap">
        <p>
          <b>
            {brand[lang].title} · <span lang={htmlLang(other.lang)}>{brand[other.lang].title}</span>
          </b>
        </p>
        <nav aria-label={t('footer.about')}>
          {ABOUT_TOPICS.map((topic) => (
            <a key={topic} href={aboutPath(lang, topic)}>
              {t(`footer.${topic}`)}
            </a>
          ))}
          {look.terms && <a href={look.terms}>{t('footer.terms')}</a>}
          <a href={feedPath(lang)}>{t('footer.rss')}</a>
          <button type="button" data-act="keys">
            {t('keys.title')}
          </button>
          <a
            href={switchPath(path, { area: 'phone' }) ?? homePath(rootOf('phone', lang))}
            data-choice={siteCookie('phone')}
          >
            {t('phone.site')}
          </a>
          <a
            href={other.href}
            lang={htmlLang(other.lang)}
            hrefLang={htmlLang(other.lang)}
            data-choice={languageCookie(other.lang)}
          >
            {t('footer.otherLanguage')}
          </a>
        </nav>
        <p>{t('footer.licence')}</p>
        <p>© {look.operator[lang] || brand[lang].vendor}</p>
        <Registrations look={look} />
      </div>
    </footer>
  );
}
