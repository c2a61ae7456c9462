/*
 * Local times of bans, in the community's time zone and without a zone. A datetime-local field has
 * them as 2026-11-21T14:05, '' for none.
 */

const DAY_MS = 86_400_000;

/** A time in the zone, the reader's without one, as 2026-11-21 14:05:00, which sorts by time. */
export const formatInZone = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );

/** The value of a field; '' is none. */
export const fieldToDateTime = (value: string): string =>
  value === '' ? '' : `${value.replace('T', ' ')}:00`;

/**
 * Adds days to a field's value, or to now. The time of day stays, also across daylight-saving
 * changes.
 */
export const addDays = (field: string, days: number, timeZone: string): string => {
  const begin = fieldToDateTime(field) || formatInZone(new Date(), timeZone);
  return formatInZone(new Date(Date.parse(`${begin.replace(' ', 'T')}Z`) + days * DAY_MS), 'UTC');
};

/** Whether a field's value is later than another one's, or than now. */
export const isAfter = (field: string, begin: string, timeZone: string): boolean =>
  fieldToDateTime(field) > (fieldToDateTime(begin) || formatInZone(new Date(), timeZone));
