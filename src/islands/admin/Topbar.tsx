import { useStore } from '@nanostores/react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { $apiDown } from '#client/core/api-down.ts';
import { adminPath } from '#contracts/admin.ts';
import {
  htmlLang,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  type Lang,
  languageCookieValue,
  otherLang,
} from '#contracts/language.ts';
import { homePath } from '#contracts/paths.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { QuickSearch } from './QuickSearch.tsx';

/** Switches the theme as views/site.ts does on the site's pages. */
function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.theme = root.dataset.theme;
  } catch {
    // Storage is forbidden here: the choice is valid until the page is left.
  }
}

/** The page is the same in both languages: the cookie is set and the page reloaded (R11). */
function switchLanguage(lang: Lang): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore isn't everywhere yet
  document.cookie = `${LANGUAGE_COOKIE}=${languageCookieValue(lang)}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Strict`;
  location.reload();
}

/** The state of the product in a line; a problem links to its screen. */
function SystemStatus() {
  const { t } = useTexts();
  const paused = useStore($apiDown);
  const trouble = useStore($currentAdmin)?.troubles[0];
  const isBad = paused || trouble !== undefined;
  const text = paused
    ? t('admin.bar.away')
    : trouble === undefined
      ? t('admin.bar.up')
      : t(`admin.bar.${trouble}`);
  const content = (
    <>
      <i aria-hidden="true" />
      <span>{text}</span>
    </>
  );
  return (
    <p className={isBad ? 'health bad' : 'health'} role="status">
      {isBad && !paused ? (
        <a href={adminPath('publishing')} title={text}>
          {content}
        </a>
      ) : (
        content
      )}
    </p>
  );
}

export function Topbar({
  onRail: onToggleSidebar,
  railOpen: isSidebarOpen,
}: {
  onRail(): void;
  railOpen: boolean;
}) {
  const { t, lang } = useTexts();
  const other = otherLang(lang);
  return (
    <header className="bar">
      <button
        type="button"
        className="burger"
        aria-label={t('admin.rail.label')}
        aria-expanded={isSidebarOpen}
        aria-controls="rail"
        onClick={onToggleSidebar}
      >
        <Icon name="menu" />
      </button>
      <QuickSearch />
      <SystemStatus />
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
