/* Phone script: appends the next page at a list's end; Back restores all (R4). No imports. */

interface SavedScroll {
  more: number;
  /** Scroll position in CSS pixels. */
  top: number;
}

const LIST_SELECTOR = '[data-more]';
const PREV_NEXT_SELECTOR = '.turn';
const NEXT_SELECTOR = '.turn [rel=next]';
/** Distance from the window to the list's end, at which the next page is fetched. */
const PREFETCH_PIXELS = 900;

const list = document.querySelector(LIST_SELECTOR);
const saved = history.state as SavedScroll | null;
let appendedPages = 0;

/**
 * Loads a page of this site; null on failure. XMLHttpRequest parses it as a document: HTML text
 * from fetch would need a Trusted Types policy.
 */
const loadPage = (address: string): Promise<Document | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
    request.send();
  });

/** Appends the items of the next page; false if there is none or it fails. */
async function appendNextPage(): Promise<boolean> {
  const next = document.querySelector<HTMLAnchorElement>(NEXT_SELECTOR);
  if (!list || !next) return false;
  const page = await loadPage(next.href);
  if (!page) return false;
  // the first of two symbols with the same id wins
  document.body.append(page.querySelector('svg:has(> symbol)') ?? '');
  for (const item of page.querySelectorAll(
    `${LIST_SELECTOR} > :is(li:not(.pinned), .reply:not(.featured))`,
  )) {
    // an item of the previous page that moved here because something was posted meanwhile
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

// Registers the worker for offline reading: service-worker/service-worker.ts.
const rules = { createScriptURL: () => '/phone-sw.js' };
const address = window.trustedTypes?.createPolicy('phone-worker', rules) ?? rules;
addEventListener('load', () =>
  navigator.serviceWorker
    ?.register(address.createScriptURL(''), { scope: '/phone' })
    .catch(() => {}),
);
