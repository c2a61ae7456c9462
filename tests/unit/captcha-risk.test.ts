import { expect, test } from 'vitest';
import { searchesFreely } from '#captcha/risk.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-06-30T12:00:00Z');

test.each([
  ['of level 2 a week after joining', 2, 7, true],
  ['of level 9 in their first week', 9, 6.99, false],
  ['of level 1 after a year', 1, 365, false],
])('[R31] whether a member %s searches without a captcha', (_, level, days, isFree) => {
  const since = new Date(NOW - days * DAY_MS);
  expect(searchesFreely({ since, level }, NOW)).toBe(isFree);
});
