import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $account } from '#stores/account.ts';
import { compose } from '#stores/composer.ts';
import { openDraft, type Quoted } from '#stores/draft.ts';
import { seemsMember } from '#stores/page.ts';
import { learn, seed } from '#stores/reactions.ts';
import { $own } from '#stores/replies.ts';
import { $reporting } from '#stores/reporting.ts';
import { tell } from '#stores/tips.ts';
import { Composer } from '../composer/Composer.tsx';
import { mayAct } from '../ui/mark.ts';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';
import { MoreComments } from './MoreComments.tsx';
import { OwnReply } from './OwnReply.tsx';
import { Poll } from './Poll.tsx';
import type { Published, PublishedReply } from './published.ts';
import { ReplyActs } from './ReplyActs.tsx';
import { ThreadActs } from './ThreadActs.tsx';

const ReportDialog = lazy(() => import('./ReportDialog.tsx'));

/** Characters of a quoted reply that are shown; as many as pages show. */
const QUOTED = 120;

function seedMarks({ thread, threadId, replies }: Published): void {
  if (thread) {
    seed('like-thread', threadId, thread.likes);
    seed('favourite-thread', threadId, thread.favourites);
  }
  for (const reply of replies) seed('like-post', reply.id, reply.likes);
}

function learnMarks({ thread, threadId, replies }: Published): void {
  if (thread) {
    learn('like-thread', [threadId]);
    learn('favourite-thread', [threadId]);
  }
  learn('like-post', [...new Set(replies.map((reply) => reply.id))]);
}

const glimpse = (prose: Element | null): string => (prose?.textContent ?? '').trim().replace(/\s+/gu, ' ').slice(0, QUOTED);

const quoteOf = ({ id, authorId, floor, nickname, prose }: PublishedReply): Quoted => ({ postId: id, userId: authorId, floor, nickname, text: glimpse(prose) });

/** Replies of the reader that were written on this page, after the published ones. */
function OwnReplies({ published, onQuote }: { published: Published; onQuote(quote: Quoted): void }) {
  const { t } = useTexts();
  const own = useStore($own);
  const total = own.at(-1)?.post.thread.posts_cnt;
  const { list, page } = published;
  useEffect(() => {
    const heading = list.querySelector('header h2');
    if (total === undefined || !heading) return;
    heading.textContent = t('thread.replies', { count: total });
    list.querySelector(':scope > .gone')?.remove();
  }, [total, list, t]);
  return createPortal(
    own.map(({ post, quote }) => {
      const again = () => onQuote({ postId: post.id, userId: post.user.id, floor: post.storey, nickname: post.user.nickname, text: glimpse(document.querySelector(`#p${post.id} .prose`)) });
      return <OwnReply key={post.id} post={post} quote={quote} page={page} onQuote={again} />;
    }),
    list,
  );
}

/** Everything that lives on the page of a thread: one island that serves all of its slots. */
export function Thread({ published }: { published: Published }) {
  useState(() => seedMarks(published));
  const account = useStore($account);
  const reporting = useStore($reporting);
  const reader = account?.id;
  const { threadId, forumId, page, thread, replies, closed, composer } = published;

  useEffect(() => {
    if (reader !== undefined) learnMarks(published);
    if (reader !== undefined || seemsMember()) openDraft(reader ?? 0, published.threadId);
  }, [reader, published]);

  const quote = (quoted: Quoted) => {
    if (closed) tell({ key: 'error.closed', bad: true });
    else if (mayAct()) compose(quoted);
  };
  return (
    <>
      {thread && (
        <Slot at={thread.acts}>
          <ThreadActs threadId={threadId} />
        </Slot>
      )}
      {reporting !== undefined && (
        <Suspense>
          <ReportDialog postId={reporting} />
        </Suspense>
      )}
      {published.poll && <Poll at={published.poll} threadId={threadId} />}
      {replies.map((reply) => (
        <Slot key={reply.key} at={reply.acts}>
          <ReplyActs postId={reply.id} authorId={reply.authorId} onQuote={() => quote(quoteOf(reply))} />
        </Slot>
      ))}
      {replies.map(({ key, id, moreComments }) => moreComments && <MoreComments key={key} postId={id} item={moreComments} />)}
      <OwnReplies published={published} onQuote={quote} />
      {!closed && (
        <Slot at={composer}>
          <Composer threadId={threadId} forumId={forumId} page={page} />
        </Slot>
      )}
    </>
  );
}
