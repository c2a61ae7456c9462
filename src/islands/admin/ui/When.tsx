import { relativeTime } from '#contracts/relative-time.ts';
import { formatDay, formatMoment } from '#i18n/format.ts';
import { useTexts } from '../../ui/text.ts';

/** Milliseconds for which a time is said as "3 minutes ago". */
const LATELY = 86_400_000;
/** Milliseconds by which clocks may differ: what is further ahead is meant so. */
const SKEW = 60_000;

/**
 * When something was, in the reader's own time zone, or the day of what lies ahead; the exact
 * moment on hovering.
 */
export function When({ at }: { at: string }) {
  const { lang } = useTexts();
  const moment = new Date(at);
  const passed = Date.now() - moment.getTime();
  return (
    <time dateTime={at} title={formatMoment(lang, moment)}>
      {passed > -SKEW && passed < LATELY
        ? relativeTime(lang, moment.getTime(), Date.now())
        : formatDay(lang, moment)}
    </time>
  );
}
