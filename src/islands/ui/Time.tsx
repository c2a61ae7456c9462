import { useLayoutEffect } from 'react';
import { formatDay } from '#i18n/format.ts';
import { useTexts } from './text.ts';

let asked = false;

/** Asks the page's script to dress what was drawn just now, times among it: once for all, before it is seen. */
function ask(): void {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    document.dispatchEvent(new Event('drawn'));
  });
}

/** A time as parts/Time.astro prints it; the page's own script says it as a reader does and keeps it true. */
export function Time({ at }: { at: string }) {
  const { lang } = useTexts();
  useLayoutEffect(ask, []);
  return <time dateTime={at}>{formatDay(lang, new Date(at))}</time>;
}
