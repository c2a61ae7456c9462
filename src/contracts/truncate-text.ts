import { segmenter } from './characters.ts';

/**
 * UTF-16 units that a character has on average at most, however many marks are put onto it: what is
 * shown stays short.
 */
const MAX_UTF16_UNITS_PER_CHARACTER = 16;
/** The same where a text is cut without a sign of it. */
const MAX_UTF16_UNITS_PER_FIRST_CHARACTER = 8;

/** As many whole characters of a text's beginning as are within both limits. */
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

/**
 * The first characters of a text as people count them: no emoji, flag or letter with its marks is
 * cut, but for marks beyond all use.
 */
export function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  const maxUnits = length * MAX_UTF16_UNITS_PER_FIRST_CHARACTER;
  return takeCharacters(text.slice(0, maxUnits), length, maxUnits);
}

/**
 * The beginning of a text, of no more characters than that as people count them; cut between two of
 * them, never within.
 */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const maxUnits = length * MAX_UTF16_UNITS_PER_CHARACTER;
  if (takeCharacters(text, length, maxUnits) === text) return text;
  return `${takeCharacters(text, length - 1, maxUnits).trimEnd()}…`;
}
