import { useLayoutEffect } from 'react';
import { formatDay } from '#i18n/format.ts';
import { tellDrawn } from './drawn.ts';
import { useTexts } from './text.ts';

/**
 * A time as parts/Time.astro prints it; the page's own script says it as a reader does and keeps it
 * true.
 */
export function Time({ at }: { at: string }) {
  const { lang } = useTexts();
  useLayoutEffect(tellDrawn, []);
  return <time dateTime={at}>{formatDay(lang, new Date(at))}</time>;
}
