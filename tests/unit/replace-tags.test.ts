import { expect, test } from 'vitest';
import { replaceTags } from '#contracts/replace-tags.ts';

test.each([
  ['<p>一 <b>二</b></p>', '一 二'],
  ['<img alt="a > b" src="x">后', '后'],
  ["<a title='\"'>here</a>", 'here'],
  ['5 &lt; 6<br>', '5 &lt; 6'],
  ['what ends <nowhere', 'what ends <nowhere'],
  ['', ''],
])('[R13] of HTML its text is left: %s', (html, text) => {
  expect(replaceTags(html)).toBe(text);
});

test('[R13] something may stand where tags were; a text of nothing but beginnings is read once', () => {
  expect(replaceTags('<p>一</p><p>二</p>', ' ')).toBe(' 一  二 ');
  expect(replaceTags('<'.repeat(500_000))).toHaveLength(500_000);
});
