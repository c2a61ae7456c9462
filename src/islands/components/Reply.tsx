import type { ReactNode, Ref } from 'react';
import { toMediaWords, withMediaWord } from '#contracts/media-words.ts';
import type { Quote as ShownQuote, Reply as ShownReply } from '#contracts/page-model.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { foreignLang } from './foreign-lang.ts';
import { Icon } from './Icon.tsx';
import { Time } from './Time.tsx';
import { UserLink } from './UserLink.tsx';

function Quote({ quote, href }: { quote: ShownQuote; href: string }) {
  const { t, lang } = useTexts();
  const text = quote.text && withMediaWord(quote.text, toMediaWords(t));
  return (
    <blockquote className="quote meta" data-author={quote.userId}>
      {text === undefined ? (
        t('thread.quoteRemoved')
      ) : (
        <a className="hover" href={href}>
          <b>{t('thread.quoteOf', { n: quote.floor, name: quote.nickname })}</b>
          <span lang={foreignLang(lang, text)}>{text}</span>
        </a>
      )}
    </blockquote>
  );
}

interface Props {
  reply: Pick<ShownReply, 'id' | 'floor' | 'author' | 'withheld' | 'quote' | 'createdAt'>;
  className?: string;
  id: string | undefined;
  /** False for a featured copy, which has no anchor for the floor. */
  isAtFloor: boolean;
  /** Shows the mark of featured replies. */
  isFeatured: boolean | undefined;
  hrefOf(floor: number, postId: number): string;
  /** Data that islands read from a published reply. */
  published?: { likes: number; version: string };
  /** Shown after the notice of a withheld reply. */
  restore?: ReactNode;
  /** The note of the last edit. */
  edited: ReactNode;
  text: ReactNode;
  actions: ReactNode;
  comments: ReactNode;
  ref?: Ref<HTMLElement> | undefined;
}

/** A reply; also on published pages. */
export function Reply(props: Props) {
  const { t } = useTexts();
  const { isAtFloor, hrefOf, edited, published } = props;
  const { id, floor, author, withheld, quote, createdAt } = props.reply;
  const floorName = t(floor === 1 ? 'thread.firstFloor' : 'thread.floor', { n: floor });
  return (
    <article
      className={props.className ?? 'reply'}
      ref={props.ref}
      id={props.id}
      data-slot={published && !withheld ? 'reply' : undefined}
      data-id={id}
      data-floor={floor}
      data-author={author.id}
      data-nick={published && author.nickname}
      data-likes={published?.likes}
      data-version={published?.version}
    >
      {!withheld && <Avatar person={author} size={40} />}
      {props.isFeatured && (
        <p className="why">
          <Icon name="resolved" />
          {t('thread.featured')}
        </p>
      )}
      <header>
        {withheld ? (
          <p className="placeholder-text">
            {t(`thread.withheld.${withheld}`)}
            {props.restore}
          </p>
        ) : (
          <>
            <h3>
              <UserLink user={author} />
            </h3>{' '}
            <span className="level">{t('common.level', { n: author.level })}</span>{' '}
            <Badge badge={author.badge} />
          </>
        )}
        <span className="when meta">
          {!withheld && edited && <span className="edited">{edited}</span>}
          <Time at={createdAt} />{' '}
          <a
            className="hover"
            id={isAtFloor ? `f${floor}` : undefined}
            href={hrefOf(floor, id)}
            aria-label={t('thread.floorLabel', { floor: floorName })}
          >
            {floorName}
          </a>
        </span>
      </header>
      {!withheld && (
        <>
          {quote && <Quote quote={quote} href={hrefOf(quote.floor, quote.postId)} />}
          {props.text}
          <footer className="acts meta num">{props.actions}</footer>
          {props.comments}
        </>
      )}
    </article>
  );
}
