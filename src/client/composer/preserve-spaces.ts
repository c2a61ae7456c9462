/* Editors show each space; HTML collapses them. U+00A0 preserves the visible ones. */

const NO_BREAK = '\u00a0';

/** Of several spaces only the last can break. */
export const preserveSpaces = (text: string): string =>
  text.replace(/ {2,}/g, (run) => `${NO_BREAK.repeat(run.length - 1)} `);

/** The same for text outside code blocks; `starts`: it is the first of its line. */
export const preserveSpacesOfLine = (text: string, starts: boolean): string =>
  preserveSpaces(starts && text.startsWith(' ') ? NO_BREAK + text.slice(1) : text);

/** White space that HTML collapses: neither U+3000 nor U+00A0. */
const FOLDED = /[ \t\n\f\r]/;

export const foldSpaces = (text: string): string => text.replace(/[ \t\n\f\r]+/g, ' ');

/** Trims the collapsible white space at the ends. */
export function trimFolded(text: string, ends: { start?: boolean; end?: boolean } = {}): string {
  const { start = true, end = true } = ends;
  let [from, to] = [0, text.length];
  while (start && from < to && FOLDED.test(text.charAt(from))) from++;
  while (end && from < to && FOLDED.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
