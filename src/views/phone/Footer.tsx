import { ABOUT_TOPICS } from '#contracts/about-pages.ts';
import type { Brand } from '#contracts/brand.ts';
import { htmlLang, languageCookie } from '#contracts/language.ts';
import { aboutPath, switchPath } from '#contracts/paths.ts';
import { siteCookie } from '#contracts/site-cookie.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { otherLanguage } from '../layouts/other-language.ts';
import { Registrations } from '../layouts/Registrations.tsx';

export function Footer({ path, brand }: { path: string; brand: Brand }) {
  const { t, lang, root } = useTexts();
  const other = otherLanguage('phone', lang, path);
  const { look } = brand;
  return (
    <footer className="foot meta">
      <nav aria-label={t('footer.about')}>
        {ABOUT_TOPICS.map((topic) => (
          <a key={topic} href={aboutPath(root, topic)}>
            {t(`footer.${topic}`)}
          </a>
        ))}
        {look.terms && <a href={look.terms}>{t('footer.terms')}</a>}
        <a
          href={other.href}
          lang={htmlLang(other.lang)}
          hrefLang={htmlLang(other.lang)}
          data-choice={languageCookie(other.lang)}
        >
          {t('footer.otherLanguage')}
        </a>
        <a href={switchPath(path, { area: 'desktop' })} data-choice={siteCookie('desktop')}>
          {t('phone.desktop')}
        </a>
      </nav>
      <p>
        {t('footer.licence')} © {look.operator[lang] || brand[lang].vendor}
      </p>
      <Registrations look={look} />
    </footer>
  );
}
