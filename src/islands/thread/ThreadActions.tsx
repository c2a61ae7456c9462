import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { editPath, forumPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { $account } from '#stores/account/account.ts';
import { navigateTo } from '#stores/client/overlay-history.ts';
import { showErrorToast } from '#stores/client/toasts.ts';
import { deleteThread } from '#stores/thread/edit-post.ts';
import { $resolved, setResolved } from '#stores/thread/resolve.ts';
import { Icon } from '../components/Icon.tsx';
import { useReaction } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateMenuSlot } from '../moderation/menu-slot.tsx';
import { WatchButton } from '../watch/WatchButton.tsx';
import { BookmarkMark } from './BookmarkMark.tsx';
import { PostMenuButton } from './PostMenuButton.tsx';
import type { PublishedFirstPost, PublishedThread } from './published-page.ts';
import { ShareButton } from './ShareButton.tsx';

/**
 * The button with which an author marks the thread as resolved. Moderators have it in their menu,
 * with a reason.
 */
function ResolveButton({ threadId, published }: { threadId: number; published: boolean }) {
  const { t } = useTexts();
  const resolved = useStore($resolved) ?? published;
  const [pending, setPending] = useState(false);
  const toggleResolved = () => {
    if (pending) return;
    setPending(true);
    void setResolved(threadId, !resolved)
      .catch(showErrorToast)
      .finally(() => setPending(false));
  };
  return (
    <button type="button" data-act="resolve" onClick={toggleResolved}>
      <Icon name={resolved ? 'undo' : 'resolved'} />
      {t(resolved ? 'thread.unresolve' : 'thread.resolve')}
    </button>
  );
}

/** The buttons below the first post. */
export function ThreadActions({
  published,
  first,
}: {
  published: PublishedThread;
  first: PublishedFirstPost;
}) {
  const { t, lang, root } = useTexts();
  const { threadId, forumId, authorId, subject, facts } = published;
  const like = useReaction('like-thread', threadId);
  const favourite = useReaction('favourite-thread', threadId);
  const reader = useStore($account)?.id;
  const [resolved] = useState(() => facts?.querySelector('.resolved') !== null);
  const isOwn = reader === authorId;
  const deleteAndLeave = async () => {
    await deleteThread(threadId);
    // the page is deleted; its forum is the nearest page
    await navigateTo(forumPath(root, forumId));
  };
  const deletion = {
    title: t('own.deleteThread'),
    text: t('own.deleteThreadText'),
    onSubmit: deleteAndLeave,
  };
  return (
    <>
      <button
        className="btn"
        type="button"
        data-act="like"
        aria-pressed={like.on}
        onClick={like.press}
      >
        <Icon name="like" />
        {t('thread.helpful')} <span>{formatNumber(lang, like.count)}</span>
      </button>
      <button
        className="btn"
        type="button"
        data-act="favourite"
        aria-pressed={favourite.on}
        onClick={favourite.press}
      >
        <Icon name="star" />
        {t('thread.favourite')} <span>{formatNumber(lang, favourite.count)}</span>
      </button>
      <WatchButton kind="thread" id={threadId} />
      <ShareButton title={subject} />
      {isOwn && <ResolveButton threadId={threadId} published={resolved} />}
      <BookmarkMark postId={first.postId} />
      <ModerateMenuSlot kind="thread" id={threadId} authorId={authorId} />
      <PostMenuButton
        kind="thread"
        postId={first.postId}
        authorId={authorId}
        own={{ edit: editPath(root, threadId), deletion }}
      />
    </>
  );
}
