import { useLayoutEffect } from 'react';
import { formatDay } from '#i18n/format.ts';
import { notifyRendered } from '../hooks/notify-rendered.ts';
import { useTexts } from '../hooks/use-texts.ts';

/**
 * A time as parts/Time.astro prints it; the page's own script says it as a reader does and keeps it
 * true.
 */
export function Time({ at }: { at: string }) {
  const { lang } = useTexts();
  useLayoutEffect(notifyRendered, []);
  return <time dateTime={at}>{formatDay(lang, new Date(at))}</time>;
}
