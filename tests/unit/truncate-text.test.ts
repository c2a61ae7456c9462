import { expect, test } from 'vitest';
import { firstCharacters } from '#contracts/truncate-text.ts';

test('[R23] a beginning of a text ends between two characters, never within an emoji, a flag or a letter with its marks', () => {
  expect(firstCharacters('一二👍三', 3)).toBe('一二👍');
  expect(firstCharacters('ab👨‍👩‍👧‍👦cd', 3)).toBe('ab👨‍👩‍👧‍👦');
  expect(firstCharacters('🇨🇳🇬🇧', 1)).toBe('🇨🇳');
  expect(firstCharacters('e\u0301e\u0301', 1)).toBe('e\u0301');
  expect(firstCharacters('短', 40)).toBe('短');
  expect(firstCharacters('👍👍', 2)).toBe('👍👍');
});

test('[R23] a letter with thousands of marks is no way around the length of a beginning', () => {
  expect(firstCharacters(`a${'\u0301'.repeat(5_000)}`, 40)).toHaveLength(320);
});
