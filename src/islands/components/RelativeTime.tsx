import type { Lang } from '#contracts/language.ts';
import { formatAgo, formatDateTime, formatDay, formatPassed, yearOf } from '#i18n/format.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Tolerated difference of clocks; times further ahead count as future. */
const CLOCK_SKEW_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days for which an age is shown: "3d ago". */
const RELATIVE_DAYS = 7;

/** Like views/inline-scripts/times.ts. Not in i18n/format.ts, which all thread pages load. */
function formatAge(t: TFunction, lang: Lang, at: Date): string {
  const passed = Date.now() - at.getTime();
  const day = formatDay(lang, at);
  if (passed <= -CLOCK_SKEW_MS) return day;
  if (passed < DAY_MS) return formatAgo(t, lang, passed);
  if (passed >= RELATIVE_DAYS * DAY_MS) return day.replace(RegExp(` ?${yearOf(new Date())}-?`), '');
  return formatPassed(lang, passed / DAY_MS, 'day');
}

/** A time in the reader's zone: relative for a week, else its day; exact on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { t, lang } = useTexts();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(lang, moment)}>
      {formatAge(t, lang, moment)}
    </time>
  );
}
