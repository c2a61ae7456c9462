/** The titles of a list's rows that the page shows: a row of an ignored member has no box. */
const listTitles = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main li a.subject')].filter(
    (title) => title.getClientRects().length > 0,
  );

/**
 * Moves the focus to the title of the next (1) or previous (-1) row of the page's lists, and stays
 * at their ends. Without a focused row it starts at the first title below the top of the window, or
 * at the last one above it. Returns whether the page has a row (R7, R42).
 */
export function moveInList(step: 1 | -1): boolean {
  const titles = listTitles();
  const row = document.activeElement?.closest('li');
  const current = titles.findIndex((title) => row?.contains(title));
  const first = titles.findIndex((title) => title.getBoundingClientRect().top >= 0);
  const below = first < 0 ? titles.length : first;
  const next = current < 0 ? (step > 0 ? below : below - 1) : current + step;
  titles[Math.min(Math.max(next, 0), titles.length - 1)]?.focus();
  return titles.length > 0;
}
