import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '#client/core/after-paint.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { PublishedReply } from './published-page.ts';
import { RestoreButton } from './RestoreButton.tsx';
import { willLoseFocus } from './will-lose-focus.ts';

/** Frames in which a closed dialog may still move the focus. */
const FRAMES_AFTER_DIALOG = 3;

/** Focuses the article again: the closed dialog restores the focus to a removed button. */
async function focusAfterDialog(article: HTMLElement): Promise<void> {
  for (let frames = 0; frames < FRAMES_AFTER_DIALOG && article.isConnected; ) {
    await afterPaint();
    if (document.querySelector('.dialog')) continue;
    frames++;
    if (document.activeElement === document.body) article.focus({ preventScroll: true });
  }
}

function focusArticle(article: HTMLElement): void {
  article.tabIndex = -1;
  article.focus({ preventScroll: true });
}

/** A deleted reply with the markup of parts/Reply.tsx; time and floor stay. */
function makeDeletedArticle(article: HTMLElement, notice: HTMLElement): HTMLElement {
  const deleted = document.createElement('article');
  deleted.className = 'reply';
  deleted.id = article.id;
  deleted.dataset.id = article.dataset.id;
  deleted.dataset.floor = article.dataset.floor;
  const header = document.createElement('header');
  const when = article.querySelector('.when')?.cloneNode(true) as Element | undefined;
  when?.querySelector('.edited')?.remove();
  header.append(notice, ...(when ? [when] : []));
  deleted.append(header);
  return deleted;
}

/** Marks the quotes of a reply as deleted; returns the function that restores them. */
function replaceQuotes(postId: number, text: string): () => void {
  const quotes = [...document.querySelectorAll(`.quote a[href$="#p${postId}"]`)].flatMap(
    ({ parentElement: quote }) => (quote ? [{ quote, nodes: [...quote.childNodes] }] : []),
  );
  for (const { quote } of quotes) quote.replaceChildren(text);
  return () => {
    for (const { quote, nodes } of quotes) quote.replaceChildren(...nodes);
  };
}

/** Shows a published reply and its quotes as deleted (R24), without its featured copy. */
export function DeletedReply({ reply: { id, floor, article } }: { reply: PublishedReply }) {
  const { t } = useTexts();
  const [notice] = useState(() => {
    const made = document.createElement('p');
    made.className = 'placeholder-text';
    return made;
  });
  // read before the dialog is unmounted, whose parent this replaces
  const [hadFocus] = useState(() => willLoseFocus(article));
  useLayoutEffect(() => {
    const deleted = article.id ? makeDeletedArticle(article, notice) : document.createComment('');
    const restoreQuotes = replaceQuotes(id, t('thread.quoteRemoved'));
    article.replaceWith(deleted);
    if (hadFocus && deleted instanceof HTMLElement) {
      focusArticle(deleted);
      void focusAfterDialog(deleted);
    }
    return () => {
      const isFocused = deleted.contains(document.activeElement);
      deleted.replaceWith(article);
      restoreQuotes();
      if (isFocused) focusArticle(article);
    };
  }, [id, article, notice, hadFocus, t]);
  return createPortal(
    <>
      {t('thread.withheld.deleted')}
      <RestoreButton postId={id} floor={floor} />
    </>,
    notice,
  );
}
