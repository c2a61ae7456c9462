import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Reply as ShownReply } from '#contracts/page-model.ts';
import { pageOfFloor, replyAnchor, replyPagePath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Comment, CommentLikes, CommentList } from '#islands/components/Comment.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { Reply as ReplyArticle } from '#islands/components/Reply.tsx';
import { TextWithTime } from '#islands/components/TextWithTime.tsx';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Prose } from './Prose.tsx';

function Comments({ reply }: { reply: ShownReply }) {
  const { t } = useTexts();
  const more = reply.commentsCnt - reply.comments.length;
  const moreButton = more > 0 && (
    <button className="more" type="button" data-act="comments">
      {t('thread.moreComments', { count: more })}
    </button>
  );
  return (
    <CommentList name={reply.author.nickname} moreButton={moreButton}>
      {reply.comments.map((comment) => (
        <Comment
          key={comment.id}
          comment={comment}
          text={
            <Prose html={comment.html ?? t('thread.withheld.tooLarge')} className="message-text" />
          }
        >
          <CommentLikes count={comment.likesCnt} />
        </Comment>
      ))}
    </CommentList>
  );
}

interface Props {
  reply: ShownReply;
  threadId: number;
  /** The page that shows the reply. */
  page: number;
  /** The thread is closed: no reply buttons. */
  closed: boolean;
  /** The copy above the list; the reply itself stays at its floor. */
  featured?: boolean;
  /** The version of all that it shows except likes, which change independently. */
  version: string;
}

export function Reply({ reply, threadId, page, closed, featured, version }: Props) {
  const { t, lang, root } = useTexts();
  const likes = formatNumber(lang, reply.likesCnt);
  return (
    <ReplyArticle
      reply={reply}
      className={featured ? 'reply featured' : 'reply'}
      id={featured ? undefined : replyAnchor(reply.id)}
      isAtFloor={!featured}
      isFeatured={featured}
      hrefOf={(floor, postId) =>
        pageOfFloor(floor, REPLIES_PER_PAGE) === page
          ? `#${replyAnchor(postId)}`
          : replyPagePath(root, threadId, floor, postId)
      }
      published={{ likes: reply.likesCnt, version }}
      edited={
        reply.editedAt && (
          <>
            <TextWithTime text="thread.edited">
              <Time at={reply.editedAt} />
            </TextWithTime>
            {' · '}
          </>
        )
      }
      text={<Prose html={reply.html} />}
      actions={
        <>
          <button
            type="button"
            data-act="like"
            translate="no"
            aria-pressed="false"
            aria-label={`${t('thread.like')} ${likes}`}
          >
            <Icon name="like" />
            {likes}
          </button>
          {!closed && (
            <>
              <button type="button" data-act="comment">
                <Icon name="comment" />
                {t('thread.comment')}
              </button>
              <button type="button" data-act="quote">
                <Icon name="quote" />
                {t('thread.quote')}
              </button>
            </>
          )}
        </>
      }
      comments={reply.commentsCnt > 0 && <Comments reply={reply} />}
    />
  );
}
