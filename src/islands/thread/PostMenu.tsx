import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { markUnread } from '#client/reading/unread.ts';
import { $bookmarks, $editedBookmark } from '#client/thread/bookmarks.ts';
import { addBookmark } from '#client/thread/edit-bookmarks.ts';
import { $resolved, setResolved } from '#client/thread/resolve.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/ConfirmDialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useThread } from './thread-context.ts';

/** Actions of a post's author. */
interface OwnPost {
  /** The address of the editor, or the function that opens it inline. */
  edit: string | (() => void);
  deletion: Pick<ConfirmDialogProps, 'title' | 'text' | 'onSubmit'>;
  /** For a thread: whether it was resolved at publication. */
  isResolved?: boolean;
}

export interface PostMenuProps {
  label: string;
  postId: number;
  /** Set for the reader's own post. */
  own?: OwnPost | undefined;
  /** Reports another member's post. */
  onReport(): void;
}

/** The floor of a post on this page; 0 for the first post. */
const readFloor = (postId: number): number =>
  Number(document.querySelector<HTMLElement>(`.reply[data-id="${postId}"]`)?.dataset.floor ?? 0);

/** Sets or clears the thread's resolved mark, for its author. Moderators have another item. */
function ResolveItem({ threadId, published }: { threadId: number; published: boolean }) {
  const { t } = useTexts();
  const isResolved = useStore($resolved) ?? published;
  return (
    <MenuButton onClick={() => void setResolved(threadId, !isResolved).catch(showErrorToast)}>
      <Icon name={isResolved ? 'undo' : 'resolved'} />
      {t(isResolved ? 'thread.unresolve' : 'thread.resolve')}
    </MenuButton>
  );
}

/** The menu of a post: bookmark, and the author's or reader's actions. */
export function PostMenu({ label, postId, own, onReport }: PostMenuProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const { threadId } = useThread();
  const isBookmarked = Boolean(useStore($bookmarks, { keys: [postId] })[postId]);
  const trigger = (
    <button type="button" className="more-acts" data-act="more" aria-label={label}>
      <Icon name="more" />
    </button>
  );
  const pencil = (
    <>
      <Icon name="pencil" />
      {t('thread.edit')}
    </>
  );
  return (
    <>
      <Menu trigger={trigger} container={document.querySelector('#main')} open>
        <MenuButton
          onClick={() => (isBookmarked ? $editedBookmark.set(postId) : void addBookmark(postId))}
        >
          <Icon name="bookmark" />
          {t(isBookmarked ? 'bookmark.edit' : 'bookmark.add')}
        </MenuButton>
        <MenuButton onClick={() => void markUnread(threadId, readFloor(postId))}>
          <Icon name="eye" />
          {t('unread.mark')}
        </MenuButton>
        {own &&
          (typeof own.edit === 'string' ? (
            <MenuLink href={own.edit}>{pencil}</MenuLink>
          ) : (
            <MenuButton onClick={own.edit}>{pencil}</MenuButton>
          ))}
        {own?.isResolved !== undefined && (
          <ResolveItem threadId={threadId} published={own.isResolved} />
        )}
        <MenuSeparator />
        {own ? (
          <MenuButton onClick={() => setAsking(true)}>
            <span className="danger">
              <Icon name="trash" />
              {t('thread.delete')}
            </span>
          </MenuButton>
        ) : (
          <MenuButton onClick={onReport}>
            <Icon name="report" />
            {t('report.action')}
          </MenuButton>
        )}
      </Menu>
      {asking && own && (
        <ConfirmDialog
          {...own.deletion}
          action={t('thread.delete')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
