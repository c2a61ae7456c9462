import { escapeAttribute } from '#contracts/escape-html.ts';
import { escapeRegExp } from '#contracts/escape-regexp.ts';
import { foldForSearch } from './fold-for-search.ts';
import { splitCharacters } from './split-characters.ts';
import { addNumberMarks, HAN_PATTERN } from './tokenize.ts';
import type { Term } from './tsquery.ts';

/* The text of a hit as HTML: matches in <em>, everything else escaped. */

/** Characters of words in alphabetic scripts; Chinese may touch them. */
const LETTER_CLASS = '[[\\p{L}\\p{N}]--\\p{Script=Han}]';
const WORD_CHARACTER_CLASS = '[[\\p{L}\\p{N}\\p{M}]--\\p{Script=Han}]';

/** A whole word, or its beginning. The lookbehind is last: combining marks are unlimited. */
function toWordPattern(word: string, isPrefix: boolean): string {
  const pattern = escapeRegExp(word);
  const end = isPrefix ? `${WORD_CHARACTER_CLASS}*` : `(?!${WORD_CHARACTER_CLASS})`;
  return `${pattern}(?<!${LETTER_CLASS}\\p{M}*${pattern})${end}`;
}

/** Endings that stemWord removes. */
const ENDINGS =
  "e|es|s|'s|ed|er|ers|ing|ings|ion|ions|or|ors|ment|ments|ly|able|al|ally|ive|ity|ness";

/** An English stem with any ending: its y became an i, its last letter may be doubled. */
function toInflectedPattern(stem: string): string {
  const root = stem.endsWith('i') ? `${stem.slice(0, -1)}[iy]` : `${stem}${stem.at(-1)}?`;
  return `${root}(?<!${LETTER_CLASS}\\p{M}*${root})(?:${ENDINGS})?(?!${WORD_CHARACTER_CLASS})`;
}

/** A pattern for folded text; undefined if nothing can match. */
export function createMatcher(asked: readonly Term[]): RegExp | undefined {
  const terms = asked.flatMap((one) => [one, ...(one.synonyms ?? []).flat()]);
  const tokens = terms.flatMap(({ whole, parts, prefix }) =>
    [whole, ...parts.filter((part) => part.length > 1)]
      .flatMap((token) => [token, ...addNumberMarks(token)])
      .map((token) => ({ token, prefix })),
  );
  if (tokens.length === 0) return undefined;
  const stems = terms.flatMap(({ stem }) => stem ?? []);
  const patterns = tokens
    .sort((a, b) => b.token.length - a.token.length)
    .map(({ token, prefix }) =>
      HAN_PATTERN.test(token) ? escapeRegExp(token) : toWordPattern(token, prefix),
    );
  return new RegExp([...patterns, ...stems.map(toInflectedPattern)].join('|'), 'gv');
}

/** HTML of a text: matched whole characters in <em>, everything else escaped. */
export function highlight(text: string, matches: RegExp | undefined): string {
  if (!matches) return escapeAttribute(text);
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
    html += isMarked ? `<em>${escapeAttribute(pending)}</em>` : escapeAttribute(pending);
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
