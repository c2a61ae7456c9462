import { atom } from 'nanostores';
import { ADMIN_ROOT } from '#contracts/admin.ts';

export interface AdminLocation {
  /** First segment after /bbs-admin; '' is the dashboard. */
  screen: string;
  /** Second segment: an item of the screen. */
  detail: string;
  query: URLSearchParams;
}

function readLocation(): AdminLocation {
  const [screen = '', detail = ''] = location.pathname.slice(ADMIN_ROOT.length + 1).split('/');
  return { screen, detail, query: new URLSearchParams(location.search) };
}

export const $adminLocation = atom<AdminLocation>(readLocation());

/** Whether the screen may be left; undefined if nothing would be lost. */
let leaveGuard: (() => boolean) | undefined;

/** Lets `ask` decide whether the screen may be left. Returns a function that removes it. */
export function guardLeaving(ask: () => boolean): () => void {
  leaveGuard = ask;
  return () => {
    if (leaveGuard === ask) leaveGuard = undefined;
  };
}

export function goToScreen(href: string): void {
  if (leaveGuard && !leaveGuard()) return;
  leaveGuard = undefined;
  history.pushState(null, '', href);
  $adminLocation.set(readLocation());
}

/** Changes the query without a history entry, and drops empty values. */
export function setAdminQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`));
  $adminLocation.set(readLocation());
}

/** Handles links to screens; the browser handles other links and clicks with modifiers. */
export function interceptLinks(): void {
  addEventListener('popstate', () => $adminLocation.set(readLocation()));
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
      (pathname !== ADMIN_ROOT && !pathname.startsWith(`${ADMIN_ROOT}/`))
    )
      return;
    event.preventDefault();
    goToScreen(pathname + search);
  });
}
