import type { Lang } from '#contracts/language.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_000;

/** A size in the unit that reads best: 12 kB, 3.4 GB. */
export function formatBytes(lang: Lang, bytes: number): string {
  let amount = bytes / STEP;
  let unit = 0;
  while (amount >= STEP && unit < UNITS.length - 1) {
    amount /= STEP;
    unit++;
  }
  return new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    style: 'unit',
    unit: UNITS[unit],
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}
