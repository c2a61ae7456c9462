import { getChineseSegmenter } from './chinese-segmenter.ts';
import { foldForSearch } from './fold-for-search.ts';
import { stemWord } from './stem-word.ts';

/*
 * Text as the tokens that searches compare (R31). Chinese is cut into words by jieba, with words of
 * our product from dictionary.txt; what no dictionary knows is also indexed by pairs of neighbours.
 * Words of letters are kept whole and in parts: "node.js" is found by itself, by "node" and by
 * "js". English words are indexed without their ending besides.
 */

/** Raised when tokens change: what was indexed under an older number is indexed again. */
export const TOKENS_VERSION = 4;

/** Characters of a token; the rest of longer ones (addresses, keys) nobody types. */
const MAX_TOKEN_LENGTH = 64;

/** A stretch of Chinese, or a word of other scripts with the marks that hold its parts together. */
const SCRIPT_RUN_PATTERN =
  /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*(?:[._\-\/'@:+][[\p{L}\p{N}]--\p{Script=Han}][[\p{L}\p{N}\p{M}]--\p{Script=Han}]*)*(?:\+\+|#)?/gv;
/** Text that begins with Chinese. */
export const HAN_PATTERN = /^\p{Script=Han}/u;
const WORD_PART_PATTERN = /\p{N}+|\p{L}[\p{L}\p{M}]*/gu;
const VERSION_PATTERN = /(?<!\p{N})\p{N}+(?:\.\p{N}+)+/gu;

/** Characters that hold sentences together: pairs with them say nothing. */
const PARTICLES = new Set(
  '的了是在我你他她它们和与或也都就还吗呢吧啊呀不这那有把被给让从对为以到很再又请会能要想上下后前里中个',
);

export interface ScriptRun {
  text: string;
  isHan: boolean;
}

/** The words and stretches of Chinese in folded text, in order. */
export const splitByScript = (folded: string): ScriptRun[] =>
  Array.from(folded.match(SCRIPT_RUN_PATTERN) ?? [], (text) => ({
    text,
    isHan: HAN_PATTERN.test(text),
  }));

/**
 * Parts of a word of letters that can be asked for alone; none when it has only one, or is a number
 * like 25.1.
 */
export function splitWord(word: string): string[] {
  const parts = word.match(WORD_PART_PATTERN) ?? [];
  return parts.length > 1 && /\p{L}{2}/u.test(word) ? parts.map(truncateToken) : [];
}

/** Versions within a longer word, such as 6.1.0 in linux-image-6.1.0-amd64. */
const findVersions = (word: string): string[] =>
  (word.match(VERSION_PATTERN) ?? []).filter((version) => version !== word);

/** The beginning of a word that is compared; half a character at its end is left out. */
export const truncateToken = (word: string): string =>
  word.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff]$/, '');

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

const isSingleCharacter = (word: string): boolean =>
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
      for (const word of [truncateToken(run), ...splitWord(run)]) {
        tokens.push(word);
        const stem = stemWord(word);
        if (stem !== undefined && stem !== word) tokens.push(stem);
      }
      for (const version of findVersions(run)) tokens.push(truncateToken(version));
    }
  }
  return tokens;
}
