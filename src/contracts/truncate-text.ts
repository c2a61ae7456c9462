import { segmenter } from './characters.ts';

/** UTF-16 units per character on average, so that stacked marks can't make a text long. */
const MAX_UTF16_UNITS_PER_CHARACTER = 16;
/** The same for texts cut without an ellipsis. */
const MAX_UTF16_UNITS_PER_FIRST_CHARACTER = 8;

/** As many whole characters as fit both limits. */
function takeCharacters(text: string, length: number, maxUnits: number): string {
  let end = 0;
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    count++;
    if (count > length || index + segment.length > maxUnits) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Splits no emoji, flag or letter with marks, except excessive marks. */
export function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  const maxUnits = length * MAX_UTF16_UNITS_PER_FIRST_CHARACTER;
  return takeCharacters(text.slice(0, maxUnits), length, maxUnits);
}

/** Cuts a text to `length` characters, never within one. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const maxUnits = length * MAX_UTF16_UNITS_PER_CHARACTER;
  if (takeCharacters(text, length, maxUnits) === text) return text;
  return `${takeCharacters(text, length - 1, maxUnits).trimEnd()}…`;
}
