import { CONFUSABLES } from './confusables.ts';

/** Signs and blanks; of the braille patterns the empty one. */
const PUNCTUATION = /^[\p{P}\p{Z}\u2800]$/u;
/** Signs of which some look like letters. */
const OTHER_SIGN = /^[\p{Sk}\p{Sm}\u02b0-\u02ff°¦]$/u;
/** Letters and digits that look like a dot or a dash beside other letters. */
const SIGN_LIKE = /^[ㆍ\u119eꞏ\u1427\u0660\u06f0\u0971\ua4f8-\ua4fd\u0640\u07fa]$/u;
const MARK = /^\p{M}$/u;
/** Marks change nothing about these: they stand behind them, as signs do. */
const IDEOGRAPH = /^\p{Script=Han}$/u;
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
  SIGN_LIKE.test(character) ||
  (OTHER_SIGN.test(character) && !LETTER.test(CONFUSABLES.get(character) ?? ''));

/**
 * A name without signs and blanks, and without the marks on those; one that has nothing else as it
 * is.
 */
function removeSigns(name: string): string {
  let letters = '';
  let takesMarks = false;
  for (const character of name.replace(UNSEEN, '')) {
    const isMark = MARK.test(character);
    const isKept: boolean = isMark ? takesMarks : !isNameSign(character);
    if (isKept) letters += character;
    if (!isMark) takesMarks = isKept && !IDEOGRAPH.test(character);
  }
  return letters || name;
}

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
