import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Draws words by frequency, so that searches and indexes behave as with real text. Chinese: jieba's
 * dictionary without proper names. English: words-en.txt, 10,001 words counted in 6,000 manual
 * pages and READMEs without code. npm's word lists come from film subtitles, or lack frequencies.
 */

/** Draws a word by its frequency. */
export type DrawWord = (random: () => number) => string;

/** Vose's alias method: two table look-ups per word, however many words there are. */
export function drawByFrequency(words: readonly string[], counts: readonly number[]): DrawWord {
  const size = words.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = Float64Array.from(counts, (count) => (count * size) / total);
  const alias = new Int32Array(size);
  const small: number[] = [];
  const large: number[] = [];
  for (let index = 0; index < size; index++)
    ((share[index] as number) < 1 ? small : large).push(index);
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
    return words[
      at - index < (share[index] as number) ? index : (alias[index] as number)
    ] as string;
  };
}

/** Parts of speech of names and word fragments. */
const EXCLUDED_KINDS = /^(nr|ns|nt|nz|j|x|h|k|g|[a-z]g$)/;
/** Unpleasant words: the screen may be shown to others. */
const EXCLUDED_CHARACTERS = /[妓娼奸淫尸杀屎尿屁嫖姘]/;

export function loadChineseWords(): DrawWord {
  const { dict } = createRequire(import.meta.url)('@node-rs/jieba/dict.js') as { dict: Buffer };
  const entries = dict
    .toString('utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(
      ([word = '', , kind = 'x']) =>
        /^\p{Script=Han}{1,6}$/u.test(word) &&
        !EXCLUDED_KINDS.test(kind) &&
        !EXCLUDED_CHARACTERS.test(word),
    );
  return drawByFrequency(
    entries.map(([word]) => word as string),
    entries.map(([, count]) => Number(count)),
  );
}

export function loadEnglishWords(): DrawWord {
  const entries = readFileSync(join(import.meta.dirname, 'words-en.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return drawByFrequency(
    entries.map(([word]) => word as string),
    entries.map(([, count]) => Number(count)),
  );
}

/** Beginnings and ends of nicknames. */
export const NICKNAMES = {
  zh: {
    first:
      '安静的 早起的 路过的 南方的 山里的 爱吃的 慢半拍的 退休的 夜班 周末 二手 三号 纸上 雨天 海边的 街角的 不困的 认真的 半个 一只 老 小 阿 大'.split(
        ' ',
      ),
    last: '螺丝钉 企鹅 键盘 书签 橘猫 铁皮箱 打印机 风筝 茶杯 铅笔 萝卜 麻雀 石头 台灯 松鼠 拖拉机 航标 陀螺 青苔 邮差 豆浆 指南针 竹子 汽水 算盘 灯塔 木匠 毛线 海带 云朵'.split(
      ' ',
    ),
  },
  en: {
    first:
      'Quiet Early Rusty Northern Paper Slow Velvet Copper Spare Weekend Amber Lazy Tidy Salty Sunny Wooden Brave Hollow Misty Plain'.split(
        ' ',
      ),
    last: 'Otter Kettle Compass Lantern Badger Pencil Harbour Gasket Finch Willow Turnip Socket Pebble Beacon Sparrow Anchor Teapot Marmot Ledger Thimble'.split(
      ' ',
    ),
  },
} as const;
