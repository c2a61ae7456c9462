import { expect, test, vi } from 'vitest';
import { addDays, fieldToDateTime, isAfter } from '#client/moderation/local-datetime.ts';

test('[R29] a ban of days ends at the same time of day on the community’s clock, also across its change to summer time', () => {
  expect(addDays('2026-03-27T22:30', 3, 'Europe/Berlin')).toBe('2026-03-30 22:30:00');
  vi.useFakeTimers({ now: new Date('2026-03-27T21:30:00Z') });
  expect(addDays('', 3, 'Europe/Berlin')).toBe('2026-03-30 22:30:00');
  expect(addDays('', 1, 'Asia/Shanghai')).toBe('2026-03-29 05:30:00');
  vi.useRealTimers();
});

test('[R29] an end must come after the beginning, or after now where none is named', () => {
  expect(isAfter('2026-03-27T22:31', '2026-03-27T22:30', 'UTC')).toBe(true);
  expect(isAfter('2026-03-27T22:30', '2026-03-27T22:30', 'UTC')).toBe(false);
  expect(isAfter('', '', 'UTC')).toBe(false);
  vi.useFakeTimers({ now: new Date('2026-03-27T21:30:00Z') });
  expect(isAfter('2026-03-28T05:31', '', 'Asia/Shanghai')).toBe(true);
  expect(isAfter('2026-03-28T05:29', '', 'Asia/Shanghai')).toBe(false);
  vi.useRealTimers();
  expect(fieldToDateTime('')).toBe('');
});
