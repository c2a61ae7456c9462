import { htmlLang, type Lang } from './language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longest first; months and years are the calendar's average, as in "3 months ago". */
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, length: number][] = [
  ['year', 365.25 * DAY_MS],
  ['month', 30.4375 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];
const JUST_NOW: Record<Lang, string> = { zh: '刚刚', en: 'just now' };

const formatters = new Map<Lang, Intl.RelativeTimeFormat>();
/** A few hundred texts per language; a list needs sixty at once. */
const cachedTexts = new Map<string, string>();

function formatUnits(lang: Lang, count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${lang}${count}${unit}`;
  const cached = cachedTexts.get(key);
  if (cached !== undefined) return cached;
  const formatter =
    formatters.get(lang) ?? new Intl.RelativeTimeFormat(htmlLang(lang), { numeric: 'always' });
  formatters.set(lang, formatter);
  // Intl writes 3分钟前; between Latin text in deployed clients 3 分钟前 is correct.
  const text = formatter.format(-count, unit).replace(/^([\d,]+)\s*/, '$1 ');
  cachedTexts.set(key, text);
  return text;
}

/** 3 分钟前, 3 minutes ago. Under a minute, and in the future (clock skew): 刚刚, just now. */
export function relativeTime(lang: Lang, at: number, now: number): string {
  const passed = now - at;
  const [unit, length] = UNITS.find(([, one]) => passed >= one) ?? [];
  return unit && length ? formatUnits(lang, Math.floor(passed / length), unit) : JUST_NOW[lang];
}
