/** A pager's numbers, with `undefined` for a gap: 1 2 3 … 49. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const nearPages =
    page <= 3
      ? [1, 2, 3, 4]
      : page >= pages - 2
        ? [pages - 3, pages - 2, pages - 1, pages]
        : [page - 1, page, page + 1];
  const shownPages = [...new Set([1, ...nearPages, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b);
  return shownPages.flatMap((one, index) => {
    const gap = one - (shownPages[index - 1] ?? one - 1) - 1;
    // A gap of one page is as wide as its number.
    return gap === 0 ? [one] : gap === 1 ? [one - 1, one] : [undefined, one];
  });
}
