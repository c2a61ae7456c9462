import { formatInZone } from '../moderation/local-datetime.ts';

/* When a reminder can be set for, in the reader's own time zone. */

/** The hour of the day at which reminders of a later day come. */
const MORNING_HOUR = 9;
const HOUR_MS = 3_600_000;

export const REMINDER_CHOICES = ['none', 'hour', 'tomorrow', 'week', 'date'] as const;
export type ReminderChoice = (typeof REMINDER_CHOICES)[number];

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);

/** The time of a choice that needs no date; null for none. */
export function reminderTime(
  choice: Exclude<ReminderChoice, 'date'>,
  now: Date = new Date(),
): Date | null {
  if (choice === 'none') return null;
  if (choice === 'hour') return new Date(now.getTime() + HOUR_MS);
  return morningIn(now, choice === 'tomorrow' ? 1 : 7);
}

/** A time as a datetime-local field has it: 2026-11-21T14:05. */
export const toLocalField = (at: Date): string =>
  formatInZone(at).replace(' ', 'T').slice(0, '2026-11-21T14:05'.length);
