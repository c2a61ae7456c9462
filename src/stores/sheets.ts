import { isPlainClick, pageArea } from './page.ts';

/*
 * On phones going back puts away what is open on top: each sheet, menu or dialog has an entry of
 * its own in the browser's history, at the page's address. What is put away otherwise takes its
 * entry along, so that going back leaves the page.
 */

/** What an entry of ours remembers beside what the page's own does. */
interface Mark {
  /** How many are open there. */
  sheets?: number;
}

/**
 * Milliseconds in which what follows something that was put away (a dialog its menu, as its file
 * comes) has its entry. Chromium's button passes by a page that was gone back to and adds an entry
 * before it is touched again.
 */
const FOLLOWS = 300;

/** What puts away what is open, from the lowest. */
const open: (() => void)[] = [];
/** The browser is on its way to the entry that fits. */
let travelling = false;
let settling: ReturnType<typeof setTimeout> | undefined;

const entries = (): number => (history.state as Mark | null)?.sheets ?? 0;

/** Brings the history to as many entries of ours as there are sheets. */
function settle(): void {
  if (travelling) return;
  const here = entries();
  if (here > open.length) {
    travelling = true;
    history.go(open.length - here);
  } else if (here < open.length) {
    // Whoever comes back to the page finds it where it is, not where it was when the sheet was
    // opened.
    history.scrollRestoration = 'manual';
    for (let sheets = here + 1; sheets <= open.length; sheets++)
      history.pushState({ ...history.state, sheets }, '');
  } else if (here === 0) history.scrollRestoration = 'auto';
}

function follow(): void {
  const wanted = travelling;
  travelling = false;
  if (!wanted) for (const close of open.splice(entries()).reverse()) close();
  settle();
}

/**
 * Going back now calls `close` and stays on the page, if that is one for phones. Gives what is to
 * be called when it was put away.
 */
export function openSheet(close: () => void): () => void {
  if (pageArea() !== 'phone') return () => undefined;
  const mine = () => close();
  open.push(mine);
  settle();
  return () => {
    const at = open.indexOf(mine);
    if (at < 0) return;
    open.splice(at, 1);
    clearTimeout(settling);
    settling = setTimeout(settle, FOLLOWS);
  };
}

/**
 * Takes the entries of sheets away, so that going back from another page leads to this one as it
 * was (R4).
 */
export async function sheetsLeft(): Promise<void> {
  open.length = 0;
  settle();
  while (travelling)
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
}

/** Goes to another page, whatever is open on this one. */
export async function goTo(path: string): Promise<void> {
  await sheetsLeft();
  location.assign(path);
}

/** Has the published pages' own menus and links take part, for as long as the page stands. */
export function followSheets(): void {
  addEventListener('popstate', follow);
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[href]:not([target], [download])',
    );
    if (!link || event.defaultPrevented || !isPlainClick(event) || entries() === 0) return;
    event.preventDefault();
    void goTo(link.href);
  });
  const menus = new WeakMap<HTMLDetailsElement, () => void>();
  const toggle = ({ target }: Event): void => {
    const menu = target as HTMLDetailsElement;
    if (!menu.matches('.pick')) return;
    menus.get(menu)?.();
    if (!menu.open) return;
    const away = openSheet(() => menu.removeAttribute('open'));
    menus.set(menu, away);
  };
  document.addEventListener('toggle', toggle, true);
  settle(); // a page that was left with a sheet open comes back without it
}
