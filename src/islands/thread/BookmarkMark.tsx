import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { $bookmarks, $editedBookmark } from '#client/thread/bookmarks.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { willLoseFocus } from './will-lose-focus.ts';

/** The mark of a post that the reader has bookmarked: a button that opens the bookmark. */
export function BookmarkMark({ postId }: { postId: number }) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const isBookmarked = Boolean(useStore($bookmarks, { keys: [postId] })[postId]);
  // The mark goes away with the focus on it: the menu beside it takes the focus.
  const leaving = isBookmarked ? null : button.current;
  const next =
    leaving && willLoseFocus(leaving)
      ? leaving.parentElement?.querySelector<HTMLElement>('[data-act="more"]')
      : null;
  useLayoutEffect(() => next?.focus());
  if (!isBookmarked) return null;
  return (
    <button
      type="button"
      ref={button}
      className="bookmarked"
      data-act="bookmark"
      aria-haspopup="dialog"
      aria-label={t('bookmark.edit')}
      title={t('bookmark.edit')}
      onClick={() => $editedBookmark.set(postId)}
    >
      <Icon name="bookmark" />
    </button>
  );
}
