import { escapeRegExp } from '#contracts/escape-regexp.ts';
import type { Term } from './query.ts';
import { fold } from './tokens.ts';

/* The text of a hit as HTML: matches in <em>, everything else escaped. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const TAG = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const BLOCK_END = /<\/(?:p|div|li|h[1-6]|pre|blockquote|tr|td|th|dt|dd|figcaption)>|<br>/g;

/** A character by its number, as HTML reads it. */
const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

/** Sanitized HTML as a reader sees it, white space folded. */
export const plainText = (html: string): string =>
  html
    .replace(BLOCK_END, ' ')
    .replace(TAG, '')
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d+));/g, (_, name: string | undefined, code: string) =>
      name ? (ENTITIES[name] as string) : characterOf(Number(code)),
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

const HAN = /^\p{Script=Han}/u;
/** What words of letters are made of, and go on with; Chinese may touch them. */
const LETTER = '[[\\p{L}\\p{N}]--\\p{Script=Han}]';
const MORE = '[[\\p{L}\\p{N}\\p{M}]--\\p{Script=Han}]';

/**
 * A word that isn't the rest of another one, nor its beginning unless it is open. Looks behind only
 * where the word stands: marks pile up without end.
 */
function letters(word: string, open: boolean): string {
  const pattern = escapeRegExp(word);
  return `${pattern}(?<!${LETTER}\\p{M}*${pattern})${open ? `${MORE}*` : `(?!${MORE})`}`;
}

/** What of a folded text matches; undefined when nothing could. */
export function matcher(terms: readonly Term[]): RegExp | undefined {
  const tokens = terms.flatMap(({ whole, parts, prefix }) =>
    [whole, ...parts.filter((part) => part.length > 1)].map((token) => ({ token, prefix })),
  );
  if (tokens.length === 0) return undefined;
  const patterns = tokens
    .sort((a, b) => b.token.length - a.token.length)
    .map(({ token, prefix }) => (HAN.test(token) ? escapeRegExp(token) : letters(token, prefix)));
  return new RegExp(patterns.join('|'), 'gv');
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/**
 * Texts in which each code unit is a character of its own: what segmenting costs is for the others.
 */
const PLAIN = /^[\x20-\x7e\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** What people take for one character each; a cut between two of them cuts none. */
const charactersOf = (text: string): string[] =>
  PLAIN.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as HTML: whole characters that a match touches in <em>, everything else escaped. */
export function highlight(text: string, matches: RegExp | undefined): string {
  if (!matches) return escapeHtml(text);
  const characters = charactersOf(text);
  const folded = characters.map(fold);
  const found = Array.from(folded.join('').matchAll(matches), ({ index, 0: match }) => ({
    from: index,
    to: index + match.length,
  }));
  let html = '';
  let pending = '';
  let marked = false;
  let match = 0;
  let end = 0;
  const flush = (): void => {
    html += marked ? `<em>${escapeHtml(pending)}</em>` : escapeHtml(pending);
    pending = '';
  };
  characters.forEach((character, index) => {
    const start = end;
    end += (folded[index] as string).length;
    while ((found[match]?.to ?? end + 1) <= start) match++;
    const inside = (found[match]?.from ?? end) < end;
    if (inside !== marked) flush();
    marked = inside;
    pending += character;
  });
  flush();
  return html;
}

/** Characters of an excerpt, and how many code units of it may stand before the first match. */
const EXCERPT = 160;
const BEFORE = 40;
/**
 * Code units that are looked at for so many characters: emoji have up to a dozen, marks can be
 * piled up without end.
 */
const WINDOW = EXCERPT * 4;
/** Code units of the longest character that is kept whole. */
const LONGEST_CHARACTER = 64;

/** Where a text's first match begins, or nearly: folding may have moved it. */
function firstMatch(text: string, matches: RegExp): number {
  const folded = fold(text);
  const at = folded.search(matches);
  if (at <= 0 || folded.length === text.length) return Math.max(0, at);
  let length = 0;
  let index = 0;
  for (const character of text) {
    if (length >= at) break;
    length += fold(character).length;
    index += character.length;
  }
  return index;
}

/**
 * The beginning of the character that an index lies in; one with endless marks is cut, though never
 * between surrogates.
 */
function beginningAt(text: string, index: number): number {
  const beginning = segmenter.segment(text).containing(index)?.index ?? text.length;
  if (index - beginning <= LONGEST_CHARACTER) return beginning;
  return /^[\udc00-\udfff]/.test(text.slice(index)) ? index - 1 : index;
}

/** The stretch of a text around its first match. */
export function excerptAround(text: string, matches: RegExp | undefined): string {
  const first = matches ? firstMatch(text, matches) : 0;
  const from = first <= BEFORE ? 0 : beginningAt(text, first - BEFORE);
  const to = beginningAt(text, from + WINDOW);
  const characters = charactersOf(text.slice(from, to));
  const cut = characters.length > EXCERPT || to < text.length;
  return `${from > 0 ? '…' : ''}${characters.slice(0, EXCERPT).join('')}${cut ? '…' : ''}`;
}
