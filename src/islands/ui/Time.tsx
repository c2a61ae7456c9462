import { useLayoutEffect } from 'react';
import { formatDay } from '#i18n/format.ts';
import { useTexts } from './text.ts';

let asked = false;

/** Asks the page's script to say the times that were drawn just now as a reader does: once for all of them, before they are seen. */
function ask(): void {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    document.dispatchEvent(new Event('times'));
  });
}

/** A time as parts/Time.astro prints it; the page's own script says it as a reader does and keeps it true. */
export function Time({ at }: { at: string }) {
  const { lang } = useTexts();
  useLayoutEffect(ask, []);
  return <time dateTime={at}>{formatDay(lang, new Date(at))}</time>;
}
