const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-u-ca-gregory', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The calendar day (2026-11-21) at a moment in a time zone. */
export function getDayAt(moment: Date, timeZone: string): string {
  const {
    year = '',
    month,
    day,
    era,
  } = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${era === 'BC' ? '0000' : year.padStart(4, '0')}-${month}-${day}`;
}

export const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** The start of a day in a time zone: midnight, or the first moment after it if clocks skip it. */
export function getStartOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - DAY_MS;
  let after = midnight + DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (getDayAt(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Whether a text is an existing day with a four-digit year. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
