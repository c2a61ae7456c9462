const WORD_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+(?:['’.-](?![\p{Script=Han}])[\p{L}\p{N}]+)*/gu;

/** Counts words: each Han character or kana is one, and each word or number of other scripts. */
export const countWords = (text: string): number => text.match(WORD_PATTERN)?.length ?? 0;
