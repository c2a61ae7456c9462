/**
 * UTF-16 units that a character has on average at most, however many marks are put onto it: what is
 * shown stays short.
 */
const MAX_UTF16_UNITS_PER_CHARACTER = 16;
const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * The beginning of a text, of no more characters than that as people count them; cut between two of
 * them, never within.
 */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    count++;
    if (count > length || index + segment.length > length * MAX_UTF16_UNITS_PER_CHARACTER)
      return `${text.slice(0, end).trimEnd()}…`;
    if (count < length) end = index + segment.length;
  }
  return text;
}
