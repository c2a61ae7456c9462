import { CONFUSABLES } from './confusables.ts';

/** Signs and blanks, including the empty braille pattern. */
const PUNCTUATION = /^[\p{P}\p{Z}\u2800]$/u;
/** Signs, some of which look like letters. */
const OTHER_SIGN = /^[\p{Sk}\p{Sm}\u02b0-\u02ff°¦]$/u;
/** Letters and digits that look like a dot or a dash among other letters. */
const SIGN_LIKE = /^[ㆍ\u119eꞏ\u1427\u0660\u06f0\u0971\ua4f8-\ua4fd\u0640\u07fa]$/u;
const MARK = /^\p{M}$/u;
/** Marks follow these like signs, without changing them. */
const IDEOGRAPH = /^\p{Script=Han}$/u;
const LETTER = /[\p{L}\p{N}]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Each character's look-alike, without marks and invisible characters. */
const foldCharacters = (name: string): string =>
  [...name.normalize('NFKC').normalize('NFD').replace(UNSEEN, '')]
    .map((character) => CONFUSABLES.get(character) ?? character)
    .join('')
    .normalize('NFKD');

/** Whether a character only separates or follows letters in a name. */
export const isNameSign = (character: string): boolean =>
  PUNCTUATION.test(character) ||
  SIGN_LIKE.test(character) ||
  (OTHER_SIGN.test(character) && !LETTER.test(CONFUSABLES.get(character) ?? ''));

/** Removes signs, blanks and their marks; a name of signs alone remains unchanged. */
function removeSigns(name: string): string {
  let letters = '';
  let takesMarks = false;
  for (const character of name.replace(UNSEEN, '')) {
    const isMark = MARK.test(character);
    const isIncluded: boolean = isMark ? takesMarks : !isNameSign(character);
    if (isIncluded) letters += character;
    if (!isMark) takesMarks = isIncluded && !IDEOGRAPH.test(character);
  }
  return letters || name;
}

/**
 * Names that look alike have the same appearance; for comparison only. UTS 39's skeleton, applied
 * twice because look-alikes need normalization too, in lower case. Signs and blanks are ignored.
 */
export const appearanceOf = (name: string): string =>
  foldCharacters(foldCharacters(removeSigns(name.normalize('NFKC'))))
    .toLowerCase()
    .normalize('NFD');
