import { htmlLang, type Lang } from './language.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * From the greatest; months and years are the calendar's average, as people mean them in "3 months
 * ago".
 */
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, length: number][] = [
  ['year', 365.25 * DAY],
  ['month', 30.4375 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];
const NOW: Record<Lang, string> = { zh: '刚刚', en: 'just now' };

const formats = new Map<Lang, Intl.RelativeTimeFormat>();
/**
 * Every text that was ever made: a few hundred per language, while a list asks for sixty at once.
 */
const texts = new Map<string, string>();

function format(lang: Lang, count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const key = `${lang}${count}${unit}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const formatter =
    formats.get(lang) ?? new Intl.RelativeTimeFormat(htmlLang(lang), { numeric: 'always' });
  formats.set(lang, formatter);
  // Intl writes 3分钟前; deployed clients show what they get, and it stands between Latin text: 3 分钟前.
  const text = formatter.format(-count, unit).replace(/^([\d,]+)\s*/, '$1 ');
  texts.set(key, text);
  return text;
}

/**
 * How long ago something was, short: 3 分钟前, 3 minutes ago. Under a minute, and for clocks that
 * differ: 刚刚, just now.
 */
export function relativeTime(lang: Lang, at: number, now: number): string {
  const passed = now - at;
  const [unit, length] = UNITS.find(([, one]) => passed >= one) ?? [];
  return unit && length ? format(lang, Math.floor(passed / length), unit) : NOW[lang];
}
