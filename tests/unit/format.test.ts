import { expect, test } from 'vitest';
import { formatCurrency, formatZoned, zoneName } from '#i18n/format.ts';

test('[R38] amounts are yuan, with their sign, in both languages', () => {
  expect(formatCurrency('zh', 1234.5)).toBe('¥1,234.50');
  expect(formatCurrency('en', 1234.5)).toBe('¥1,234.50');
});

test('[R38] a time in a zone that is named has the distance from UTC of its own day', () => {
  const [winter, summer] = ['2026-01-05T06:35:00Z', '2026-07-05T06:35:00Z'].map(
    (at) => new Date(at),
  ) as [Date, Date];
  expect(formatZoned('zh', winter, 'Asia/Shanghai')).toBe('2026-01-05 14:35 (UTC+8)');
  expect(formatZoned('en', winter, 'Europe/Berlin')).toBe('5 Jan 2026 07:35 (UTC+1)');
  expect(formatZoned('en', summer, 'Europe/Berlin')).toBe('5 Jul 2026 08:35 (UTC+2)');
  expect(formatZoned('zh', summer, 'America/St_Johns')).toBe('2026-07-05 04:05 (UTC-2:30)');
  expect(formatZoned('zh', summer, 'UTC')).toBe('2026-07-05 06:35 (UTC)');
  expect([zoneName('Asia/Shanghai'), zoneName('UTC')]).toEqual(['Asia/Shanghai, UTC+8', 'UTC']);
});
