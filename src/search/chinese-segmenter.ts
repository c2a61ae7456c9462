import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Jieba } from '@node-rs/jieba';

/** Beside the sources, or where the build was started from, like migrations. */
const getDictionaryPath = (): string => join(process.cwd(), 'src/search/dictionary.txt');

let segmenter: Jieba | undefined;

/**
 * Cuts Chinese into words, with the product's own words of dictionary.txt. Loading takes a fifth of
 * a second, so it is loaded when it is first needed.
 */
export function getChineseSegmenter(): Jieba {
  if (segmenter) return segmenter;
  const require = createRequire(import.meta.url);
  const { Jieba: Cutter } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  // Read here and not by the package's own module, which would keep the 5 MB (and a second copy)
  // for good.
  segmenter = Cutter.withDict(readFileSync(require.resolve('@node-rs/jieba/dict.txt')));
  segmenter.loadDict(readFileSync(getDictionaryPath()));
  return segmenter;
}
