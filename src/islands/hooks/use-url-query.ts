import { type MouseEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigateTo } from '#client/core/overlay-history.ts';
import { isPlainClick } from '#client/core/page-info.ts';

/*
 * The query of the page's address as state: what an island shows can be gone back to, reloaded and
 * shared (R4).
 */

interface UrlQuery {
  query: string;
  /** Goes to another query of this page, scrolled to its top. */
  go(path: string): void;
  /** Changes the query of this page without a step of the history; nothing is scrolled. */
  replace(path: string): void;
}

export function useUrlQuery(): UrlQuery {
  const [query, setQuery] = useState(location.search);
  useEffect(() => {
    // At once: the browser restores the scroll position as soon as its listeners return.
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

/**
 * For links within the page: a plain click navigates without a reload; other clicks are the
 * browser's.
 */
export const onPlainClick =
  (go: (path: string) => void) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    go(event.currentTarget.getAttribute('href') ?? '');
  };
