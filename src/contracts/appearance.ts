import { CONFUSABLES } from './confusables.ts';

/** Signs and blanks; of the braille patterns the empty one. */
const PUNCTUATION = /^[\p{P}\p{Z}\u2800]$/u;
/** Signs of which some look like letters. */
const OTHER_SIGN = /^[\p{Sk}\p{Sm}\u02b0-\u02ff]$/u;
const LETTER = /[\p{L}\p{N}]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Each character as what it looks like, without marks of normalization and what nobody sees. */
const foldCharacters = (name: string): string =>
  [...name.normalize('NFKC').normalize('NFD').replace(UNSEEN, '')]
    .map((character) => CONFUSABLES.get(character) ?? character)
    .join('')
    .normalize('NFKD');

/** Whether a character only stands between or behind the letters of a name. */
export const isNameSign = (character: string): boolean =>
  PUNCTUATION.test(character) ||
  (OTHER_SIGN.test(character) && !LETTER.test(CONFUSABLES.get(character) ?? ''));

/** A name without signs and blanks; one that has nothing else as it is. */
const removeSigns = (name: string): string =>
  [...name.replace(UNSEEN, '')].filter((character) => !isNameSign(character)).join('') || name;

/**
 * A name as it looks: two names that can't be told apart have the same appearance. UTS 39's
 * skeleton, twice, as what is looked like is normalized too, and in lower case, so that capitals
 * don't hide a likeness. Signs and blanks make no other name, wherever they stand. It is for
 * comparing, never for showing.
 */
export const appearanceOf = (name: string): string =>
  foldCharacters(foldCharacters(removeSigns(name.normalize('NFKC'))))
    .toLowerCase()
    .normalize('NFD');
