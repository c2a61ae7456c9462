import { getChineseSegmenter } from './chinese-segmenter.ts';
import { foldForSearch } from './fold-for-search.ts';
import { STEM_MARK, stemWord } from './stem-word.ts';

/*
 * Splits text into search tokens (R31). jieba with dictionary.txt cuts Chinese; unknown words are
 * also indexed by pairs of neighbours. Other words are indexed whole, in parts and in stretches:
 * "/etc/apt/sources.list" by "sources.list", "6.1.0-18-amd64" by "6.1.0-18". English words are also
 * indexed by stem.
 */

/** Raise it when tokens change: content with an older number is indexed again. */
export const TOKENS_VERSION = 5;

/** Nobody types the rest of longer ones (addresses, keys). */
const MAX_TOKEN_LENGTH = 64;

/** A stretch of Chinese, or a word of other scripts with the signs that join its parts. */
const SCRIPT_RUN_PATTERN =
  /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*(?:[._\-\/'@:+][[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*)*(?:\+\+|#)?/gv;
export const HAN_PATTERN = /^\p{Script=Han}/u;
const WORD_PART_PATTERN = /\p{N}+|\p{L}[\p{L}\p{M}]*/gu;
const VERSION_PATTERN = /(?<!\p{N})\p{N}+(?:\.\p{N}+)+/gu;
/** Separators within a path, an address or a package's name. */
const SEGMENT_SIGN_PATTERN = /([_\-/@:+])(?=[\p{L}\p{N}])/u;
/** Segments of a word that form stretches, and segments of a stretch. */
const MAX_SEGMENTS = 8;
const MAX_STRETCH_SEGMENTS = 4;
/** Optional prefixes of a code or a version: 0x80070005, v23.1. */
const NUMBER_MARK_PATTERN = /^(?:0x(?=[\da-f]{4,}$)|v(?=\p{N}+(?:\.\p{N}+)+$))/u;

/** Function words: pairs with them carry no meaning. */
const PARTICLES = new Set(
  '的了是在我你他她它们和与或也都就还吗呢吧啊呀不这那有把被给让从对为以到很再又请会能要想上下后前里中个',
);

export interface ScriptRun {
  text: string;
  isHan: boolean;
}

/** Replaces the words and Chinese stretches of folded text. */
export const replaceRuns = (folded: string, replace: (run: ScriptRun) => string): string =>
  folded.replace(SCRIPT_RUN_PATTERN, (text) => replace({ text, isHan: HAN_PATTERN.test(text) }));

/** The words and Chinese stretches of folded text, in order. */
export const splitByScript = (folded: string): ScriptRun[] =>
  Array.from(folded.match(SCRIPT_RUN_PATTERN) ?? [], (text) => ({
    text,
    isHan: HAN_PATTERN.test(text),
  }));

/** A code or version without its prefix; undefined if it has none. */
function toBareNumber(word: string): string | undefined {
  const bare = word.replace(NUMBER_MARK_PATTERN, '');
  return bare === word ? undefined : truncateToken(bare);
}

/** A number with each prefix that it may have. */
export const addNumberMarks = (number: string): string[] =>
  ['0x', 'v'].map((mark) => mark + number).filter((word) => NUMBER_MARK_PATTERN.test(word));

/** Parts of a word, which together also find it; none for a single part or a number like 25.1. */
export function splitWord(word: string): string[] {
  const bare = toBareNumber(word);
  if (bare !== undefined) return [bare];
  const parts = word.match(WORD_PART_PATTERN) ?? [];
  return parts.length > 1 && /\p{L}{2}/u.test(word) ? parts.map(truncateToken) : [];
}

/** Versions within a word and their prefixes: 6.1.0 in linux-image-6.1.0-amd64. */
const findVersions = (word: string): string[] =>
  (word.match(VERSION_PATTERN) ?? []).flatMap((version) => {
    const numbers = version.split('.');
    return numbers.slice(1).map((_, index) => numbers.slice(0, index + 2).join('.'));
  });

/** Stretches of neighbouring segments, with the separators between them. */
function findStretches(word: string): string[] {
  const pieces = word.split(SEGMENT_SIGN_PATTERN).slice(0, 2 * MAX_SEGMENTS - 1);
  const stretches: string[] = [];
  for (let from = 0; from < pieces.length; from += 2)
    for (let to = from; to < Math.min(pieces.length, from + 2 * MAX_STRETCH_SEGMENTS); to += 2)
      stretches.push(pieces.slice(from, to + 1).join(''));
  return stretches;
}

/** Tokens of a word, itself first, without duplicates. */
const findWordTokens = (word: string): Set<string> =>
  new Set(
    [word, ...splitWord(word), ...findStretches(word), ...findVersions(word)].map(truncateToken),
  );

/** The indexed beginning of a word, without half a character or a separator at its end. */
export const truncateToken = (word: string): string =>
  word.length <= MAX_TOKEN_LENGTH
    ? word
    : word.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff._\-/'@:+]$/, '');

/** Pairs of neighbours in runs of single characters, which the dictionary doesn't know as words. */
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

/** Every token of a text, with repetitions. */
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
