/*
 * The phone site's script beside that of all pages: it appends the next page when the reader comes
 * near the end of a list, and restores all of them on Back (R4). It imports nothing, as site.ts.
 */

interface SavedScroll {
  /** Pages that were added to this one. */
  more: number;
  /** Where the reader was, in CSS pixels. */
  top: number;
}

const LIST_SELECTOR = '[data-more]';
const PREV_NEXT_SELECTOR = '.turn';
const NEXT_SELECTOR = '.turn [rel=next]';
/** Pixels below the window in which the next page is fetched. */
const PREFETCH_PIXELS = 900;

const list = document.querySelector(LIST_SELECTOR);
const saved = history.state as SavedScroll | null;
let appendedPages = 0;

/**
 * A page of this site; null when it can't be had. It comes as a document, as fetch can't have it:
 * of a text the browser would want to know who says that it is safe.
 */
const loadPage = (address: string): Promise<Document | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
    request.send();
  });

/**
 * Fetches the page after the last one here and adds what it lists; false when there is none, or it
 * can't be had.
 */
async function appendNextPage(): Promise<boolean> {
  const next = document.querySelector<HTMLAnchorElement>(NEXT_SELECTOR);
  if (!list || !next) return false;
  const page = await loadPage(next.href);
  if (!page) return false;
  // of two symbols with the same id the first is used
  document.body.append(page.querySelector('svg:has(> symbol)') ?? '');
  for (const item of page.querySelectorAll(
    `${LIST_SELECTOR} > :is(li:not(.pinned), .reply:not(.featured))`,
  )) {
    // an item of the previous page that has moved here because something was written meanwhile
    const existing = item.id
      ? document.getElementById(item.id)
      : list.querySelector(`[href="${item.querySelector('.subject')?.getAttribute('href')}"]`);
    if (!existing) list.append(item);
  }
  const after = page.querySelector(PREV_NEXT_SELECTOR);
  after?.querySelector('[rel=prev]')?.remove();
  document.querySelector(PREV_NEXT_SELECTOR)?.replaceWith(after ?? '');
  appendedPages++;
  document.dispatchEvent(new Event('more'));
  observeNext();
  return true;
}

const nextObserver = new IntersectionObserver(
  (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    nextObserver.disconnect();
    void appendNextPage();
  },
  { rootMargin: `0px 0px ${PREFETCH_PIXELS}px` },
);

function observeNext(): void {
  const next = document.querySelector(NEXT_SELECTOR);
  if (list && next) nextObserver.observe(next);
}

/** Appends as many pages as the reader had, and scrolls to their position. */
async function restoreScroll({ more, top }: SavedScroll): Promise<void> {
  while (appendedPages < more && (await appendNextPage()));
  scrollTo(0, top);
}

addEventListener('pagehide', () => {
  if (appendedPages > 0)
    history.replaceState(
      { ...history.state, more: appendedPages, top: scrollY } satisfies SavedScroll,
      '',
    );
});
if (saved?.more) void restoreScroll(saved);
else observeNext();

// Pages that were read can be read again without a network: service-worker/service-worker.ts.
const rules = { createScriptURL: () => '/phone-sw.js' };
const address = window.trustedTypes?.createPolicy('phone-worker', rules) ?? rules;
addEventListener('load', () =>
  navigator.serviceWorker
    ?.register(address.createScriptURL(''), { scope: '/phone' })
    .catch(() => {}),
);
