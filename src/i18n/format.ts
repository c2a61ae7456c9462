import type { Lang } from './dictionaries.ts';

let timeZone: string | undefined;

/**
 * Sets the time zone of formatted times. The renderer sets the community's (TIME_ZONE), as
 * published pages are the same for all readers. Browsers don't, and use the reader's.
 */
export function setTimeZone(zone: string): void {
  timeZone = zone;
  cache.clear();
}

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const satisfies Record<Lang, string>;

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
const timeZoneOption = () => (timeZone ? { timeZone } : {});

function cachedFormat<F extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => F,
): F {
  const cached = cache.get(key) as F | undefined;
  if (cached) return cached;
  const created = make();
  cache.set(key, created);
  return created;
}

export const formatNumber = (lang: Lang, value: number): string =>
  cachedFormat(`n${lang}`, () => new Intl.NumberFormat(LOCALE[lang])).format(value);

/** Formats a percentage: 33.33 → 33%. */
export const formatPercent = (lang: Lang, rate: number): string =>
  cachedFormat(
    `s${lang}`,
    () => new Intl.NumberFormat(LOCALE[lang], { style: 'percent', maximumFractionDigits: 0 }),
  ).format(rate / 100);

/** Formats an amount of yuan, in both languages; zh writes ¥ (R38). */
export const formatCurrency = (lang: Lang, yuan: number): string =>
  cachedFormat(
    `c${lang}`,
    () =>
      new Intl.NumberFormat(LOCALE[lang], {
        style: 'currency',
        currency: 'CNY',
        currencyDisplay: 'narrowSymbol',
      }),
  ).format(yuan);

// Sliced from one formatted text: formatToParts costs several times as much, and a page has fifty
// times on it.
function dateParts(at: Date): {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
} {
  const format = cachedFormat(
    'parts',
    () =>
      new Intl.DateTimeFormat('en-GB', {
        ...timeZoneOption(),
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  );
  const text = format.format(at); // 21/11/2026, 14:05
  return {
    day: text.slice(0, 2),
    month: text.slice(3, 5),
    year: text.slice(6, 10),
    hour: text.slice(12, 14),
    minute: text.slice(15, 17),
  };
}

export const yearOf = (at: Date): number => Number(dateParts(at).year);

/** 2026-11-21 in zh, 21 Nov 2026 in en. Always with its year: the page may be read years later. */
export function formatDay(lang: Lang, at: Date): string {
  const { year, month, day } = dateParts(at);
  if (lang === 'zh') return `${year}-${month}-${day}`;
  return cachedFormat(
    'day',
    () =>
      new Intl.DateTimeFormat(LOCALE.en, {
        ...timeZoneOption(),
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }),
  ).format(at);
}

/** The day and the time of day, to the minute. */
export function formatDateTime(lang: Lang, at: Date): string {
  const { hour, minute } = dateParts(at);
  return `${formatDay(lang, at)} ${hour}:${minute}`;
}

/** For the attribute `datetime`, to the minute. */
export const isoMinute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

/** Seconds in words: 4 s, 5 min, 3 h. */
export function formatDuration(lang: Lang, seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(amount);
}
