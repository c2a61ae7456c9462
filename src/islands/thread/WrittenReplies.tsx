import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { $composerDock } from '#client/composer/composer.ts';
import { $unpublishedReplies, type UnpublishedReply } from '#client/thread/unpublished-replies.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ReplyView } from './ReplyView.tsx';

/** A reply just written. It is scrolled into view, unless the composer was docked. */
function WrittenReplyView({ own: { post, quote } }: { own: UnpublishedReply }) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // in braces: newer browsers return a promise, which isn't a clean-up function
    if ($composerDock.get() === 'inline') article.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <ReplyView post={post} quote={quote} isOnItsPage ref={article} />;
}

/** Whether the published reply is on the page: it may arrive before the response to sending. */
const isPublished = (list: Element, id: number): boolean =>
  list.querySelector(`:scope > .reply[data-id="${id}"][data-version]`) !== null;

/** The replies written on this page, after the published ones. */
export default function WrittenReplies({ list }: { list: Element }) {
  const { t } = useTexts();
  const written = useStore($unpublishedReplies);
  const own = written.filter(({ post }) => !isPublished(list, post.id));
  const total = written.at(-1)?.post.thread.posts_cnt;
  useEffect(() => {
    const heading = list.querySelector('header h2');
    if (total === undefined || !heading) return;
    heading.textContent = t('thread.replies', { count: total });
    const entry = document.querySelector('.outline [href="#replies"]');
    if (entry) entry.textContent = heading.textContent;
    list.querySelector(':scope > .placeholder-text')?.remove();
  }, [total, list, t]);
  useEffect(() => {
    if (own.length < written.length) $unpublishedReplies.set(own);
  });
  return createPortal(
    own.map((one) => <WrittenReplyView key={one.post.id} own={one} />),
    list,
  );
}
