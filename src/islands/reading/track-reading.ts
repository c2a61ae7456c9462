import { noteRead } from '#client/reading/reads.ts';
import { fetchUnread } from '#client/reading/unread.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/* Notes how far a member reads in a thread, and shows where they had stopped. */

const findReplies = () =>
  document.querySelectorAll<HTMLElement>('.reply[data-floor]:not(.featured)');

/** Marks the first reply that is new since the last visit; the style draws a line over it. */
function markFirstUnread(floor: number, t: TFunction): void {
  for (const reply of findReplies())
    if (Number(reply.dataset.floor) === floor) reply.dataset.since = t('unread.since');
}

/** A reply is read when its end was seen. */
export async function trackReading(threadId: number, t: TFunction): Promise<void> {
  // asked before this visit is noted
  const unread = await fetchUnread([threadId]).catch(() => undefined);
  const first = unread?.get(threadId);
  if (first && first.unread > 0) markFirstUnread(first.floor, t);
  if (document.querySelector('.post[data-slot="thread"]')) noteRead(threadId, 0);
  const floors = new Map<Element, number>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      noteRead(threadId, floors.get(target) ?? 0);
    }
  });
  const observe = () => {
    for (const reply of findReplies()) {
      const end = reply.querySelector(':scope > .acts') ?? reply.querySelector('header');
      if (!end || floors.has(end)) continue;
      floors.set(end, Number(reply.dataset.floor));
      observer.observe(end);
    }
  };
  observe();
  document.addEventListener('drawn', observe);
  document.addEventListener('more', observe);
}
