import { useLayoutEffect } from 'react';
import { formatDay } from '#i18n/format.ts';
import { notifyRendered } from '../hooks/notify-rendered.ts';
import { useTexts } from '../hooks/use-texts.ts';

/**
 * A time with the markup of parts/Time.astro. The page's own script writes it as relative time and
 * keeps it current.
 */
export function Time({ at }: { at: string }) {
  const { lang } = useTexts();
  useLayoutEffect(notifyRendered, []);
  return <time dateTime={at}>{formatDay(lang, new Date(at))}</time>;
}
