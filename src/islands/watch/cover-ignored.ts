import { getIgnoredIds } from '#client/watch/muted.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/*
 * CSS hides ignored members' posts in a thread (client/watch/muted.ts); this adds buttons that show
 * them.
 */

/** The parent of the button by kind of content. */
const BUTTON_PARENTS = {
  reply: '.reply > header',
  quote: '.quote',
  comment: '.comments > li',
  post: '.post > .prose',
} as const;

function showContent(button: HTMLElement, author: HTMLElement): void {
  author.dataset.shown = '';
  button.remove();
  author.tabIndex = -1;
  author.focus({ preventScroll: true });
}

/** Adds the buttons now, and whenever content is added. */
export function coverIgnored(t: TFunction): void {
  const cover = () => {
    const ignored = new Set(getIgnoredIds());
    for (const kind of ['reply', 'quote', 'comment', 'post'] as const)
      for (const parent of document.querySelectorAll<HTMLElement>(BUTTON_PARENTS[kind])) {
        const author = parent.closest<HTMLElement>('[data-author]');
        if (!author || !ignored.has(Number(author.dataset.author))) continue;
        if (author.dataset.shown !== undefined || parent.querySelector(':scope > .ignored'))
          continue;
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'ignored';
        button.textContent = t(`watch.show.${kind}`);
        button.onclick = () => showContent(button, author);
        parent.prepend(button);
      }
  };
  cover();
  document.addEventListener('drawn', cover);
  document.addEventListener('more', cover);
}
