import { useStore } from '@nanostores/react';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import type { QuotedReply } from '#client/drafts/reply-draft.ts';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { badgeOf } from '#contracts/badge.ts';
import { pageOfFloor, replyAnchor, replyPagePath, userPath } from '#contracts/paths.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Badge } from '../components/Badge.tsx';
import { quoteExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { Quote } from '../components/Quote.tsx';
import { Time } from '../components/Time.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { DrawnComments } from './Comments.tsx';
import { EditedNote } from './EditedNote.tsx';
import { ReplyActions } from './ReplyActions.tsx';
import { RestoreButton } from './RestoreButton.tsx';
import { useThread } from './thread-context.ts';

const EditReply = lazy(() => import('./EditReply.tsx'));

export type QuoteShown = Pick<QuotedReply, 'postId' | 'userId' | 'floor' | 'nickname'> & {
  /** Undefined for a quoted post that can't be shown any more. */ text: string | undefined;
};

interface Props {
  post: PostWire;
  quote: QuoteShown | undefined;
  /** It is in the list of its own page: links to it stay on the page. */
  isOnItsPage: boolean;
  ref?: Ref<HTMLElement>;
}

/** A reply with the markup of parts/Reply.tsx. */
export function ReplyView({ post: initialPost, quote, isOnItsPage, ref }: Props) {
  const { t, root } = useTexts();
  const { threadId, page, quote: answer } = useThread();
  const prose = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState(false);
  const now = useStore($editedReplies, { keys: [initialPost.id] })[initialPost.id];
  const post = now ?? initialPost;
  const { id, storey, user } = post;
  const withheld = now === null ? 'deleted' : post.withheld;
  const key = isOnItsPage ? replyAnchor(id) : `found-${id}`;
  const floorName = t(storey === 1 ? 'thread.firstFloor' : 'thread.floor', { n: storey });
  const linkTo = (floor: number, postId: number) =>
    pageOfFloor(floor) === page
      ? `#${replyAnchor(postId)}`
      : replyPagePath(root, threadId, floor, postId);
  const when = (
    <span className="when meta">
      {!withheld && post.edited_at && (
        <span className="edited">
          <EditedNote postId={id} at={post.edited_at} />
        </span>
      )}
      <Time at={post.created_at} />{' '}
      <a
        className="hover"
        id={isOnItsPage ? `f${storey}` : undefined}
        href={isOnItsPage ? `#${replyAnchor(id)}` : replyPagePath(root, threadId, storey, id)}
        aria-label={t('thread.floorLabel', { floor: floorName })}
      >
        {floorName}
      </a>
    </span>
  );
  if (withheld)
    return (
      <article className="reply" ref={ref} id={key} data-id={id} data-floor={storey}>
        <header>
          <p className="placeholder-text">
            {t(`thread.withheld.${withheld}`)}
            <RestoreButton postId={id} floor={storey} />
          </p>
          {when}
        </header>
      </article>
    );
  return (
    <article
      className="reply"
      ref={ref}
      id={key}
      data-id={id}
      data-floor={storey}
      data-author={user.id}
    >
      <Avatar person={user} size={40} />
      {!isOnItsPage && post.is_top_forum === 1 && (
        <p className="why">
          <Icon name="resolved" />
          {t('thread.featured')}
        </p>
      )}
      <header>
        <h3>
          <a className="name hover" href={userPath(root, user.id)}>
            {user.nickname}
          </a>
        </h3>{' '}
        <span className="level">{t('common.level', { n: user.level })}</span>{' '}
        <Badge badge={badgeOf(user.group_id)} />
        {when}
      </header>
      {quote && <Quote quote={quote} href={linkTo(quote.floor, quote.postId)} />}
      {editing ? (
        <Suspense fallback={<form className="meta">{t('common.loading')}</form>}>
          <EditReply
            threadId={threadId}
            postId={id}
            floor={storey}
            authorId={user.id}
            onDone={() => setEditing(false)}
          />
        </Suspense>
      ) : (
        <div ref={prose}>
          <UserHtml key={post.message} html={post.message} />
        </div>
      )}
      {post.checked === 0 && <p className="held meta">{t('own.held')}</p>}
      <footer className="acts meta num">
        <ReplyActions
          postId={id}
          replyKey={key}
          authorId={user.id}
          onQuote={() =>
            answer({
              postId: id,
              userId: user.id,
              floor: storey,
              nickname: user.nickname,
              text: quoteExcerpt(prose.current),
            })
          }
          onEdit={() => setEditing(true)}
        />
      </footer>
      <DrawnComments
        postId={id}
        replyKey={key}
        name={user.nickname}
        first={post.post_comment ?? []}
        total={post.total}
      />
    </article>
  );
}
