import { useStore } from '@nanostores/react';
import { type Ref, useRef, useState } from 'react';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { toReply } from '#client/thread/from-wire.ts';
import { toMediaWords } from '#contracts/media-words.ts';
import type { Quote } from '#contracts/page-model.ts';
import { pageOfFloor, replyAnchor, replyPagePath } from '#contracts/paths.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import { quoteExcerpt } from '../components/html-excerpt.ts';
import { Reply } from '../components/Reply.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { DrawnComments } from './Comments.tsx';
import { EditedNote } from './EditedNote.tsx';
import { LazyEditReply } from './LazyEditReply.tsx';
import { ReplyActions } from './ReplyActions.tsx';
import { RestoreButton } from './RestoreButton.tsx';
import { useThread } from './thread-context.ts';

interface Props {
  post: PostWire;
  quote: Quote | undefined;
  /** In the list of its own page, so that links to it stay there. */
  isOnItsPage: boolean;
  ref?: Ref<HTMLElement>;
}

/** A reply that the published page lacks. */
export function ReplyView({ post, quote, isOnItsPage, ref }: Props) {
  const { t, root } = useTexts();
  const { threadId, page, quote: answer } = useThread();
  const prose = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState(false);
  const { id } = post;
  const now = useStore($editedReplies, { keys: [id] })[id];
  const reply = toReply(now ?? post);
  const { floor, author, html, editedAt } = reply;
  const { nickname } = author;
  const withheld = now === null ? 'deleted' : reply.withheld;
  const key = isOnItsPage ? replyAnchor(id) : `found-${id}`;
  const isHere = (at: number, postId: number) =>
    postId === id ? isOnItsPage : pageOfFloor(at) === page;
  return (
    <Reply
      ref={ref}
      reply={{ ...reply, withheld, quote }}
      id={key}
      isAtFloor={isOnItsPage}
      isFeatured={!isOnItsPage && !withheld && reply.featured}
      hrefOf={(at, postId) =>
        isHere(at, postId) ? `#${replyAnchor(postId)}` : replyPagePath(root, threadId, at, postId)
      }
      restore={<RestoreButton postId={id} floor={floor} />}
      edited={editedAt && <EditedNote postId={id} at={editedAt} />}
      text={
        <>
          {editing ? (
            <LazyEditReply
              threadId={threadId}
              postId={id}
              floor={floor}
              authorId={author.id}
              onDone={() => setEditing(false)}
            />
          ) : (
            <div ref={prose}>
              <UserHtml key={html} html={html} />
            </div>
          )}
          {!reply.checked && <p className="held meta">{t('own.held')}</p>}
        </>
      }
      actions={
        <ReplyActions
          postId={id}
          replyKey={key}
          authorId={author.id}
          onQuote={() => {
            const text = quoteExcerpt(prose.current, toMediaWords(t));
            answer({ postId: id, userId: author.id, floor, nickname, text });
          }}
          onEdit={() => setEditing(true)}
        />
      }
      comments={
        <DrawnComments
          postId={id}
          replyKey={key}
          name={nickname}
          first={reply.comments}
          total={reply.commentsCnt}
        />
      }
    />
  );
}
