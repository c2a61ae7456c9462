/*
 * A reply that opens a page must not render all pages of a long thread again. Its middle pages show
 * a number of pages that seldom changes: src/decisions/thread-pages.md.
 */

/** Threads with at most this many pages show their exact number on each. */
export const MAX_EXACT_PAGES = 16;

/**
 * Numbers of pages that middle pages show: 24, 32, 48, 64 … They change with the page after. Each
 * is a third or a half more than the one before.
 */
export const PAGE_COUNT_STEPS: readonly number[] = Array.from({ length: 20 }, (_, index) => {
  const power = MAX_EXACT_PAGES * 2 ** (index >> 1);
  return index % 2 === 0 ? power * 1.5 : power * 2;
});

export interface ThreadPageCount {
  /** Pages that exist; all of them if `hasMore` is false. */
  pages: number;
  hasMore: boolean;
}

/** The number of pages as one of them shows it, given the exact one. */
export function toThreadPageCount(page: number, pages: number): ThreadPageCount {
  if (pages <= MAX_EXACT_PAGES || page === 1 || page >= pages - 2) return { pages, hasMore: false };
  const step = PAGE_COUNT_STEPS.findLast((one) => one < pages) ?? MAX_EXACT_PAGES;
  return { pages: Math.max(step, page + 1), hasMore: true };
}

/** The number for readers: 14, or 24+ if pages follow. */
export const formatPageCount = ({ pages, hasMore }: ThreadPageCount): string =>
  hasMore ? `${pages}+` : String(pages);
