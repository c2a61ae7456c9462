import { relativeTime } from '#contracts/relative-time.ts';
import { formatDateTime, formatDay } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** Milliseconds for which a time is said as "3 minutes ago". */
const RELATIVE_FOR_MS = 86_400_000;
/** Milliseconds by which clocks may differ: what is further ahead is meant so. */
const CLOCK_SKEW_MS = 60_000;

/**
 * When something was, in the reader's own time zone, or the day of what lies ahead; the exact
 * moment on hovering.
 */
export function RelativeTime({ at }: { at: string }) {
  const { lang } = useTexts();
  const moment = new Date(at);
  const passed = Date.now() - moment.getTime();
  return (
    <time dateTime={at} title={formatDateTime(lang, moment)}>
      {passed > -CLOCK_SKEW_MS && passed < RELATIVE_FOR_MS
        ? relativeTime(lang, moment.getTime(), Date.now())
        : formatDay(lang, moment)}
    </time>
  );
}
