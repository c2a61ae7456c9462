import { segmenter } from '#contracts/characters.ts';
import { foldForSearch } from './fold-for-search.ts';
import { splitCharacters } from './split-characters.ts';

/** Characters of an excerpt, and how many code units of it may stand before the first match. */
const EXCERPT_CHARACTERS = 160;

const MAX_UNITS_BEFORE_MATCH = 40;

/**
 * Code units that are looked at for so many characters: emoji have up to a dozen, marks can be
 * piled up without end.
 */
const EXCERPT_WINDOW_UNITS = EXCERPT_CHARACTERS * 4;

/** Code units within which the word that would be cut must end. */
const MAX_WORD_UNITS = 16;

const WORD_CHARACTER = /^[!-~]$/;
/** What is left of a word, with the spaces behind it; marks that belong to a space stay with it. */
const REST_OF_WORD = /^[!-~]*\s+(?=[!-~\u4e00-\u9fff])/;
const BEGUN_WORD = /\s[!-~]{1,16}$/;

/** Code units of the longest character that is kept whole. */
const MAX_CHARACTER_UNITS = 64;

/** Where a text's first match begins, or nearly: folding may have moved it. */
function findFirstMatch(text: string, matches: RegExp): number {
  const folded = foldForSearch(text);
  const at = folded.search(matches);
  if (at <= 0 || folded.length === text.length) return Math.max(0, at);
  let length = 0;
  let index = 0;
  for (const character of text) {
    if (length >= at) break;
    length += foldForSearch(character).length;
    index += character.length;
  }
  return index;
}

/**
 * The beginning of the character that an index lies in; one with endless marks is cut, though never
 * between surrogates.
 */
function findCharacterStart(text: string, index: number): number {
  const beginning = segmenter.segment(text).containing(index)?.index ?? text.length;
  if (index - beginning <= MAX_CHARACTER_UNITS) return beginning;
  return /^[\udc00-\udfff]/.test(text.slice(index)) ? index - 1 : index;
}

/** The next word's beginning for an index inside of a word, if it is near and before `end`. */
function skipCutWord(text: string, index: number, end: number): number {
  if (!WORD_CHARACTER.test(text.charAt(index - 1))) return index;
  const rest = REST_OF_WORD.exec(text.slice(index, index + MAX_WORD_UNITS))?.[0] ?? '';
  return index + rest.length < end ? index + rest.length : index;
}

/** A text's beginning without the word that its end cuts, if that is a short one. */
const dropCutWord = (beginning: string, next: string): string =>
  WORD_CHARACTER.test(next) ? beginning.replace(BEGUN_WORD, '').trimEnd() : beginning;

/** The stretch of a text around its first match, in whole words where words have spaces. */
export function createExcerpt(text: string, matches: RegExp | undefined): string {
  const first = matches ? findFirstMatch(text, matches) : 0;
  const from =
    first <= MAX_UNITS_BEFORE_MATCH
      ? 0
      : skipCutWord(text, findCharacterStart(text, first - MAX_UNITS_BEFORE_MATCH), first);
  const to = findCharacterStart(text, from + EXCERPT_WINDOW_UNITS);
  const characters = splitCharacters(text.slice(from, to));
  const beginning = characters.slice(0, EXCERPT_CHARACTERS).join('');
  const next = text.slice(from + beginning.length, from + beginning.length + 1);
  const mark = from > 0 ? '…' : '';
  return next === '' ? mark + beginning : `${mark}${dropCutWord(beginning, next)}…`;
}
