import { useStore } from '@nanostores/react';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import { badgeOf } from '#contracts/badge.ts';
import { pageOfFloor, replyAnchor, replyPlace, userPath } from '#contracts/paths.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import type { Quoted } from '#stores/draft.ts';
import { $changed } from '#stores/own-posts.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import { DrawnComments } from './Comments.tsx';
import { Edited } from './Edited.tsx';
import { glimpse } from './glimpse.ts';
import { usePlace } from './place.ts';
import { ReplyActs } from './ReplyActs.tsx';

const EditReply = lazy(() => import('./EditReply.tsx'));

export type QuoteShown = Pick<Quoted, 'postId' | 'floor' | 'nickname'> & {
  /** undefined: it can't be shown any more. */ text: string | undefined;
};

interface Props {
  post: PostWire;
  quote: QuoteShown | undefined;
  /** It stands on the published page's own place in the list: links to it stay on the page. */
  here: boolean;
  ref?: Ref<HTMLElement>;
}

function Quote({ quote }: { quote: QuoteShown }) {
  const { t, root } = useTexts();
  const { threadId, page } = usePlace();
  const { postId, floor, nickname, text } = quote;
  const href =
    pageOfFloor(floor) === page
      ? `#${replyAnchor(postId)}`
      : replyPlace(root, threadId, floor, postId);
  return (
    <blockquote className="quote meta">
      {text === undefined ? (
        t('thread.quoteGone')
      ) : (
        <a className="hover" href={href}>
          <b>{t('thread.quoteOf', { n: floor, name: nickname })}</b>
          <span>{text}</span>
        </a>
      )}
    </blockquote>
  );
}

/** A reply that an island draws, as parts/Reply.astro prints it. */
export function ReplyView({ post: given, quote, here, ref }: Props) {
  const { t, root } = useTexts();
  const { threadId, quote: answer } = usePlace();
  const prose = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState(false);
  const now = useStore($changed, { keys: [given.id] })[given.id];
  const post = now ?? given;
  const { id, storey, user } = post;
  const withheld =
    now === null || post.deleted_at
      ? ('deleted' as const)
      : (['hidden', 'review'] as const).find((one) => post.message === t(`thread.withheld.${one}`));
  const badge = badgeOf(user.group_id);
  const key = here ? replyAnchor(id) : `found-${id}`;
  const when = (
    <span className="when meta">
      {!withheld && post.edited_at && <Edited postId={id} at={post.edited_at} />}
      <Time at={post.created_at} />{' '}
      <a
        className="hover"
        id={here ? `f${storey}` : undefined}
        href={here ? `#${replyAnchor(id)}` : replyPlace(root, threadId, storey, id)}
        aria-label={t('thread.floorLabel', { n: storey })}
      >
        {t('thread.floor', { n: storey })}
      </a>
    </span>
  );
  if (withheld)
    return (
      <article className="reply" ref={ref} id={key} data-id={id} data-floor={storey}>
        <header>
          <p className="gone">{t(`thread.withheld.${withheld}`)}</p>
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
      {!here && post.is_top_forum === 1 && (
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
        {badge && <span className="tag">{t(`badge.${badge}`)}</span>}
        {when}
      </header>
      {quote && <Quote quote={quote} />}
      {editing ? (
        <Suspense fallback={<p className="meta">{t('common.loading')}</p>}>
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
        <ReplyActs
          postId={id}
          replyKey={key}
          authorId={user.id}
          onQuote={() =>
            answer({
              postId: id,
              userId: user.id,
              floor: storey,
              nickname: user.nickname,
              text: glimpse(prose.current),
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
