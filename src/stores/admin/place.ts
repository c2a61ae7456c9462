import { atom } from 'nanostores';
import { ADMIN_HOME } from '#contracts/admin.ts';

/** Where somebody is in the admin area, read from the address. */
export interface Place {
  /** First segment after /bbs-admin; '' is the dashboard. */
  screen: string;
  /** The second one: what on the screen. */
  rest: string;
  query: URLSearchParams;
}

function read(): Place {
  const [screen = '', rest = ''] = location.pathname.slice(ADMIN_HOME.length + 1).split('/');
  return { screen, rest, query: new URLSearchParams(location.search) };
}

export const $place = atom<Place>(read());

/** What must be asked before somebody leaves; undefined when nothing would be lost. */
let question: (() => boolean) | undefined;

/**
 * Lets `ask` hold somebody who leaves the screen: it says whether they may. Returns how to take it
 * back.
 */
export function holdWhile(ask: () => boolean): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Goes to an address of the admin area without loading the page anew. */
export function go(href: string): void {
  if (question && !question()) return;
  question = undefined;
  history.pushState(null, '', href);
  $place.set(read());
}

/**
 * Changes the query of the address; what is empty is left out. No new entry in the browser's
 * history.
 */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`));
  $place.set(read());
}

/** Links to other screens become steps; with a modifier, or to elsewhere, they stay links. */
export function followLinks(): void {
  addEventListener('popstate', () => $place.set(read()));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const plain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (
      !link ||
      !plain ||
      event.defaultPrevented ||
      link.target ||
      link.hasAttribute('download') ||
      link.dataset.choice
    )
      return;
    const { origin, pathname, search } = new URL(link.href);
    if (
      origin !== location.origin ||
      (pathname !== ADMIN_HOME && !pathname.startsWith(`${ADMIN_HOME}/`))
    )
      return;
    event.preventDefault();
    go(pathname + search);
  });
}
