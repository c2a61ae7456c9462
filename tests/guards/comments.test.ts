import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/* What comments and decisions say of files has to be true. */

const EXTENSIONS = 'tsx?|astro|css|sql|mjs|md';
const files = ['src', 'scripts', 'tests', 'public'].flatMap((folder) => filesBelow(folder));
const names = new Set([
  ...files.map((path) => path.slice(path.lastIndexOf('/') + 1)),
  ...['README.md', 'astro.config.mjs'],
]);
/** Names that stand for any file. */
const PLACEHOLDERS = ['a.ts', 'a.astro', 'NAME.ts', 'Screen.tsx'];

/** Lines of a file that are comments, or text of a decision. */
function commentLines(path: string): [line: number, text: string][] {
  const isText = path.endsWith('.md');
  return textOf(path)
    .split('\n')
    .map((text, index): [number, string] => [index + 1, text])
    .filter(([, text]) => isText || /^\s*(?:\/\*|\*|\/\/|--)|\s\/\/ /.test(text));
}

test('[guard] a file that a comment or a decision names is there', () => {
  const mention = new RegExp(String.raw`([\w.-]+\.(?:${EXTENSIONS}))\b(?!\w|:\d)`, 'g');
  const wrong = files
    .filter((path) => /\.(?:tsx?|astro|css|sql|md)$/.test(path) && !path.includes('/content/'))
    .filter((path) => !path.startsWith('public/'))
    .flatMap((path) =>
      commentLines(path).flatMap(([line, text]) =>
        [...text.matchAll(mention)]
          .map(([, name = '']) => name)
          .filter((name) => !names.has(name) && !PLACEHOLDERS.includes(name))
          .map((name) => `${path}:${line}: ${name}`),
      ),
    );
  expect(wrong).toEqual([]);
});
