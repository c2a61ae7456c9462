/** Characters of a quoted reply that are shown; as many as pages show. */
const QUOTED = 120;

/** The beginning of what somebody wrote, as plain text. */
export const glimpse = (prose: Element | null): string =>
  (prose?.textContent ?? '').trim().replace(/\s+/gu, ' ').slice(0, QUOTED);
