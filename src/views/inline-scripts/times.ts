/*
 * An inline script of both sites that writes times in the reader's zone (before-paint.ts sets the
 * chosen one) as i18n/format.ts does (Lithuanian dates are ISO's), and keeps relative ones current.
 * It stands in pages, because times that were written after the paint would move what is beside
 * them; each is written as it comes, because pages that come slowly are drawn while they come.
 */

const doc = document;
const {
  lang,
  dataset: { zone: timeZone },
} = doc.documentElement;
const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'narrow' });
const times = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'lt', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
});

const formatAge = (minutes: number, day: string): string => {
  if (minutes < 1) return doc.body.dataset.now as string;
  if (minutes >= 10_080) return day.replace(RegExp(` ?${new Date().getFullYear()}-?`), '');
  const format = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
    relative.format(-Math.floor(amount), unit).replace(/(\d)(?=\W)/, '$1 ');
  if (minutes < 60) return format(minutes, 'minute');
  return minutes < 1440 ? format(minutes / 60, 'hour') : format(minutes / 1440, 'day');
};

/** What stands behind an element in the page: its text is all there when anything does. */
const findNext = (element: Node | null): Node | null =>
  element && (element.nextSibling ?? findNext(element.parentNode));

const writeTimes = (selector = 'time'): void => {
  for (const time of doc.querySelectorAll<HTMLTimeElement>(selector)) {
    if (doc.readyState === 'loading' && !findNext(time)) continue;
    const at = new Date(time.dateTime);
    const { full } = time.dataset;
    time.title = times.format(at).replace(',', '');
    const day = time.title.slice(0, -6); // without the time of day
    // of letters, which stand below their day, an island writes the time of day alone
    if (!full)
      time.textContent = full === '' ? time.title : formatAge((Date.now() - +at) / 60_000, day);
  }
};

const observer = new MutationObserver(() => writeTimes('time:not([title])'));
observer.observe(doc, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', () => {
  observer.disconnect();
  writeTimes();
});
// an island has added something, or the next page was added to this one
for (const event of ['drawn', 'more']) doc.addEventListener(event, () => writeTimes());
setInterval(writeTimes, 60_000);
