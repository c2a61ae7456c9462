import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeFiles, filesBelow, isCode, root, textOf } from './sources.ts';

const TOP = [
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'src',
  'public',
  'scripts',
  'tests',
  'README.md',
  'LICENSE',
];
/** Generated folders, ignored by git. */
const MADE = ['node_modules', 'dist'];
const DRAWER = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z]+$)/;

test('[guard] the top level contains only the owner’s names, and dotfiles', () => {
  expect(
    readdirSync(root).filter(
      (name) => !TOP.includes(name) && !MADE.includes(name) && !name.startsWith('.'),
    ),
  ).toEqual([]);
});

test('[guard] pages are addresses only: under 80 lines', () => {
  expect(filesBelow('src/pages').filter((path) => textOf(path).split('\n').length > 80)).toEqual(
    [],
  );
});

test('[guard] no folder or file is a drawer for everything', () => {
  expect(
    ['src', 'scripts', 'tests'].flatMap(filesBelow).filter((path) => DRAWER.test(path)),
  ).toEqual([]);
});

/**
 * Files that may share a name within a layer because they do the same for two areas. Examples: a
 * verb of two nouns; a page on the desktop and on the phone; a resource for readers and
 * administrators; a page named after its address.
 */
const SAME_THING = [
  /^src\/domain\/[a-z-]+\/([a-z-]+\/)?(counts|create|delete|edit|hold|present|read|save|source|state)\.ts$/,
  /^src\/views\/(desktop|phone)\/\w+\.tsx$/,
  /^src\/styles\/((desktop|phone)\/)?[a-z-]+\.css$/,
  /^src\/api\/routes\/(site|moderation|admin)\/[a-z-]+\.ts$/,
  /^src\/pages\//,
];

/** Paths by layer and base name with two or more equal names, ignoring case and separators. */
function findTwins(paths: readonly string[]): string[][] {
  const byName = Map.groupBy(paths, (path) => {
    const [, layer] = path.split('/');
    const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
    return `${layer}:${name.toLowerCase().replaceAll('-', '')}`;
  });
  return [...byName.values()].filter((twins) => twins.length > 1);
}

test('[guard] no two files of a layer have one name unless they are the same thing for two areas', () => {
  const unlike = findTwins(filesBelow('src').filter(isCode)).filter(
    (twins) => !SAME_THING.some((same) => twins.every((path) => same.test(path))),
  );
  expect(unlike).toEqual([]);
  expect(
    findTwins(['src/islands/a/Preview.tsx', 'src/islands/b/pre-view.ts', 'src/x/c.ts']),
  ).toEqual([['src/islands/a/Preview.tsx', 'src/islands/b/pre-view.ts']]);
});

test('[guard] no to-do is left, and no check is switched off for a whole file or without naming it', () => {
  // Joined here, so that this file doesn't find itself.
  const left = new RegExp(
    [
      '\\bTO' + 'DO',
      'FIX' + 'ME',
      'X' + 'XX\\b',
      '@ts-' + 'ignore',
      '@ts-' + 'nocheck',
      'biome-ignore' + '-all',
      'not ' + 'implemented',
    ].join('|'),
  );
  const found = codeFiles().flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (left.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
