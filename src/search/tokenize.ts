import { getChineseSegmenter } from './chinese-segmenter.ts';
import { foldForSearch } from './fold-for-search.ts';
import { STEM_MARK, stemWord } from './stem-word.ts';

/*
 * Text as the tokens that searches compare (R31). Chinese is cut into words by jieba, with words of
 * our product from dictionary.txt; what no dictionary knows is also indexed by pairs of neighbours.
 * Words of letters are kept whole and in parts: "node.js" is found by itself, by "node" and by
 * "js"; paths, package names and versions by each stretch of them: "/etc/apt/sources.list" by
 * "sources.list", "6.1.0-18-amd64" by "6.1.0-18", "v23.1" by "23.1". English words are indexed
 * without their ending besides.
 */

/** Raised when tokens change: what was indexed under an older number is indexed again. */
export const TOKENS_VERSION = 5;

/** Characters of a token; the rest of longer ones (addresses, keys) nobody types. */
const MAX_TOKEN_LENGTH = 64;

/** A stretch of Chinese, or a word of other scripts with the marks that hold its parts together. */
const SCRIPT_RUN_PATTERN =
  /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*(?:[._\-\/'@:+][[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*)*(?:\+\+|#)?/gv;
/** Text that begins with Chinese. */
export const HAN_PATTERN = /^\p{Script=Han}/u;
const WORD_PART_PATTERN = /\p{N}+|\p{L}[\p{L}\p{M}]*/gu;
const VERSION_PATTERN = /(?<!\p{N})\p{N}+(?:\.\p{N}+)+/gu;
/** What stands between the segments of a path, an address, a package's name. */
const SEGMENT_SIGN_PATTERN = /([_\-/@:+])(?=[\p{L}\p{N}])/u;
/** Segments of a word of which stretches are indexed, and segments of a stretch. */
const MAX_SEGMENTS = 8;
const MAX_STRETCH_SEGMENTS = 4;
/** What people leave out of a code or a version, or add to it: 0x80070005, v23.1. */
const NUMBER_MARK_PATTERN = /^(?:0x(?=[\da-f]{4,}$)|v(?=\p{N}+(?:\.\p{N}+)+$))/u;

/** Characters that hold sentences together: pairs with them say nothing. */
const PARTICLES = new Set(
  '的了是在我你他她它们和与或也都就还吗呢吧啊呀不这那有把被给让从对为以到很再又请会能要想上下后前里中个',
);

export interface ScriptRun {
  text: string;
  isHan: boolean;
}

/** Folded text with its words and stretches of Chinese replaced, and what is between them kept. */
export const replaceRuns = (folded: string, replace: (run: ScriptRun) => string): string =>
  folded.replace(SCRIPT_RUN_PATTERN, (text) => replace({ text, isHan: HAN_PATTERN.test(text) }));

/** The words and stretches of Chinese in folded text, in order. */
export const splitByScript = (folded: string): ScriptRun[] =>
  Array.from(folded.match(SCRIPT_RUN_PATTERN) ?? [], (text) => ({
    text,
    isHan: HAN_PATTERN.test(text),
  }));

/** The number of a code or a version without its mark; undefined where it has none. */
function toBareNumber(word: string): string | undefined {
  const bare = word.replace(NUMBER_MARK_PATTERN, '');
  return bare === word ? undefined : truncateToken(bare);
}

/** A number as people write it, with each mark that it may have. */
export const addNumberMarks = (number: string): string[] =>
  ['0x', 'v'].map((mark) => mark + number).filter((word) => NUMBER_MARK_PATTERN.test(word));

/**
 * Parts of a word of letters that it is found by as well, all of them together; none when it has
 * only one, or is a number like 25.1.
 */
export function splitWord(word: string): string[] {
  const bare = toBareNumber(word);
  if (bare !== undefined) return [bare];
  const parts = word.match(WORD_PART_PATTERN) ?? [];
  return parts.length > 1 && /\p{L}{2}/u.test(word) ? parts.map(truncateToken) : [];
}

/** Versions within a word, such as 6.1.0 in linux-image-6.1.0-amd64, and what they begin with. */
const findVersions = (word: string): string[] =>
  (word.match(VERSION_PATTERN) ?? []).flatMap((version) => {
    const numbers = version.split('.');
    return numbers.slice(1).map((_, index) => numbers.slice(0, index + 2).join('.'));
  });

/** Stretches of neighbouring segments, with the signs between them as they stand in the word. */
function findStretches(word: string): string[] {
  const pieces = word.split(SEGMENT_SIGN_PATTERN).slice(0, 2 * MAX_SEGMENTS - 1);
  const stretches: string[] = [];
  for (let from = 0; from < pieces.length; from += 2)
    for (let to = from; to < Math.min(pieces.length, from + 2 * MAX_STRETCH_SEGMENTS); to += 2)
      stretches.push(pieces.slice(from, to + 1).join(''));
  return stretches;
}

/** What a word of letters is found by, itself first, each once. */
const findWordTokens = (word: string): Set<string> =>
  new Set(
    [word, ...splitWord(word), ...findStretches(word), ...findVersions(word)].map(truncateToken),
  );

/** The beginning of a word that is compared, without half a character or a sign at its end. */
export const truncateToken = (word: string): string =>
  word.length <= MAX_TOKEN_LENGTH
    ? word
    : word.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff._\-/'@:+]$/, '');

/**
 * Pairs of neighbours in runs of single characters, which are words that the dictionary doesn't
 * know.
 */
export function findCharacterPairs(words: readonly string[]): string[] {
  const pairs: string[] = [];
  for (let index = 1; index < words.length; index++) {
    const [before, after] = [words[index - 1] as string, words[index] as string];
    if (
      isSingleCharacter(before) &&
      isSingleCharacter(after) &&
      !PARTICLES.has(before) &&
      !PARTICLES.has(after)
    )
      pairs.push(before + after);
  }
  return pairs;
}

export const isSingleCharacter = (word: string): boolean =>
  word.length === 1 || (word.length === 2 && word.codePointAt(0) !== word.charCodeAt(0));

/** Every token that text is found by, with repetitions. */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (const { text: run, isHan } of splitByScript(foldForSearch(text))) {
    if (isHan) {
      const words = getChineseSegmenter().cutForSearch(run, false);
      for (const word of words) tokens.push(word);
      for (const pair of findCharacterPairs(words)) tokens.push(pair);
    } else {
      for (const word of findWordTokens(run)) {
        tokens.push(word);
        const stem = stemWord(word);
        if (stem !== undefined && stem !== word) tokens.push(STEM_MARK + stem);
      }
    }
  }
  return tokens;
}
