import { isPlainClick, pageArea } from './page-info.ts';

/*
 * On phones Back closes the topmost overlay. Each overlay has a history entry at the page's
 * address. Closing an overlay otherwise removes its entry, so that Back leaves the page.
 */

/** Added to the page's own history state. */
interface HistoryState {
  /** Number of overlays open at this entry. */
  sheets?: number;
}

/**
 * Within this delay the next overlay (a dialog after its menu) reuses a closed overlay's entry.
 * After going back, Chromium's Back skips entries added before the next touch.
 */
const SYNC_DELAY_MS = 300;

/** Close functions of the open overlays, the lowest first. */
const openOverlays: (() => void)[] = [];
let isNavigating = false;
let syncTimer: ReturnType<typeof setTimeout> | undefined;

const overlayEntries = (): number => (history.state as HistoryState | null)?.sheets ?? 0;

/** Adds or removes history entries to match the open overlays. */
function syncHistory(): void {
  if (isNavigating) return;
  const current = overlayEntries();
  if (current > openOverlays.length) {
    isNavigating = true;
    history.go(openOverlays.length - current);
  } else if (current < openOverlays.length) {
    // Coming back must restore the page's scroll position, not that of the overlay's opening.
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

/** Makes Back call `close` on phones. Call the result if the overlay closes otherwise. */
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

/** Removes overlay entries, so that going back from another page restores this one (R4). */
export async function removeOverlayEntries(): Promise<void> {
  openOverlays.length = 0;
  syncHistory();
  while (isNavigating)
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
}

/** Navigates after removing the entries of open overlays. */
export async function navigateTo(path: string): Promise<void> {
  await removeOverlayEntries();
  location.assign(path);
}

/** Adds entries for menus of published pages; removes overlay entries before following a link. */
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
  syncHistory(); // the page may have been left with an open overlay
}
