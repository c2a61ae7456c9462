import { escapeRegExp } from '#contracts/escape-regexp.ts';

const SEPARATORS_PATTERN = '[\\s\\p{P}\\p{S}\\p{Cf}]*';

/** Matches words nearly as the server does: in any case, with characters between the letters. */
export function wordsPattern(words: readonly string[]): RegExp | undefined {
  const parts = words
    .map((word) => [...word.replace(/\s/gu, '')].map(escapeRegExp).join(SEPARATORS_PATTERN))
    .filter(Boolean);
  return parts.length > 0 ? new RegExp(parts.join('|'), 'giu') : undefined;
}
