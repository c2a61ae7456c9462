/** Of the brand mark (tokens.css has it as --brand). */
const BRAND_COLOUR = '#0081ff';
const MARK_PATH =
  '<path d="M7.5 6.5v12.5h12M7.5 9.5a9.5 9.5 0 0 1 9.5 9.5" fill="none" stroke="#fff" stroke-width="2"/>';

/**
 * The brand mark as a drawing. `round`: on a tile with round corners, as it stands in pages.
 * Without it the colour fills the whole square, and the mark keeps to the circle in the middle of
 * which no system cuts anything off.
 */
export function brandMark({ round }: { round: boolean }): string {
  const [box, tile] = round
    ? ['0 0 26 26', '<rect width="26" height="26" rx="6"']
    : ['-2 -2 30 30', '<path d="M-2-2h30v30h-30z"'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${tile} fill="${BRAND_COLOUR}"/>${MARK_PATH}</svg>`;
}

/** The brand mark as a data address: a page asks for no icon file. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(brandMark({ round: true }))}`;
