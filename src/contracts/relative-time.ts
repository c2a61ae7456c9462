import { htmlLang, type Lang } from './language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * From the greatest; months and years are the calendar's average, as people mean them in "3 months
 * ago".
 */
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, length: number][] = [
  ['year', 365.25 * DAY_MS],
  ['month', 30.4375 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];
const JUST_NOW: Record<Lang, string> = { zh: '刚刚', en: 'just now' };

const formatters = new Map<Lang, Intl.RelativeTimeFormat>();
/** All texts that were made: a few hundred per language, while a list needs sixty at once. */
const cachedTexts = new Map<string, string>();

function formatUnits(lang: Lang, count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${lang}${count}${unit}`;
  const cached = cachedTexts.get(key);
  if (cached !== undefined) return cached;
  const formatter =
    formatters.get(lang) ?? new Intl.RelativeTimeFormat(htmlLang(lang), { numeric: 'always' });
  formatters.set(lang, formatter);
  // Intl writes 3分钟前; deployed clients show what they get, and it stands between Latin text: 3 分钟前.
  const text = formatter.format(-count, unit).replace(/^([\d,]+)\s*/, '$1 ');
  cachedTexts.set(key, text);
  return text;
}

/**
 * Formats a relative time: 3 分钟前, 3 minutes ago. Under a minute, and in the future because of
 * clocks that differ: 刚刚, just now.
 */
export function relativeTime(lang: Lang, at: number, now: number): string {
  const passed = now - at;
  const [unit, length] = UNITS.find(([, one]) => passed >= one) ?? [];
  return unit && length ? formatUnits(lang, Math.floor(passed / length), unit) : JUST_NOW[lang];
}
