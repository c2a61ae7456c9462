/*
 * Editors show each space; pages fold several into one, and drop those at the beginning of a line.
 * Spaces that a reader is to see don't break (U+00A0).
 */

const NO_BREAK = '\u00a0';

/** The same text for a page: of several spaces only the last can break. */
export const keepSpaces = (text: string): string =>
  text.replace(/ {2,}/g, (run) => `${NO_BREAK.repeat(run.length - 1)} `);

/** Text outside of code blocks with each of its spaces; `starts`: it is the first of its line. */
export const keepSpacesOfLine = (text: string, starts: boolean): string =>
  keepSpaces(starts && text.startsWith(' ') ? NO_BREAK + text.slice(1) : text);

/** White space that pages fold: not that of CJK text, and not what doesn't break. */
const FOLDED = /[ \t\n\f\r]/;

/** A text as a page shows it. */
export const foldSpaces = (text: string): string => text.replace(/[ \t\n\f\r]+/g, ' ');

/** Without the white space at its ends that pages drop. */
export function trimFolded(text: string, ends: { start?: boolean; end?: boolean } = {}): string {
  const { start = true, end = true } = ends;
  let [from, to] = [0, text.length];
  while (start && from < to && FOLDED.test(text.charAt(from))) from++;
  while (end && from < to && FOLDED.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
