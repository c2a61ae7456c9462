import { useState } from 'react';
import { navigateTo } from '#client/core/overlay-history.ts';
import { deleteThread } from '#client/thread/edit-post.ts';
import { editPath, forumPath } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateMenuSlot } from '../moderation/menu-slot.tsx';
import { WatchButton } from '../watch/WatchButton.tsx';
import { BookmarkMark } from './BookmarkMark.tsx';
import { PostMenuButton } from './PostMenuButton.tsx';
import type { PublishedFirstPost, PublishedThread } from './published-page.ts';
import { ShareButton } from './ShareButton.tsx';
import { ThreadReactions } from './ThreadReactions.tsx';

export function ThreadActions({
  published,
  first,
}: {
  published: PublishedThread;
  first: PublishedFirstPost;
}) {
  const { t, root } = useTexts();
  const { threadId, forumId, authorId, subject, facts } = published;
  const [isResolved] = useState(() => facts?.querySelector('.resolved') !== null);
  const deleteAndLeave = async () => {
    await deleteThread(threadId);
    // the page is deleted; the forum is the closest page
    await navigateTo(forumPath(root, forumId));
  };
  const deletion = {
    title: t('own.deleteThread'),
    text: t('own.deleteThreadText'),
    onSubmit: deleteAndLeave,
  };
  return (
    <>
      <ThreadReactions threadId={threadId} />
      <WatchButton kind="thread" id={threadId} />
      <ShareButton title={subject} />
      <BookmarkMark postId={first.postId} />
      <ModerateMenuSlot kind="thread" id={threadId} authorId={authorId} />
      <PostMenuButton
        kind="thread"
        postId={first.postId}
        authorId={authorId}
        own={{ edit: editPath(root, threadId), deletion, isResolved }}
      />
    </>
  );
}
