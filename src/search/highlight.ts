import { escapeRegExp } from '#contracts/escape-regexp.ts';
import { foldForSearch } from './tokenize.ts';
import type { Term } from './tsquery.ts';

/* The text of a hit as HTML: matches in <em>, everything else escaped. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const TAG_PATTERN = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const BLOCK_END_PATTERN = /<\/(?:p|div|li|h[1-6]|pre|blockquote|tr|td|th|dt|dd|figcaption)>|<br>/g;

/** A character by its number, as HTML reads it. */
const toCharacter = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

/** Sanitized HTML as a reader sees it, white space folded. */
export const htmlToPlainText = (html: string): string =>
  html
    .replace(BLOCK_END_PATTERN, ' ')
    .replace(TAG_PATTERN, '')
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d+));/g, (_, name: string | undefined, code: string) =>
      name ? (ENTITIES[name] as string) : toCharacter(Number(code)),
    )
    .replace(/\s+/gu, ' ')
    .trim();

const escapeHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');

const HAN_PATTERN = /^\p{Script=Han}/u;
/** What words of letters are made of, and go on with; Chinese may touch them. */
const LETTER_CLASS = '[[\\p{L}\\p{N}]--\\p{Script=Han}]';
const WORD_CHARACTER_CLASS = '[[\\p{L}\\p{N}\\p{M}]--\\p{Script=Han}]';

/**
 * A word that isn't the rest of another one, nor its beginning unless it is open. Looks behind only
 * where the word stands: marks pile up without end.
 */
function toWordPattern(word: string, isPrefix: boolean): string {
  const pattern = escapeRegExp(word);
  const end = isPrefix ? `${WORD_CHARACTER_CLASS}*` : `(?!${WORD_CHARACTER_CLASS})`;
  return `${pattern}(?<!${LETTER_CLASS}\\p{M}*${pattern})${end}`;
}

/** What of a folded text matches; undefined when nothing could. */
export function createMatcher(terms: readonly Term[]): RegExp | undefined {
  const tokens = terms.flatMap(({ whole, parts, prefix }) =>
    [whole, ...parts.filter((part) => part.length > 1)].map((token) => ({ token, prefix })),
  );
  if (tokens.length === 0) return undefined;
  const patterns = tokens
    .sort((a, b) => b.token.length - a.token.length)
    .map(({ token, prefix }) =>
      HAN_PATTERN.test(token) ? escapeRegExp(token) : toWordPattern(token, prefix),
    );
  return new RegExp(patterns.join('|'), 'gv');
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/**
 * Texts in which each code unit is a character of its own: what segmenting costs is for the others.
 */
const SINGLE_UNIT_PATTERN = /^[\x20-\x7e\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** What people take for one character each; a cut between two of them cuts none. */
const splitCharacters = (text: string): string[] =>
  SINGLE_UNIT_PATTERN.test(text)
    ? text.split('')
    : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as HTML: whole characters that a match touches in <em>, everything else escaped. */
export function highlight(text: string, matches: RegExp | undefined): string {
  if (!matches) return escapeHtml(text);
  const characters = splitCharacters(text);
  const folded = characters.map(foldForSearch);
  const ranges = Array.from(folded.join('').matchAll(matches), ({ index, 0: rangeIndex }) => ({
    from: index,
    to: index + rangeIndex.length,
  }));
  let html = '';
  let pending = '';
  let isMarked = false;
  let match = 0;
  let end = 0;
  const flush = (): void => {
    html += isMarked ? `<em>${escapeHtml(pending)}</em>` : escapeHtml(pending);
    pending = '';
  };
  characters.forEach((character, index) => {
    const start = end;
    end += (folded[index] as string).length;
    while ((ranges[match]?.to ?? end + 1) <= start) match++;
    const isInside = (ranges[match]?.from ?? end) < end;
    if (isInside !== isMarked) flush();
    isMarked = isInside;
    pending += character;
  });
  flush();
  return html;
}

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
