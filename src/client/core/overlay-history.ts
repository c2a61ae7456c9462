import { isPlainClick, pageArea } from './page-info.ts';

/*
 * On phones Back closes the topmost overlay. Each overlay has an entry in the browser's history, at
 * the page's address. An overlay that is closed otherwise removes its entry, so that Back leaves
 * the page again.
 */

/** The state of an overlay's history entry, beside the page's own state. */
interface HistoryState {
  /** How many overlays are open at this entry. */
  sheets?: number;
}

/**
 * Milliseconds between closing an overlay and removing its entry, in which a following overlay (a
 * dialog after its menu) can take the entry over. After going back, Chromium's Back button skips
 * entries that are added before the page is touched again.
 */
const SYNC_DELAY_MS = 300;

/** Functions that close the open overlays, from the lowest. */
const openOverlays: (() => void)[] = [];
/** Whether a navigation to the right entry is pending. */
let isNavigating = false;
let syncTimer: ReturnType<typeof setTimeout> | undefined;

const overlayEntries = (): number => (history.state as HistoryState | null)?.sheets ?? 0;

/** Adds or removes history entries until there is one for each open overlay. */
function syncHistory(): void {
  if (isNavigating) return;
  const current = overlayEntries();
  if (current > openOverlays.length) {
    isNavigating = true;
    history.go(openOverlays.length - current);
  } else if (current < openOverlays.length) {
    // Coming back to the page keeps its scroll position, not that of the moment when the overlay
    // was opened.
    history.scrollRestoration = 'manual';
    for (let sheets = current + 1; sheets <= openOverlays.length; sheets++)
      history.pushState({ ...history.state, sheets }, '');
  } else if (current === 0) history.scrollRestoration = 'auto';
}

function handlePopState(): void {
  const wasNavigating = isNavigating;
  isNavigating = false;
  if (!wasNavigating) for (const close of openOverlays.splice(overlayEntries()).reverse()) close();
  syncHistory();
}

/**
 * On phones, makes Back call `close` instead of leaving the page. Returns a function to call when
 * the overlay was closed otherwise.
 */
export function pushOverlay(close: () => void): () => void {
  if (pageArea() !== 'phone') return () => undefined;
  const closeEntry = () => close();
  openOverlays.push(closeEntry);
  syncHistory();
  return () => {
    const at = openOverlays.indexOf(closeEntry);
    if (at < 0) return;
    openOverlays.splice(at, 1);
    clearTimeout(syncTimer);
    syncTimer = setTimeout(syncHistory, SYNC_DELAY_MS);
  };
}

/**
 * Removes the entries of overlays, so that going back from another page leads to this one as it was
 * (R4).
 */
export async function removeOverlayEntries(): Promise<void> {
  openOverlays.length = 0;
  syncHistory();
  while (isNavigating)
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
}

/** Navigates to another page, whatever overlays are open on this one. */
export async function navigateTo(path: string): Promise<void> {
  await removeOverlayEntries();
  location.assign(path);
}

/**
 * Gives the menus of published pages history entries, and has links remove those of overlays, for
 * as long as the page lives.
 */
export function trackOverlays(): void {
  addEventListener('popstate', handlePopState);
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[href]:not([target], [download])',
    );
    if (!link || event.defaultPrevented || !isPlainClick(event) || overlayEntries() === 0) return;
    event.preventDefault();
    void navigateTo(link.href);
  });
  const menus = new WeakMap<HTMLDetailsElement, () => void>();
  const toggle = ({ target }: Event): void => {
    const menu = target as HTMLDetailsElement;
    if (!menu.matches('.pick')) return;
    menus.get(menu)?.();
    if (!menu.open) return;
    const away = pushOverlay(() => menu.removeAttribute('open'));
    menus.set(menu, away);
  };
  document.addEventListener('toggle', toggle, true);
  syncHistory(); // a page that was left with an open overlay comes back without it
}
