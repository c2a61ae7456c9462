/** Titles of visible rows: rows of ignored members have no box. */
const listTitles = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main li a.subject')].filter(
    (title) => title.getClientRects().length > 0,
  );

/**
 * Focuses the title of the next (1) or previous (-1) row, without wrapping. Without a focused row,
 * it starts at the window's top. Returns whether the page has a row (R7, R42).
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
