import { segmenter } from '#contracts/characters.ts';
import { foldForSearch } from './fold-for-search.ts';
import { splitCharacters } from './split-characters.ts';

/** Characters of an excerpt, and the code units allowed before the first match. */
const EXCERPT_CHARACTERS = 160;

const MAX_UNITS_BEFORE_MATCH = 40;

/** Code units read for an excerpt: emoji have up to a dozen, combining marks are unlimited. */
const EXCERPT_WINDOW_UNITS = EXCERPT_CHARACTERS * 4;

/** A longer word is cut. */
const MAX_WORD_UNITS = 16;

const WORD_CHARACTER = /^[!-~]$/;
/** The rest of a word with its spaces, including marks that belong to a space. */
const REST_OF_WORD = /^[!-~]*\s+(?=[!-~\u4e00-\u9fff])/;
const BEGUN_WORD = /\s[!-~]{1,16}$/;

/** Code units of the longest character that is never cut. */
const MAX_CHARACTER_UNITS = 64;

/** Approximate index of the first match: folding may have shifted it. */
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

/** Start of the character at an index. Endless marks are cut, surrogate pairs never. */
function findCharacterStart(text: string, index: number): number {
  const beginning = segmenter.segment(text).containing(index)?.index ?? text.length;
  if (index - beginning <= MAX_CHARACTER_UNITS) return beginning;
  return /^[\udc00-\udfff]/.test(text.slice(index)) ? index - 1 : index;
}

/** Start of the next word for an index inside a word, if it is near and before `end`. */
function skipCutWord(text: string, index: number, end: number): number {
  if (!WORD_CHARACTER.test(text.charAt(index - 1))) return index;
  const rest = REST_OF_WORD.exec(text.slice(index, index + MAX_WORD_UNITS))?.[0] ?? '';
  return index + rest.length < end ? index + rest.length : index;
}

/** The text without a short word that its end cuts. */
const dropCutWord = (beginning: string, next: string): string =>
  WORD_CHARACTER.test(next) ? beginning.replace(BEGUN_WORD, '').trimEnd() : beginning;

/** The part of a text around its first match, in whole words. */
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
