/*
 * Inline script that writes times in the reader's zone (set by before-paint.ts) like
 * i18n/format.ts, and updates relative ones. (Lithuanian dates are ISO's.) It runs while the page
 * loads, so that times don't move their surroundings after the paint.
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

/** The next node in the document: if it exists, the element's text is complete. */
const findNext = (element: Node | null): Node | null =>
  element && (element.nextSibling ?? findNext(element.parentNode));

const writeTimes = (selector = 'time'): void => {
  for (const time of doc.querySelectorAll<HTMLTimeElement>(selector)) {
    if (doc.readyState === 'loading' && !findNext(time)) continue;
    const at = new Date(time.dateTime);
    const { full } = time.dataset;
    time.title = times.format(at).replace(',', '');
    const day = time.title.slice(0, -6); // without the time of day
    // messages under a day's heading: an island writes the time of day only
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
// an island rendered, or the next page was appended
for (const event of ['drawn', 'more']) doc.addEventListener(event, () => writeTimes());
setInterval(writeTimes, 60_000);
