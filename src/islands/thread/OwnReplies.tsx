import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { $own, type Own } from '#stores/replies.ts';
import { useTexts } from '../ui/text.ts';
import { ReplyView } from './ReplyView.tsx';

/** A reply that was just written: it is brought into view. */
function OwnReply({ own: { post, quote } }: { own: Own }) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => article.current?.scrollIntoView({ block: 'nearest' }), []);
  return <ReplyView post={post} quote={quote} here ref={article} />;
}

/** Replies of the reader that were written on this page, after the published ones. */
export default function OwnReplies({ list }: { list: Element }) {
  const { t } = useTexts();
  const own = useStore($own);
  const total = own.at(-1)?.post.thread.posts_cnt;
  useEffect(() => {
    const heading = list.querySelector('header h2');
    if (total === undefined || !heading) return;
    heading.textContent = t('thread.replies', { count: total });
    list.querySelector(':scope > .gone')?.remove();
  }, [total, list, t]);
  return createPortal(
    own.map((one) => <OwnReply key={one.post.id} own={one} />),
    list,
  );
}
