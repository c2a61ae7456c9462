import { segmenter } from '#contracts/characters.ts';

/**
 * Texts in which each code unit is a character of its own: what segmenting costs is for the others.
 */
const SINGLE_UNIT_PATTERN = /^[\x20-\x7e\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** What people take for one character each; a cut between two of them cuts none. */
export const splitCharacters = (text: string): string[] =>
  SINGLE_UNIT_PATTERN.test(text)
    ? text.split('')
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
