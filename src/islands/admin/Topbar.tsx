import { useStore } from '@nanostores/react';
import { adminPath } from '#contracts/admin.ts';
import {
  cookieValue,
  htmlLang,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_AGE,
  type Lang,
  otherLang,
} from '#contracts/language.ts';
import { homePath } from '#contracts/paths.ts';
import { $me } from '#stores/admin/me.ts';
import { $paused } from '#stores/paused.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { Finder } from './Finder.tsx';

/** As views/site.ts does on the site's pages. */
function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.theme = root.dataset.theme;
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
}

/** The page is the same in both languages: another cookie, and it is loaded anew (R11). */
function switchLanguage(lang: Lang): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore isn't everywhere yet
  document.cookie = `${LANGUAGE_COOKIE}=${cookieValue(lang)}; Path=/; Max-Age=${LANGUAGE_COOKIE_AGE}; SameSite=Strict`;
  location.reload();
}

/** Whether all is well, in a line: what is wrong leads to the screen that says more. */
function Health() {
  const { t } = useTexts();
  const paused = useStore($paused);
  const trouble = useStore($me)?.troubles[0];
  const bad = paused || trouble !== undefined;
  const text = paused
    ? t('admin.bar.away')
    : trouble === undefined
      ? t('admin.bar.up')
      : t(`admin.bar.${trouble}`);
  const told = (
    <>
      <i aria-hidden="true" />
      <span>{text}</span>
    </>
  );
  return (
    <p className={bad ? 'health bad' : 'health'} role="status">
      {bad && !paused ? (
        <a href={adminPath('publishing')} title={text}>
          {told}
        </a>
      ) : (
        told
      )}
    </p>
  );
}

export function Topbar({ onRail, railOpen }: { onRail(): void; railOpen: boolean }) {
  const { t, lang } = useTexts();
  const other = otherLang(lang);
  return (
    <header className="bar">
      <button
        type="button"
        className="burger"
        aria-label={t('admin.rail.label')}
        aria-expanded={railOpen}
        aria-controls="rail"
        onClick={onRail}
      >
        <Icon name="menu" />
      </button>
      <Finder />
      <Health />
      <button
        type="button"
        className="switch"
        onClick={() => switchLanguage(other)}
        aria-label={t('nav.language')}
      >
        <Icon name="globe" />
        <span lang={htmlLang(other)}>{t('nav.languageShort')}</span>
      </button>
      <button type="button" className="theme" onClick={switchTheme} aria-label={t('nav.theme')}>
        <Icon name="moon" />
        <Icon name="sun" />
      </button>
      <a href={homePath(lang)}>
        {t('admin.bar.site')} <Icon name="arrow" />
      </a>
    </header>
  );
}
