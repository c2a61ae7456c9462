import { noteRead } from '#client/reading/reads.ts';
import { fetchUnread } from '#client/reading/unread.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/* Stores how far a member reads, and marks where they stopped before. */

const findReplies = () =>
  document.querySelectorAll<HTMLElement>('.reply[data-floor]:not(.featured)');

/** Marks the first new reply; CSS draws a line above it. */
function markFirstUnread(floor: number, t: TFunction): void {
  for (const reply of findReplies())
    if (Number(reply.dataset.floor) === floor) reply.dataset.since = t('unread.since');
}

/** A reply counts as read when its end was visible. */
export async function trackReading(threadId: number, t: TFunction): Promise<void> {
  // requested before this visit is stored
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
