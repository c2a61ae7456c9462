/*
 * What phones have beside the script of all pages: the next page joins the list when the reader
 * comes near its end, and going back brings all of them again (R4). Imports nothing, as site.ts.
 */

interface Kept {
  /** Pages that were added to this one. */
  more: number;
  /** Where the reader was, in CSS pixels. */
  top: number;
}

const LIST = '[data-more]';
const TURN = '.turn';
const NEXT = '.turn [rel=next]';
/** Pixels below the window in which the next page is fetched. */
const NEAR = 900;

const list = document.querySelector(LIST);
const kept = history.state as Kept | null;
let added = 0;

/**
 * Fetches the page after the last one here and adds what it lists; false when there is none, or it
 * can't be had.
 */
async function addNext(): Promise<boolean> {
  const next = document.querySelector<HTMLAnchorElement>(NEXT);
  if (!list || !next) return false;
  const response = await fetch(next.href).catch(Response.error);
  if (!response.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // of two symbols with a name, the first counts
  document.body.append(page.querySelector('svg:has(> symbol)') ?? '');
  for (const item of page.querySelectorAll(
    `${LIST} > :is(li:not(.pinned), .reply:not(.featured))`,
  )) {
    // What was on a page before has moved here when something was written meanwhile.
    const here = item.id
      ? document.getElementById(item.id)
      : list.querySelector(`[href="${item.querySelector('.subject')?.getAttribute('href')}"]`);
    if (!here) list.append(item);
  }
  const after = page.querySelector(TURN);
  after?.querySelector('[rel=prev]')?.remove();
  document.querySelector(TURN)?.replaceWith(after ?? '');
  added++;
  document.dispatchEvent(new Event('more'));
  watch();
  return true;
}

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    near.disconnect();
    void addNext();
  },
  { rootMargin: `0px 0px ${NEAR}px` },
);

function watch(): void {
  const next = document.querySelector(NEXT);
  if (list && next) near.observe(next);
}

/** As many pages as the reader had, then the place where they were. */
async function restore({ more, top }: Kept): Promise<void> {
  while (added < more && (await addNext()));
  scrollTo(0, top);
}

addEventListener('pagehide', () => {
  if (added > 0)
    history.replaceState({ ...history.state, more: added, top: scrollY } satisfies Kept, '');
});
if (kept?.more) void restore(kept);
else watch();

// What was read can be read again without a network: worker/worker.ts.
addEventListener('load', () =>
  navigator.serviceWorker?.register('/phone-sw.js', { scope: '/phone' }).catch(() => {}),
);
