import { parseTerms, type Term } from './tsquery.ts';

/*
 * Synonyms that administrators maintain (R34): one group per line, words separated by commas. They
 * expand the query, so a change needs no new index.
 */

/** Limits of groups and of words in one; the rest is ignored. */
const MAX_GROUPS = 400;
const MAX_WORDS_PER_GROUP = 12;

/** A synonym, cut into terms like a keyword. */
type Word = readonly Term[];

/** Synonyms by the first piece of each. */
export type Thesaurus = ReadonlyMap<string, readonly { word: Word; group: readonly Word[] }[]>;

const toWholes = (word: Word): string[] => word.map(({ whole }) => whole);
const isSameWord = (one: Word, other: Word): boolean =>
  toWholes(one).join('\n') === toWholes(other).join('\n');

/** A synonym is a complete word, and never weak. */
const parseWord = (text: string): Word =>
  parseTerms(text).map((term) => ({ ...term, prefix: false, weak: false }));

export function parseThesaurus(text: string): Thesaurus {
  const groups = text
    .split('\n')
    .slice(0, MAX_GROUPS)
    .map((line) =>
      line
        .split(/[,，、]/)
        .slice(0, MAX_WORDS_PER_GROUP)
        .map(parseWord)
        .filter((word) => word.length > 0),
    );
  const entries = groups.flatMap((group) => group.map((word) => ({ word, group })));
  return Map.groupBy(entries, ({ word }) => (word[0] as Term).whole);
}

/** Adds synonyms. Several pieces of one word become one term, so that they replace all of it. */
export function addSynonyms(terms: readonly Term[], thesaurus: Thesaurus): Term[] {
  const result: Term[] = [];
  for (let index = 0; index < terms.length; ) {
    const rest = terms.slice(index);
    const candidates = (thesaurus.get((terms[index] as Term).whole) ?? []).filter(({ word }) =>
      isSameWord(word, rest.slice(0, word.length)),
    );
    const longest = Math.max(1, ...candidates.map(({ word }) => word.length));
    const found = candidates.filter(({ word }) => word.length === longest);
    const pieces = rest.slice(0, longest);
    const [first] = pieces as [Term];
    const synonyms = found.flatMap(({ word, group }) =>
      group.filter((other) => !isSameWord(other, word)),
    );
    result.push(
      longest === 1
        ? { ...first, ...(synonyms.length > 0 ? { synonyms, weak: false } : {}) }
        : {
            whole: toWholes(pieces).join(''),
            parts: toWholes(pieces),
            prefix: pieces.some((piece) => piece.prefix),
            weak: false,
            synonyms,
          },
    );
    index += longest;
  }
  return result;
}
