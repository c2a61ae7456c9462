import { $unpublishedReplies } from '#client/thread/unpublished-replies.ts';
import {
  type ChangedPart,
  findList,
  isInUse,
  mayHaveGrown,
  type PublishedNews,
  readId,
} from './published-news.ts';

/* Renders newly published content into the open page without moving visible content. */

/** Pixels at the window's top that a header may cover. */
const COVERED_PIXELS = 80;

const isInView = (part: HTMLElement): boolean => {
  const { top, bottom } = part.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** Replaces a part unless visible content would move; returns whether it did. */
function replacePart({ shown, now, onReplaced }: ChangedPart, mayMove: boolean): boolean {
  if (!shown.isConnected || isInUse(shown)) return false;
  // React owns this island and removes it
  const isWritten = shown.dataset.version === undefined && shown.matches('.reply');
  shown.before(now);
  if (!mayMove && isInView(shown) && Math.abs(now.offsetHeight - shown.offsetHeight) >= 1) {
    now.remove();
    return false;
  }
  const id = readId(now);
  if (isWritten) {
    $unpublishedReplies.set($unpublishedReplies.get().filter(({ post }) => post.id !== id));
    const list = findList();
    if (list) list.dataset.total = String(Number(list.dataset.total) + 1);
  } else shown.remove();
  onReplaced();
  return true;
}

/** Inserts a reply by floor, among the replies written here. */
function addReply(list: HTMLElement, reply: HTMLElement): void {
  const floor = Number(reply.dataset.floor);
  const next = [...list.querySelectorAll<HTMLElement>(':scope > .reply:not(.featured)')].find(
    (shown) => Number(shown.dataset.floor) > floor,
  );
  if (next) next.before(reply);
  else list.append(reply);
}

/** Preserves the scroll position of visible content while `draw` changes content above. */
function preserveScroll(draw: () => void): void {
  const root = document.documentElement;
  const anchor = [...document.querySelectorAll<HTMLElement>('.post, #replies > .reply')].find(
    (part) => part.getBoundingClientRect().bottom > COVERED_PIXELS,
  );
  const before = anchor?.getBoundingClientRect().top ?? 0;
  root.style.overflowAnchor = 'none'; // the browser would adjust the position too
  draw();
  if (anchor?.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - before);
  requestAnimationFrame(() => root.style.removeProperty('overflow-anchor'));
}

let sprite: Element | undefined;

/** Adds icons that the page didn't need before. */
function addIcons(page: HTMLElement): void {
  const icons = page.querySelector('svg:has(> symbol)');
  if (!icons) return;
  sprite?.remove();
  sprite = icons;
  document.body.append(icons);
}

/** Adds the link to a new next page. */
function addNextPage(page: HTMLElement, list: HTMLElement): void {
  const PAGER = '.ends, .turn';
  const now = page.querySelector(PAGER);
  const shown = document.querySelector(PAGER);
  if (!now?.querySelector('[rel="next"]')) return;
  if (shown) shown.replaceWith(now);
  else list.after(now);
}

/**
 * Renders the changes of a published page; returns those that remain. `mayMove`: visible content
 * may move. `withAdded`: also adds new replies.
 */
export function drawNews(
  page: HTMLElement,
  news: PublishedNews,
  { mayMove, withAdded }: { mayMove: boolean; withAdded: boolean },
): PublishedNews {
  const list = findList();
  if (!list) return news;
  const left: PublishedNews = { ...news, added: withAdded ? [] : news.added, changed: [] };
  if (news.changed.length === 0 && !withAdded) return left;
  preserveScroll(() => {
    for (const part of news.changed) if (!replacePart(part, mayMove)) left.changed.push(part);
    if (withAdded) {
      for (const reply of news.added) addReply(list, reply);
      if (news.added.length > 0) list.querySelector(':scope > .placeholder-text')?.remove();
      list.dataset.total = String(news.total);
      if (mayHaveGrown(news.number)) addNextPage(page, list);
    }
    addIcons(page);
    document.dispatchEvent(new Event('more'));
  });
  return left;
}
