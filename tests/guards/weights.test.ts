import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWeights } from '../support/longest-first.ts';
import { filesBelow, root } from './sources.ts';

const weights = readWeights();
const testFiles = filesBelow('tests').filter((path) => /\.test\.tsx?$/.test(path));

test('[guard] nine of ten test files have a weight', () => {
  const unknown = testFiles.filter((path) => weights[path] === undefined);
  expect(unknown.length, unknown.join('\n')).toBeLessThanOrEqual(testFiles.length / 10);
});

test('[guard] no weight belongs to a file that is deleted', () => {
  expect(Object.keys(weights).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
