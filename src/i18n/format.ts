import type { Lang } from './dictionaries.ts';
import type { TFunction } from './translation-key.ts';

let timeZone: string | undefined;

/**
 * Sets the time zone of formatted times. The server sets the community's (TIME_ZONE), because
 * published pages are the same for everybody; views/inline-scripts/times.ts rewrites them. Browsers
 * set the reader's choice (islands/start.tsx), or use their own.
 */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone;
  cache.clear();
}

/** The reader's time zone: the one set, or the browser's. */
export const readerTimeZone = (): string =>
  timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const satisfies Record<Lang, string>;

type AnyFormat = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat;
const cache = new Map<string, AnyFormat>();
const zoneOption = (zone: string | undefined) => (zone ? { timeZone: zone } : {});

function cachedFormat<F extends AnyFormat>(key: string, make: () => F): F {
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

/** Formats an amount of yuan; zh writes ¥ (R38). */
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

function dayAndTime(lang: Lang, at: Date, zone = timeZone): [day: string, time: string] {
  const isChinese = lang === 'zh';
  // Splits one formatted text: formatToParts costs several times as much, 50 times per page.
  const text = cachedFormat(
    `time${lang}${zone}`,
    () =>
      new Intl.DateTimeFormat(LOCALE.en, {
        ...zoneOption(zone),
        year: 'numeric',
        month: isChinese ? '2-digit' : 'short',
        day: isChinese ? '2-digit' : 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  ).format(at); // 21/11/2026, 14:05 or 21 Nov 2026, 14:05
  const day = text.slice(0, -7);
  return [isChinese ? day.split('/').reverse().join('-') : day, text.slice(-5)];
}

export const yearOf = (at: Date): number => parseInt(dayAndTime('zh', at)[0], 10);

/** 2026-11-21 in zh, 21 Nov 2026 in en. Always with the year: published pages live for years. */
export const formatDay = (lang: Lang, at: Date, zone?: string): string =>
  dayAndTime(lang, at, zone)[0];

export const formatDateTime = (lang: Lang, at: Date, zone?: string): string =>
  dayAndTime(lang, at, zone).join(' ');

/** The offset of a zone at that time: UTC+8. */
export const offsetName = (at: Date, zone = timeZone): string =>
  cachedFormat(
    `offset${zone}`,
    () => new Intl.DateTimeFormat('en-GB', { ...zoneOption(zone), timeZoneName: 'shortOffset' }),
  )
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
    .replace(/\+0$/, '') ?? '';

/** A zone and its current offset: Asia/Shanghai, UTC+8. */
export const zoneName = (zone: string): string =>
  [...new Set([zone, offsetName(new Date(), zone)])].join(', ');

/** A time with its zone's offset, for zones other than the reader's: 2026-11-21 14:05 (UTC+8). */
export const formatZoned = (lang: Lang, at: Date, zone: string): string =>
  `${formatDateTime(lang, at, zone)} (${offsetName(at, zone)})`;

/** Parameters of a text that says when a ban ends. */
export const banEndValues = (
  lang: Lang,
  at: Date,
  zone: string,
): { context: 'until'; until: string } => ({
  context: 'until',
  until: formatZoned(lang, at, zone),
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Elapsed time, as short as possible: 3 分钟前, 3m ago, yesterday. */
export const formatPassed = (lang: Lang, count: number, unit: 'minute' | 'hour' | 'day'): string =>
  cachedFormat(
    `ago${lang}`,
    () =>
      new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', {
        numeric: 'auto',
        style: 'narrow',
      }),
  )
    .format(-Math.floor(count), unit)
    .replace(/\d(?=\p{Script=Han})/u, '$& ');

/**
 * Elapsed time within the last day, as views/inline-scripts/times.ts writes it: 3 分钟前, 3m ago.
 * The API's texts are longer (contracts/relative-time.ts).
 */
export function formatAgo(t: TFunction, lang: Lang, passed: number): string {
  if (passed < MINUTE_MS) return t('time.justNow');
  return passed < HOUR_MS
    ? formatPassed(lang, passed / MINUTE_MS, 'minute')
    : formatPassed(lang, passed / HOUR_MS, 'hour');
}

/** For the attribute `datetime`, to the minute. */
export const isoMinute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

/** Seconds in words: 4 secs, 5 mins, 3 hrs, 2 days; 4 秒, 5 分钟, 3 小时, 2 天. */
export function formatDuration(lang: Lang, seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3_600, 'hour']
          : [seconds / 86_400, 'day'];
  const text = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(amount);
  return text.replace(/\d(?=\p{Script=Han})/u, '$& ');
}
