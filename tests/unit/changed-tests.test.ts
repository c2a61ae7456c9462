import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseTests } from '../../scripts/test/changed-tests.ts';
import { readWeights } from '../support/longest-first.ts';

const root = join(import.meta.dirname, '../..');
const choose = (...changed: string[]) => chooseTests(root, changed);
const weights = readWeights();
const secondsOf = (files: readonly string[]) =>
  files
    .filter((file) => !file.startsWith('tests/guards/'))
    .reduce((sum, file) => sum + (weights[file] ?? 0), 0);

test('[unit] a change is tried with the tests nearest to it, as many as two workers run in a minute', () => {
  const { chosen, left } = choose('src/domain/content/post/edit.ts');
  expect(chosen).toContain('tests/api/edit-posts.test.ts');
  expect(secondsOf(chosen)).toBeLessThanOrEqual(110);
  expect(left).toContain('tests/api/npm-start.test.ts');
  expect(chosen.filter((file) => left.includes(file))).toEqual([]);
});

test('[unit] guards run for every change, except for their tools; a changed test runs at any cost', () => {
  const { chosen } = choose('src/styles/tokens.css', 'tests/browser/drafts.test.ts');
  expect(chosen).toContain('tests/guards/imports.test.ts');
  expect(chosen).not.toContain('tests/guards/tools.test.ts');
  expect(chosen).toContain('tests/browser/drafts.test.ts');
});

test('[unit] styles are tried in browsers alone', () => {
  const { chosen } = choose('src/styles/phone/thread.css');
  expect(chosen).toContain('tests/browser/phone-thread.test.ts');
  expect(chosen.filter((file) => !/^tests\/(browser|guards)\//.test(file))).toEqual([]);
});
