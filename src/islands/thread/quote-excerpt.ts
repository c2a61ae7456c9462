/** Characters of a quoted reply that are shown; as many as pages show. */
const QUOTE_LENGTH = 120;

/** The beginning of what somebody wrote, as plain text. */
export const quoteExcerpt = (prose: Element | null): string =>
  (prose?.textContent ?? '').trim().replace(/\s+/gu, ' ').slice(0, QUOTE_LENGTH);
