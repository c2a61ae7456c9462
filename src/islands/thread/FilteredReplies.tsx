import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Failure } from '#client/core/failure.ts';
import { parseHtml } from '#client/core/trusted-types.ts';
import { toQuote } from '#client/thread/from-wire.ts';
import {
  $filteredReplyIds,
  $repliesReload,
  $threadView,
  changeThreadView,
  loadReplies,
} from '#client/thread/thread-view.ts';
import { toMediaWords } from '#contracts/media-words.ts';
import { Button } from '../components/Button.tsx';
import { FormError } from '../components/FormError.tsx';
import { quoteExcerpt } from '../components/html-excerpt.ts';
import { PageButtons } from '../components/Pager.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { PublishedThread } from './published-page.ts';
import { ReplyView } from './ReplyView.tsx';

/** Replies in another order or of the author only, replacing the published ones. */
export default function FilteredReplies({ published }: { published: PublishedThread }) {
  const { t } = useTexts();
  const { list, threadId, authorId } = published;
  const view = useStore($threadView);
  const toText = (html: string) => quoteExcerpt(parseHtml(html), toMediaWords(t));
  const {
    value: found,
    failure: refused,
    reload,
  } = useQuery(JSON.stringify(view), () => loadReplies(threadId, authorId, view), {
    recovers: false,
  });
  // the current replies stay until the reloaded ones arrive
  useEffect(() => $repliesReload.listen(() => reload()), [reload]);
  const box = useRef<HTMLElement>(null);
  const shouldScroll = useRef(false);

  useLayoutEffect(() => {
    list.classList.add('elsewhere');
    return () => {
      list.classList.remove('elsewhere');
      $filteredReplyIds.set(undefined);
    };
  }, [list]);
  useEffect(() => found && $filteredReplyIds.set(found.posts.map(({ id }) => id)), [found]);
  // another page is scrolled and focused at its top
  useEffect(() => {
    if (!found || !shouldScroll.current) return;
    shouldScroll.current = false;
    box.current?.focus({ preventScroll: true });
    list.scrollIntoView({ block: 'start' });
  }, [found, list]);
  const goToPage = (page: number) => {
    shouldScroll.current = true;
    changeThreadView({ page });
  };
  const label = [
    view.onlyAuthor && t('thread.onlyAuthor'),
    view.order === 'desc' && t('thread.newestFirst'),
    view.order === 'likes' && t('thread.mostHelpful'),
  ]
    .filter(Boolean)
    .join(' · ');
  return createPortal(
    <section
      className="found"
      ref={box}
      tabIndex={-1}
      aria-label={label}
      aria-busy={!found && !refused}
    >
      <p className={view.onlyAuthor ? 'meta num' : 'vh'} role="status">
        {found &&
          t(view.onlyAuthor ? 'thread.foundOfAuthor' : 'thread.found', { count: found.total })}
      </p>
      {refused instanceof Failure && (
        <div className="refused">
          <FormError failure={refused} />
          <Button onClick={() => reload()}>{t('common.again')}</Button>
        </div>
      )}
      {!found && !refused && <Skeleton rows={3} />}
      {found?.posts.length === 0 && <p className="placeholder-text">{t('thread.authorSilent')}</p>}
      {found?.posts.map((post) => (
        <ReplyView
          key={post.id}
          post={post}
          quote={post.quote_post ? toQuote(post.quote_post, toText) : undefined}
          isOnItsPage={false}
        />
      ))}
      {found && found.pages > 1 && (
        <PageButtons page={view.page} pages={found.pages} onPage={goToPage} />
      )}
    </section>,
    list,
  );
}
