import { afterEach, expect, test, vi } from 'vitest';
import { fromLocalField, reminderTime, toLocalField } from '#client/thread/reminder-times.ts';
import { setTimeZone } from '#i18n/format.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setTimeZone(undefined);
});

test('[R25] a reminder in an hour is that, one of a later day comes at nine in the morning of the reader’s zone, also when the clock is changed', () => {
  setTimeZone('Europe/Berlin');
  const now = new Date('2026-10-24T20:30:00Z');
  expect(reminderTime('none', now)).toBeNull();
  expect(reminderTime('hour', now)?.toISOString()).toBe('2026-10-24T21:30:00.000Z');
  expect(reminderTime('tomorrow', now)?.toISOString()).toBe('2026-10-25T08:00:00.000Z');
  expect(reminderTime('week', now)?.toISOString()).toBe('2026-10-31T08:00:00.000Z');
  expect(toLocalField(now)).toBe('2026-10-24T22:30');
});

test('[R25] a reminder follows the time zone that the reader has chosen', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  setTimeZone('America/New_York');
  const now = new Date('2026-10-31T22:30:00Z');
  expect(toLocalField(now)).toBe('2026-10-31T18:30');
  // the clock is set back in that night
  expect(reminderTime('tomorrow', now)?.toISOString()).toBe('2026-11-01T14:00:00.000Z');
  expect(fromLocalField('2026-10-31T18:30').toISOString()).toBe('2026-10-31T22:30:00.000Z');
  expect(fromLocalField('').getTime()).toBeNaN();
});
