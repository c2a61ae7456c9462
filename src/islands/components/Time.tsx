import { useLayoutEffect } from 'react';
import { formatDateTime, formatDay } from '#i18n/format.ts';
import { notifyRendered } from '../hooks/notify-rendered.ts';
import { useTexts } from '../hooks/use-texts.ts';

/**
 * A time with the markup of parts/Time.tsx: `full` ones show the time of day, others are written
 * as relative times and kept current by the page's own script.
 */
export function Time({ at, full }: { at: string; full?: boolean }) {
  const { lang } = useTexts();
  useLayoutEffect(notifyRendered, []);
  const moment = new Date(at);
  const text = formatDateTime(lang, moment);
  return (
    <time dateTime={at} title={text} data-full={full ? '' : undefined}>
      {full ? text : formatDay(lang, moment)}
    </time>
  );
}
