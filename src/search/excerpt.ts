import { foldForSearch } from './fold-for-search.ts';
import { segmenter, splitCharacters } from './split-characters.ts';

/** Characters of an excerpt, and how many code units of it may stand before the first match. */
const EXCERPT_CHARACTERS = 160;

const MAX_UNITS_BEFORE_MATCH = 40;

/**
 * Code units that are looked at for so many characters: emoji have up to a dozen, marks can be
 * piled up without end.
 */
const EXCERPT_WINDOW_UNITS = EXCERPT_CHARACTERS * 4;

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

/** The stretch of a text around its first match. */
export function createExcerpt(text: string, matches: RegExp | undefined): string {
  const first = matches ? findFirstMatch(text, matches) : 0;
  const from =
    first <= MAX_UNITS_BEFORE_MATCH ? 0 : findCharacterStart(text, first - MAX_UNITS_BEFORE_MATCH);
  const to = findCharacterStart(text, from + EXCERPT_WINDOW_UNITS);
  const characters = splitCharacters(text.slice(from, to));
  const cut = characters.length > EXCERPT_CHARACTERS || to < text.length;
  return `${from > 0 ? '…' : ''}${characters.slice(0, EXCERPT_CHARACTERS).join('')}${cut ? '…' : ''}`;
}
