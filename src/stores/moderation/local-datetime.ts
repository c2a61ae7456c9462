/*
 * Moments as bans take them: on the community's own clock, whose time zone isn't named. A field for
 * a date and a time of day has them as 2026-11-21T14:05, '' being none.
 */

const DAY_MS = 86_400_000;

/** As a clock in the time zone shows it, 2026-11-21 14:05:00, which sorts as it passes. */
export const formatInZone = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );

/** What a field says; '' is none. */
export const fieldToDateTime = (value: string): string =>
  value === '' ? '' : `${value.replace('T', ' ')}:00`;

/**
 * So many days after what a field says, or after now: clocks are moved by days, whatever the zone's
 * summer does.
 */
export const addDays = (field: string, days: number, timeZone: string): string => {
  const begin = fieldToDateTime(field) || formatInZone(new Date(), timeZone);
  return formatInZone(new Date(Date.parse(`${begin.replace(' ', 'T')}Z`) + days * DAY_MS), 'UTC');
};

/** Whether what one field says comes after another, or after now. */
export const isAfter = (field: string, begin: string, timeZone: string): boolean =>
  fieldToDateTime(field) > (fieldToDateTime(begin) || formatInZone(new Date(), timeZone));
