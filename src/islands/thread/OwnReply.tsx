import { useEffect, useRef } from 'react';
import { pageOfFloor, replyAnchor, replyPlace, userPath } from '#contracts/paths.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import type { Quoted } from '#stores/draft.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import { ReplyActs } from './ReplyActs.tsx';

interface Props {
  post: PostWire;
  quote: Quoted | undefined;
  /** The page that it is shown on, from 1. */
  page: number;
  onQuote(): void;
}

/** A reply that was just written, as parts/Reply.astro will print it. */
export function OwnReply({ post, quote, page, onQuote }: Props) {
  const { t, lang } = useTexts();
  const article = useRef<HTMLElement>(null);
  const { id, storey, user } = post;
  useEffect(() => article.current?.scrollIntoView({ block: 'nearest' }), []);
  const quoted = quote && (pageOfFloor(quote.floor) === page ? `#${replyAnchor(quote.postId)}` : replyPlace(lang, post.thread_id, quote.floor, quote.postId));
  return (
    <article className="reply" ref={article} id={replyAnchor(id)} data-id={id} data-floor={storey}>
      <Avatar person={user} size={40} />
      <header>
        <h3>
          <a className="name hover" href={userPath(lang, user.id)}>
            {user.nickname}
          </a>
        </h3>{' '}
        <span className="level">{t('common.level', { n: user.level })}</span>
        <span className="when meta">
          <Time at={post.created_at} />{' '}
          <a className="hover" id={`f${storey}`} href={`#${replyAnchor(id)}`} aria-label={t('thread.floorLabel', { n: storey })}>
            {t('thread.floor', { n: storey })}
          </a>
        </span>
      </header>
      {quote && (
        <blockquote className="quote meta">
          <a className="hover" href={quoted}>
            <b>{t('thread.quoteOf', { n: quote.floor, name: quote.nickname })}</b>
            <span>{quote.text}</span>
          </a>
        </blockquote>
      )}
      <UserHtml html={post.message} />
      <footer className="acts meta num">
        <ReplyActs postId={id} authorId={user.id} onQuote={onQuote} />
      </footer>
    </article>
  );
}
