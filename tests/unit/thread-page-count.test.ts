import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import {
  formatPageCount,
  MAX_EXACT_PAGES,
  PAGE_COUNT_STEPS,
  toThreadPageCount,
} from '#contracts/thread-page-count.ts';

/* The number of pages on a thread’s pages. A new page invalidates exact numbers, a step all. */

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** All pages of threads with up to 500 pages, with the number that each shows. */
const ALL = range(500).flatMap((pages) =>
  range(pages).map((page) => ({ page, pages, shown: toThreadPageCount(page, pages) })),
);

test('[R24] a page that doesn’t show the exact number of pages changes at steps only', () => {
  const changing = ALL.filter(
    ({ page, pages, shown }) =>
      shown.hasMore &&
      !PAGE_COUNT_STEPS.includes(pages) &&
      !isDeepStrictEqual(toThreadPageCount(page, pages + 1), shown),
  );
  expect(changing).toEqual([]);
});

test('[R24] each page names an existing page after it, and says whether others follow', () => {
  const wrong = ALL.filter(
    ({ page, pages, shown }) =>
      shown.pages > pages ||
      shown.pages < Math.min(page + 1, pages) ||
      shown.hasMore !== shown.pages < pages,
  );
  expect(wrong).toEqual([]);
});

test('[R24] short threads, and the first and last pages of long ones, show the exact number', () => {
  for (const page of range(MAX_EXACT_PAGES))
    expect(toThreadPageCount(page, MAX_EXACT_PAGES)).toEqual({
      pages: MAX_EXACT_PAGES,
      hasMore: false,
    });
  for (const page of [1, 58, 59, 60])
    expect(toThreadPageCount(page, 60)).toEqual({ pages: 60, hasMore: false });
});

test('[R40] steps are a third to a half apart, so a new page renders four pages more at most, on average', () => {
  for (const [index, step] of PAGE_COUNT_STEPS.entries()) {
    const previous = PAGE_COUNT_STEPS[index - 1] ?? MAX_EXACT_PAGES;
    expect(step / (step - previous)).toBeLessThanOrEqual(4);
  }
});

test('[R24] readers see 24+ for a number that others follow', () => {
  expect([57, 60].map((page) => formatPageCount(toThreadPageCount(page, 60)))).toEqual([
    '58+',
    '60',
  ]);
  expect(formatPageCount(toThreadPageCount(5, 31))).toBe('24+');
});
