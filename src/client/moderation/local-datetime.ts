/* Ban times in the community's time zone. Fields have 2026-11-21T14:05, or ''. */

const DAY_MS = 86_400_000;

/** 2026-11-21 14:05:00 in the zone, by default the reader's; sorts by time. */
export const formatInZone = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );

export const fieldToDateTime = (value: string): string =>
  value === '' ? '' : `${value.replace('T', ' ')}:00`;

/** Adds days to a field's value, or to now. Daylight-saving changes preserve the time of day. */
export const addDays = (field: string, days: number, timeZone: string): string => {
  const begin = fieldToDateTime(field) || formatInZone(new Date(), timeZone);
  return formatInZone(new Date(Date.parse(`${begin.replace(' ', 'T')}Z`) + days * DAY_MS), 'UTC');
};

/** Whether the value is later than `begin`, or than now if that is ''. */
export const isAfter = (field: string, begin: string, timeZone: string): boolean =>
  fieldToDateTime(field) > (fieldToDateTime(begin) || formatInZone(new Date(), timeZone));
