import { readerTimeZone } from '#i18n/format.ts';
import { formatInZone } from '../moderation/local-datetime.ts';

/* Times of reminders, in the reader's time zone. */

/** Hour of reminders on later days. */
const MORNING_HOUR = 9;
const HOUR_MS = 3_600_000;

export const REMINDER_CHOICES = ['none', 'hour', 'tomorrow', 'week', 'date'] as const;
export type ReminderChoice = (typeof REMINDER_CHOICES)[number];

/** For a datetime-local field: 2026-11-21T14:05. */
export const toLocalField = (at: Date): string =>
  formatInZone(at, readerTimeZone()).replace(' ', 'T').slice(0, '2026-11-21T14:05'.length);

/** Milliseconds that the reader's clock is ahead of UTC. */
const offsetAt = (time: number): number =>
  Date.parse(`${formatInZone(new Date(time), readerTimeZone()).replace(' ', 'T')}Z`) -
  Math.floor(time / 1_000) * 1_000;

/** A datetime-local field's time; Invalid Date if incomplete. */
export function fromLocalField(value: string): Date {
  const asUtc = Date.parse(`${value}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  // twice, because the offset may differ between the two times
  const near = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(near));
}

function morningIn(now: Date, days: number): Date {
  const day = new Date(`${toLocalField(now).slice(0, '2026-11-21'.length)}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return fromLocalField(
    `${day.toISOString().slice(0, '2026-11-21'.length)}T${String(MORNING_HOUR).padStart(2, '0')}:00`,
  );
}

/** null for none. */
export function reminderTime(
  choice: Exclude<ReminderChoice, 'date'>,
  now: Date = new Date(),
): Date | null {
  if (choice === 'none') return null;
  if (choice === 'hour') return new Date(now.getTime() + HOUR_MS);
  return morningIn(now, choice === 'tomorrow' ? 1 : 7);
}
