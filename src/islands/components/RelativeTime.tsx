import type { Lang } from '#contracts/language.ts';
import { formatAgo, formatDateTime, formatDay, formatPassed, yearOf } from '#i18n/format.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Milliseconds by which clocks may differ; times further ahead are in the future. */
const CLOCK_SKEW_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days for which a time is shown as "3d ago". */
const RELATIVE_DAYS = 7;

/**
 * The words of views/inline-scripts/times.ts, which writes the times of the site's pages: 3m ago,
 * yesterday, 16 Nov, 16 Nov 2025. Not in i18n/format.ts, which each page of a thread loads.
 */
function formatAge(t: TFunction, lang: Lang, at: Date): string {
  const passed = Date.now() - at.getTime();
  const day = formatDay(lang, at);
  if (passed <= -CLOCK_SKEW_MS) return day;
  if (passed < DAY_MS) return formatAgo(t, lang, passed);
  if (passed >= RELATIVE_DAYS * DAY_MS) return day.replace(RegExp(` ?${yearOf(new Date())}-?`), '');
  return formatPassed(lang, passed / DAY_MS, 'day');
}

/**
 * A time in the reader's time zone as on the site: relative for a week, then its day; a day if it
 * is in the future; the exact time on hover.
 */
export function RelativeTime({ at }: { at: string }) {
  const { t, lang } = useTexts();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(lang, moment)}>
      {formatAge(t, lang, moment)}
    </time>
  );
}
