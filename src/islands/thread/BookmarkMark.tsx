import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { $bookmarks, $editedBookmark } from '#client/thread/bookmarks.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { willLoseFocus } from './will-lose-focus.ts';

/** The button of a bookmarked post, which opens the bookmark. */
export function BookmarkMark({ postId }: { postId: number }) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const isBookmarked = Boolean(useStore($bookmarks, { keys: [postId] })[postId]);
  // When the focused mark is removed, the adjacent menu gets the focus.
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
