import { isPlainClick, pageArea } from './page-info.ts';

/*
 * On phones going back puts away what is open on top: each sheet, menu or dialog has an entry of
 * its own in the browser's history, at the page's address. What is put away otherwise takes its
 * entry along, so that going back leaves the page.
 */

/** What an entry of ours remembers beside what the page's own does. */
interface HistoryState {
  /** How many are open there. */
  sheets?: number;
}

/**
 * Milliseconds in which what follows something that was put away (a dialog its menu, as its file
 * comes) has its entry. Chromium's button passes by a page that was gone back to and adds an entry
 * before it is touched again.
 */
const SYNC_DELAY_MS = 300;

/** What puts away what is open, from the lowest. */
const openOverlays: (() => void)[] = [];
/** The browser is on its way to the entry that fits. */
let isNavigating = false;
let syncTimer: ReturnType<typeof setTimeout> | undefined;

const overlayEntries = (): number => (history.state as HistoryState | null)?.sheets ?? 0;

/** Brings the history to as many entries of ours as there are sheets. */
function syncHistory(): void {
  if (isNavigating) return;
  const current = overlayEntries();
  if (current > openOverlays.length) {
    isNavigating = true;
    history.go(openOverlays.length - current);
  } else if (current < openOverlays.length) {
    // Whoever comes back to the page finds it where it is, not where it was when the sheet was
    // opened.
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
 * Going back now calls `close` and stays on the page, if that is one for phones. Gives what is to
 * be called when it was put away.
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
 * Takes the entries of sheets away, so that going back from another page leads to this one as it
 * was (R4).
 */
export async function removeOverlayEntries(): Promise<void> {
  openOverlays.length = 0;
  syncHistory();
  while (isNavigating)
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
}

/** Goes to another page, whatever is open on this one. */
export async function navigateTo(path: string): Promise<void> {
  await removeOverlayEntries();
  location.assign(path);
}

/** Has the published pages' own menus and links take part, for as long as the page stands. */
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
  syncHistory(); // a page that was left with a sheet open comes back without it
}
