import { useLayoutEffect } from 'react';
import { formatDateTime, formatDay, isoMinute, offsetName } from '#i18n/format.ts';
import { notifyRendered } from '../hooks/notify-rendered.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  at: Date | string;
  /** Shows the time of day; other times are relative, and the page's script updates them. */
  full?: boolean;
}

/** A published time of day names its zone if no script converts it to the reader's. */
export function Time({ at, full }: Props) {
  const { lang } = useTexts();
  const moment = new Date(at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time is written, too
  useLayoutEffect(notifyRendered, [+moment]);
  if (import.meta.env.SSR)
    return (
      <time dateTime={isoMinute(moment)} data-full={full ? '' : undefined}>
        {full ? formatDateTime(lang, moment) : formatDay(lang, moment)}
        {full && <noscript> ({offsetName(moment)})</noscript>}
      </time>
    );
  const text = formatDateTime(lang, moment);
  return (
    <time dateTime={moment.toISOString()} title={text} data-full={full ? '' : undefined}>
      {full ? text : formatDay(lang, moment)}
    </time>
  );
}
