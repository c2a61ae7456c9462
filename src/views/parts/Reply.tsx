import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Reply as ShownReply } from '#contracts/page-model.ts';
import { pageOfFloor, replyAnchor, replyPagePath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { textAroundTime } from '#i18n/text-around.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { Badge } from '#islands/components/Badge.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { Quote } from '#islands/components/Quote.tsx';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { CommentList } from './CommentList.tsx';
import { contentVersion } from './content-version.ts';
import { Prose } from './Prose.tsx';

interface Props {
  reply: ShownReply;
  threadId: number;
  /** Of the page that shows the reply. */
  page: number;
  /** The thread takes no more replies: nothing here is answered. */
  closed: boolean;
  /** The copy above the list; the reply itself stays at its floor. */
  featured?: boolean;
}

export function Reply({ reply, threadId, page, closed, featured }: Props) {
  const { t, lang, root } = useTexts();
  const { id, author, floor, quote, withheld } = reply;
  const [editedBefore, editedBehind] = textAroundTime(t, 'thread.edited');
  const floorName = t(floor === 1 ? 'thread.firstFloor' : 'thread.floor', { n: floor });
  /** Of everything but the likes, which change alone. */
  const version = contentVersion(reply.html, { ...reply, html: '', likesCnt: 0, closed });
  const place = (to: number, postId: number) =>
    pageOfFloor(to, REPLIES_PER_PAGE) === page
      ? `#${replyAnchor(postId)}`
      : replyPagePath(root, threadId, to, postId);
  return (
    <article
      className={featured ? 'reply featured' : 'reply'}
      id={featured ? undefined : replyAnchor(id)}
      data-slot={withheld ? undefined : 'reply'}
      data-id={id}
      data-floor={floor}
      data-author={author.id}
      data-nick={author.nickname}
      data-likes={reply.likesCnt}
      data-version={version}
    >
      {!withheld && <Avatar person={author} size={40} />}
      {featured && (
        <p className="why">
          <Icon name="resolved" />
          {t('thread.featured')}
        </p>
      )}
      <header>
        {withheld ? (
          <p className="placeholder-text">{t(`thread.withheld.${withheld}`)}</p>
        ) : (
          <>
            <h3>
              <a className="name hover" href={userPath(root, author.id)}>
                {author.nickname}
              </a>
            </h3>{' '}
            <span className="level">{t('common.level', { n: author.level })}</span>{' '}
            <Badge badge={author.badge} />
          </>
        )}
        <span className="when meta">
          {!withheld && reply.editedAt && (
            <span className="edited">
              {editedBefore}
              <Time at={reply.editedAt} />
              {editedBehind} ·{' '}
            </span>
          )}
          <Time at={reply.createdAt} />{' '}
          <a
            className="hover"
            id={featured ? undefined : `f${floor}`}
            href={place(floor, id)}
            aria-label={t('thread.floorLabel', { floor: floorName })}
          >
            {floorName}
          </a>
        </span>
      </header>
      {!withheld && (
        <>
          {quote && <Quote quote={quote} href={place(quote.floor, quote.postId)} />}
          <Prose html={reply.html} />
          <footer className="acts meta num">
            <button
              type="button"
              data-act="like"
              aria-pressed="false"
              aria-label={`${t('thread.like')} ${formatNumber(lang, reply.likesCnt)}`}
            >
              <Icon name="like" />
              {formatNumber(lang, reply.likesCnt)}
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
          </footer>
          {reply.commentsCnt > 0 && <CommentList reply={reply} />}
        </>
      )}
    </article>
  );
}
