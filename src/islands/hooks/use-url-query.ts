import { type MouseEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigateTo } from '#client/core/overlay-history.ts';
import { isPlainClick } from '#client/core/page-info.ts';

/* The address's query as state, for history, reload and sharing (R4). */

interface UrlQuery {
  query: string;
  /** Opens another query of this page, at the top. */
  go(path: string): void;
  /** Replaces the query, without a history entry or scrolling. */
  replace(path: string): void;
}

export function useUrlQuery(): UrlQuery {
  const [query, setQuery] = useState(location.search);
  useEffect(() => {
    // Synchronously: the browser restores the scroll position after its listeners.
    const follow = () => flushSync(() => setQuery(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = (path: string) => {
    const { pathname, search } = new URL(path, location.href);
    if (pathname !== location.pathname) return void navigateTo(path);
    history.pushState(null, '', path);
    setQuery(search);
    scrollTo({ top: 0, behavior: 'instant' });
  };
  const replace = (path: string) => {
    history.replaceState(history.state, '', path);
    setQuery(location.search);
  };
  return { query, go, replace };
}

/** Navigates without a page load on plain clicks; the browser handles other clicks. */
export const onPlainClick =
  (go: (path: string) => void) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    go(event.currentTarget.getAttribute('href') ?? '');
  };
