import type { ReactNode } from 'react';
import type { ThreadPage } from '#contracts/page-model.ts';
import { replyAnchor } from '#contracts/paths.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { contentVersion } from './content-version.ts';
import { Poll } from './Poll.tsx';
import { Prose } from './Prose.tsx';
import { ThreadReactions } from './ThreadReactions.tsx';
import { WatchButton } from './WatchButton.tsx';

/* The first post of a thread, around the header of each site. */
interface Props {
  page: ThreadPage;
  /** Of the author's picture; CSS pixels. */
  size: number;
  children?: ReactNode;
}

export function FirstPost({ page, size, children }: Props) {
  const { t } = useTexts();
  const { thread, author, poll } = page;
  return (
    <div
      className="post"
      id={replyAnchor(thread.firstPostId)}
      data-slot="thread"
      data-id={thread.id}
      data-post={thread.firstPostId}
      data-author={author.id}
      data-likes={thread.likesCnt}
      data-favourites={thread.favouritesCnt}
      data-version={contentVersion(thread.html)}
    >
      <Avatar person={author} size={size} />
      <header>{children}</header>
      {thread.html === null ? (
        <p className="placeholder-text">{t('thread.withheld.tooLarge')}</p>
      ) : (
        <Prose html={thread.html} className="prose post_conten" />
      )}
      {poll && <Poll poll={poll} threadId={thread.id} />}
      <div className="acts num">
        <ThreadReactions thread={thread} />
        <WatchButton />
        <button className="share" type="button" data-act="share">
          <Icon name="share" />
          {t('thread.share')}
        </button>
      </div>
    </div>
  );
}
