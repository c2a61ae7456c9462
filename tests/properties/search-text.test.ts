import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeRegExp } from '#contracts/escape-regexp.ts';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import { createExcerpt } from '#search/excerpt.ts';
import { foldForSearch } from '#search/fold-for-search.ts';
import { createMatcher, highlight } from '#search/highlight.ts';
import { STEM_MARK } from '#search/stem-word.ts';
import { tokenize } from '#search/tokenize.ts';
import { allOf, getRequiredTerms, parseTerms, type Term, writeTsquery } from '#search/tsquery.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);
const textOf = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Whether a post's tokens match a term, as PostgreSQL evaluates the term's tsquery. */
function has(tokens: readonly string[], { whole, parts, prefix, stem }: Term): boolean {
  const found = (token: string, open: boolean) =>
    tokens.some((one) => one === token || (open && one.startsWith(token)));
  return (
    found(whole, prefix) ||
    (stem !== undefined && (found(STEM_MARK + stem, false) || found(stem, false))) ||
    (parts.length > 0 &&
      parts.every((part, index) => found(part, prefix && index === parts.length - 1)))
  );
}

/** Words separated by blanks and punctuation, as a person reads them. */
const wordsOf = (text: string): string[] => text.split(/[\s，。…！、；：？“”]+/u).filter(Boolean);

test('[R31] a text matches each of its own words, and each of its tokens', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const tokens = tokenize(text);
      const words = tokens.filter((token) => !token.startsWith(STEM_MARK));
      for (const word of [...wordsOf(text), ...words, text]) {
        const missing = getRequiredTerms(parseTerms(word)).filter((term) => !has(tokens, term));
        expect(missing, `“${word}” in ${JSON.stringify(tokens)}`).toEqual([]);
      }
    }),
    propertyRuns(300),
  );
});

test('[R31] a highlighted text is the text: in whole characters, each mark closed, everything else escaped', () => {
  fc.assert(
    fc.property(anyText(20), anyText(3), fc.nat(), (text, other, choice) => {
      const words = wordsOf(text);
      const keyword =
        words.length > 0 && choice % 3 > 0 ? (words[choice % words.length] as string) : other;
      const html = highlight(text, createMatcher(getRequiredTerms(parseTerms(keyword))));
      const pieces = html.split(/<em>|<\/em>/);
      expect(html).toBe(
        pieces.map((piece, index) => (index % 2 === 0 ? piece : `<em>${piece}</em>`)).join(''),
      );
      expect(pieces.length % 2).toBe(1);
      expect(pieces.join('')).not.toMatch(/[<>"']|&(?!(?:lt|gt|quot|amp|#39);)/);
      expect(textOf(pieces.join(''))).toBe(text);
      expect(pieces.map(textOf).flatMap(charactersOf)).toEqual(charactersOf(text));
    }),
    propertyRuns(300),
  );
});

test('[R31] a keyword is marked if the text has it as a separate word', () => {
  fc.assert(
    fc.property(anyText(6), anyText(3), anyText(6), (before, word, after) => {
      fc.pre(parseTerms(word).length > 0);
      const html = highlight(
        `${before} ${word} ${after}`,
        createMatcher(getRequiredTerms(parseTerms(word))),
      );
      expect(html).toContain('<em>');
    }),
    propertyRuns(300),
  );
});

test('[R31] an excerpt is a stretch of the text in whole characters, of bounded length, with the match in it', () => {
  fc.assert(
    fc.property(
      fc.array(anyText(), { maxLength: 30 }),
      anyText(2),
      fc.array(anyText(), { maxLength: 30 }),
      (before, word, after) => {
        const text = `${before.join('')} ${word} ${after.join('')}`;
        const matches = createMatcher(parseTerms(word));
        const excerpt = createExcerpt(text, matches);
        const inner = excerpt
          .replace(/^…(?=.)/su, (mark) => (text.startsWith(excerpt.slice(0, 2)) ? mark : ''))
          .replace(/…$/u, '');
        const at = text.indexOf(inner);
        expect(at, excerpt).toBeGreaterThanOrEqual(0);
        expect(charactersOf(inner).length).toBeLessThanOrEqual(160);
        expect(inner.length).toBeLessThanOrEqual(160 * 4 + 64);
        const ends = new Set([0]);
        for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length);
        const places = [...text.matchAll(new RegExp(escapeRegExp(inner), 'g'))].map(
          (match) => match.index,
        );
        expect(places.some((place) => ends.has(place) && ends.has(place + inner.length))).toBe(
          true,
        );
        if (matches && foldForSearch(text).search(matches) >= 0 && before.join('').length < 40)
          expect(highlight(excerpt, matches)).toContain('<em>');
      },
    ),
    propertyRuns(150),
  );
});

test('[R31] a query is text for any input: its operators occur outside of quotes only', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' }), fc.string()), (keyword) => {
      const query = writeTsquery(allOf(parseTerms(keyword)));
      expect(query.replace(/'(?:[^'\\]|''|\\\\)*'/g, 'x')).toMatch(
        /^(?:\(?x(?::\*)?\)?|\(x(?::\*)?(?: \| x){0,2}(?: \| \(x(?::\*)?(?: & x(?::\*)?)*\))?\)| & )*$/,
      );
    }),
    propertyRuns(300),
  );
});

test('[R31] any HTML is read as text without an error', () => {
  fc.assert(
    fc.property(anyText(), fc.integer({ min: -1, max: 2_000_000_000 }), (text, code) => {
      expect(typeof htmlToPlainText(`<p title="${text}">${text}&#${code};`)).toBe('string');
    }),
    propertyRuns(300),
  );
});

test('[R31] words with hyphens, dots, plus signs and slashes are found and marked', () => {
  for (const word of [
    'usb-c',
    'wi-fi',
    'gcc-12',
    'systemd-analyze',
    'C++',
    'C#',
    '.NET',
    '6.1.0',
    '/etc/fstab',
    'a@example.com',
    'x86_64',
    'ＬＰＭ',
    "don't",
  ]) {
    const html = highlight(
      `Before ${word} after`,
      createMatcher(getRequiredTerms(parseTerms(word))),
    );
    expect(textOf(html.replace(/<\/?em>/g, ''))).toBe(`Before ${word} after`);
    expect(html, word).toContain('<em>');
  }
});

test('[R31] a version is found within the name that holds it', () => {
  for (const [text, word] of [
    ['linux-image-6.1.0-18-amd64', '6.1.0'],
    ['wine-9.0', '9.0'],
    ['key\u00adboard', 'keyboard'],
    ['葛\u{e0100}城', '葛城'],
    ['ΟΔΟΣ', 'οδοσ'],
  ] as const)
    expect(
      getRequiredTerms(parseTerms(word)).filter((term) => !has(tokenize(text), term)),
      text,
    ).toEqual([]);
});
