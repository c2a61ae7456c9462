import { segmenter } from '#contracts/characters.ts';

/** Texts in which each code unit is a character: they need no costly segmenter. */
const SINGLE_UNIT_PATTERN = /^[\x20-\x7e\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** User-perceived characters (grapheme clusters). */
export const splitCharacters = (text: string): string[] =>
  SINGLE_UNIT_PATTERN.test(text)
    ? text.split('')
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
