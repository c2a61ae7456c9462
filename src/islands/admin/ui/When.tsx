import { relativeTime } from '#contracts/relative-time.ts';
import { formatDay, formatMoment } from '#i18n/format.ts';
import { useTexts } from '../../ui/text.ts';

/** Milliseconds for which a time is said as "3 minutes ago". */
const LATELY = 86_400_000;

/** When something was, in the reader's own time zone; the exact moment on hovering. */
export function When({ at }: { at: string }) {
  const { lang } = useTexts();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment(lang, moment)}>
      {Date.now() - moment.getTime() < LATELY ? relativeTime(lang, moment.getTime(), Date.now()) : formatDay(lang, moment)}
    </time>
  );
}
