import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type Account, setAccount } from '#client/account/account.ts';
import type { Lang } from '#contracts/language.ts';
import { type Area, rootOf } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { Toasts } from '#islands/components/Toasts.tsx';
import { Texts } from '#islands/hooks/use-texts.ts';

/** A logged-in member. */
export const MEMBER: Account = {
  id: 20_042,
  nickname: '林间小路',
  avatar: '',
  level: 3,
  unread: 0,
  moderates: false,
  welcome: false,
};

interface PageOfIsland {
  lang?: Lang;
  area?: Area;
  /** The reader; a visitor by default. */
  as?: Account | 'visitor';
  /** The path of the page below its root, such as "me/settings". */
  path?: string;
}

/**
 * Renders an island as islands/start.tsx does, with toasts, for a language, a site and a reader.
 * Returns the `user` of keys, pointer and clipboard; with fake timers it uses the test's time.
 */
export function renderIsland(
  island: ReactNode,
  { lang = 'zh', area = 'desktop', as = 'visitor', path = '' }: PageOfIsland = {},
): { user: UserEvent } {
  const root = rootOf(area, lang);
  document.documentElement.lang = lang;
  history.replaceState(null, '', `/${root}/${path}`);
  if (as !== 'visitor')
    // biome-ignore lint/suspicious/noDocumentCookie: as the answer of a login sets them
    for (const cookie of ['member=1', 'XSRF-TOKEN=token']) document.cookie = `${cookie}; path=/`;
  setAccount(as === 'visitor' ? null : as);
  const user = userEvent.setup(
    vi.isFakeTimers() ? { advanceTimers: (ms) => vi.advanceTimersByTime(ms) } : {},
  );
  const texts = { t: translator(lang), lang, root };
  const page = (
    <Texts value={texts}>
      {island}
      <Toasts />
    </Texts>
  );
  // The elements into which pages put their own content and popovers.
  const main = document.createElement('main');
  main.id = 'main';
  render(page, { container: document.body.appendChild(main) });
  return { user };
}

/** Waits for a toast, also below an open dialog, which hides it from accessibility queries. */
export const findToast = (text: string | RegExp): Promise<HTMLElement> =>
  screen.findByText(text, { selector: '.toast p' });
