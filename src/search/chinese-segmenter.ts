import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Jieba } from '@node-rs/jieba';

/** Relative to the folder of sources, or of the build's start, like migrations. */
const getDictionaryPath = (): string => join(process.cwd(), 'src/search/dictionary.txt');

let segmenter: Jieba | undefined;

/** The Chinese segmenter with dictionary.txt, loaded at first use: it takes 200 ms. */
export function getChineseSegmenter(): Jieba {
  if (segmenter) return segmenter;
  const require = createRequire(import.meta.url);
  const { Jieba: Cutter } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  // The package's own module would retain the 5 MB file in memory, twice.
  segmenter = Cutter.withDict(readFileSync(require.resolve('@node-rs/jieba/dict.txt')));
  segmenter.loadDict(readFileSync(getDictionaryPath()));
  return segmenter;
}
