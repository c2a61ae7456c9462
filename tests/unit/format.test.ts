import { expect, test } from 'vitest';
import { formatCurrency } from '#i18n/format.ts';

test('[R38] amounts are yuan, with their sign, in both languages', () => {
  expect(formatCurrency('zh', 1234.5)).toBe('¥1,234.50');
  expect(formatCurrency('en', 1234.5)).toBe('¥1,234.50');
});
