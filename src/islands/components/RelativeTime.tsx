import { formatAgo, formatDateTime, formatDay } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Milliseconds for which a time is shown as "3m ago". */
const RELATIVE_FOR_MS = 86_400_000;
/** Milliseconds by which clocks may differ; times further ahead are in the future. */
const CLOCK_SKEW_MS = 60_000;

/**
 * A time in the reader's time zone, relative if it is recent, a day if it is in the future; the
 * exact time on hover.
 */
export function RelativeTime({ at }: { at: string }) {
  const { t, lang } = useTexts();
  const moment = new Date(at);
  const passed = Date.now() - moment.getTime();
  return (
    <time dateTime={at} title={formatDateTime(lang, moment)}>
      {passed > -CLOCK_SKEW_MS && passed < RELATIVE_FOR_MS
        ? formatAgo(t, lang, passed)
        : formatDay(lang, moment)}
    </time>
  );
}
