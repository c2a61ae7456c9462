import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { goToScreen } from '#client/admin/admin-location.ts';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { call } from '#client/core/api.ts';
import { $apiDown } from '#client/core/api-down.ts';
import { adminPath, adminScreenKey } from '#contracts/admin.ts';
import { CONFIG_NAMES } from '#contracts/config-entries.ts';
import {
  htmlLang,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  type Lang,
  languageCookieValue,
  otherLang,
} from '#contracts/language.ts';
import { MAX_QUICK_SEARCH_CHARACTERS } from '#contracts/limits.ts';
import { homePath, threadPath } from '#contracts/paths.ts';
import { wireName } from '#i18n/localized.ts';
import { foreignLang } from '../components/foreign-lang.ts';
import { Icon } from '../components/Icon.tsx';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';
import { useOfferedScreens } from './hooks/use-offered-screens.ts';

interface SearchTarget {
  href: string;
  text: string;
  kind: string;
}

const findByText = (q: string) => call('GET /v2/admin/find', { query: { q } });

/** An ARIA combobox. It filters screens and settings; the API finds users, threads and forums. */
function QuickSearch() {
  const { t, lang } = useTexts();
  const screens = useOfferedScreens();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const wanted = text.trim().toLowerCase();
  const query = text.trim() || undefined;
  const found = useQuery(query, () => findByText(query ?? ''), {
    debounceMs: TYPING_PAUSE_MS,
    keepsValue: true,
  }).value;
  const localTargets: SearchTarget[] = [
    ...screens.map((screen) => ({
      href: adminPath(screen),
      text: t(`admin.screen.${adminScreenKey(screen)}`),
      kind: t('admin.find.screen'),
    })),
    ...CONFIG_NAMES.map((name) => ({
      href: adminPath('content', name),
      text: t(`admin.config.name.${name}`),
      kind: t('admin.find.setting'),
    })),
  ].filter((one) => one.text.toLowerCase().includes(wanted));
  const targets: SearchTarget[] =
    wanted === ''
      ? []
      : [
          ...localTargets,
          ...(found?.forums ?? []).map((forum) => ({
            href: adminPath('forums', '', { forum: forum.id }),
            text: wireName(lang, forum),
            kind: t('admin.find.forum'),
          })),
          ...(found?.users ?? []).map((user) => ({
            href: adminPath('users', String(user.id)),
            text: user.nickname,
            kind: t('admin.find.user'),
          })),
          ...(found?.threads ?? []).map((thread) => ({
            // a thread that isn't public has no page: link to the screen of threads
            href:
              thread.state === 'normal'
                ? threadPath(lang, thread.id)
                : adminPath('threads', '', { q: thread.subject, state: thread.state }),
            text: thread.subject,
            kind:
              thread.state === 'normal'
                ? t('admin.find.thread')
                : `${t('admin.find.thread')} · ${t(`admin.threads.state.${thread.state}`)}`,
          })),
        ];
  const shown = open && wanted !== '';

  const changeText = (value: string) => {
    setText(value);
    setOpen(true);
    setActive(0);
  };
  const openTarget = (hit: SearchTarget | undefined) => {
    if (!hit) return;
    setOpen(false);
    setText('');
    if (hit.href.startsWith('/bbs-admin')) goToScreen(hit.href);
    else location.assign(hit.href);
  };
  return (
    <search className="finder">
      <Icon name="search" />
      <input
        type="search"
        role="combobox"
        placeholder={t('admin.find.label')}
        aria-label={t('admin.find.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && targets[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        maxLength={MAX_QUICK_SEARCH_CHARACTERS}
        value={text}
        onChange={(event) => changeText(event.target.value)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            event.preventDefault();
            setOpen(true);
            setActive((active + step + targets.length) % Math.max(1, targets.length));
          } else if (event.key === 'Enter') openTarget(targets[active]);
          else if (event.key === 'Escape') setOpen(false);
        }}
      />
      <kbd>/</kbd>
      {/* It is mounted while it is empty, because the field refers to it. */}
      <div
        id={listId}
        className="menu"
        role="listbox"
        aria-label={t('admin.find.label')}
        hidden={!shown || targets.length === 0}
      >
        {targets.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={`${hit.kind}${hit.href}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => openTarget(hit)}
          >
            <span lang={foreignLang(lang, hit.text)}>{hit.text}</span>
            <span className="meta">{hit.kind}</span>
          </div>
        ))}
      </div>
      {shown && targets.length === 0 && <p className="menu meta none">{t('admin.find.nothing')}</p>}
    </search>
  );
}

/** Switches the theme in the way of views/site.ts. */
function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.theme = root.dataset.theme;
  } catch {
    // Storage is blocked: the choice is valid for this page view.
  }
}

/** The page is the same in both languages: the cookie is set and the page reloaded (R11). */
function switchLanguage(lang: Lang): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore isn't everywhere yet
  document.cookie = `${LANGUAGE_COOKIE}=${languageCookieValue(lang)}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Strict`;
  location.reload();
}

function SystemStatus() {
  const { t } = useTexts();
  const paused = useStore($apiDown);
  const trouble = useStore($currentAdmin)?.troubles[0];
  const isBad = paused || trouble !== undefined;
  const text = paused
    ? t('admin.bar.unreachable')
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
