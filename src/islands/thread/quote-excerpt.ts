/** Characters of a quoted reply that are shown, as on published pages. */
const QUOTE_LENGTH = 120;

/** The beginning of a message as plain text. */
export const quoteExcerpt = (prose: Element | null): string =>
  (prose?.textContent ?? '').trim().replace(/\s+/gu, ' ').slice(0, QUOTE_LENGTH);
