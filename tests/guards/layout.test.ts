import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeFiles, filesBelow, root, textOf } from './sources.ts';

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
/** Made, not written; git ignores them. */
const MADE = ['node_modules', 'dist'];
const DRAWER = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z]+$)/;

test('[guard] the top level holds what the owner named, and dotfiles', () => {
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

test('[guard] nothing is left for later, and no check is switched off for a whole file or without saying which', () => {
  // Put together here so that this file doesn't find itself.
  const left = new RegExp(
    [
      'TO' + 'DO',
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
