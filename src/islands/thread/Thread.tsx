import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { $account } from '#client/account/account.ts';
import { $composerOpenings, openComposer } from '#client/composer/composer.ts';
import { afterPaint } from '#client/core/after-paint.ts';
import { hasMemberCookie } from '#client/core/page-info.ts';
import { showToast } from '#client/core/toasts.ts';
import { openReplyDraft, type QuotedReply } from '#client/drafts/reply-draft.ts';
import { $editedBookmark } from '#client/thread/bookmarks.ts';
import { initReaction, loadOwnReactions } from '#client/thread/reactions.ts';
import { $reported } from '#client/thread/report.ts';
import { $resolved } from '#client/thread/resolve.ts';
import { $historyPostId } from '#client/thread/revisions.ts';
import { $unpublishedReplies } from '#client/thread/unpublished-replies.ts';
import { Icon } from '../components/Icon.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { Composer } from '../composer/Composer.tsx';
import { storePageText } from '../composer/early-text.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { PublishedEditedNote } from './EditedNote.tsx';
import { PublishedReply } from './PublishedReply.tsx';
import type { PublishedThread } from './published-page.ts';
import { ReplyFilters } from './ReplyFilters.tsx';
import { ThreadActions } from './ThreadActions.tsx';
import { ThreadPoll } from './ThreadPoll.tsx';
import { ThreadReactions } from './ThreadReactions.tsx';
import { ThreadContext, type ThreadContextValue } from './thread-context.ts';
import { seedReplies, useShownReplies } from './use-shown-replies.ts';

const loadWrittenReplies = () => import('./WrittenReplies.tsx');
const WrittenReplies = lazy(loadWrittenReplies);
const ReportDialog = lazy(() => import('./ReportDialog.tsx'));
const SelectionQuote = lazy(() => import('./SelectionQuote.tsx'));
const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'));
const BookmarkDialog = lazy(() => import('./BookmarkDialog.tsx'));

/** Initializes the stores from the published counts; own reactions load before the first click. */
function seedReactions({ first, counts, threadId, replies }: PublishedThread): void {
  if (counts) {
    initReaction('like-thread', threadId, counts.likes);
    initReaction('favourite-thread', threadId, counts.favourites);
    if (hasMemberCookie()) {
      loadOwnReactions('like-thread', [threadId]);
      loadOwnReactions('favourite-thread', [threadId]);
    }
  }
  seedReplies(replies, first && [first.postId]);
}

/** Offers quotes of selected text; the file is fetched at the first selection in a post. */
function SelectionQuoteSlot({ threadId }: { threadId: number }) {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return undefined;
    const look = () => {
      const { anchorNode, isCollapsed = true } = getSelection() ?? {};
      const anchor = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
      if (!isCollapsed && anchor?.closest('.prose')) setUsed(true);
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [isUsed]);
  return (
    isUsed && (
      <Suspense>
        <SelectionQuote threadId={threadId} />
      </Suspense>
    )
  );
}

function PostDialogs() {
  const reporting = useStore($reported);
  const history = useStore($historyPostId);
  const bookmark = useStore($editedBookmark);
  return (
    <Suspense>
      {reporting && <ReportDialog target={reporting} />}
      {history !== undefined && <HistoryDialog postId={history} />}
      {bookmark !== undefined && <BookmarkDialog postId={bookmark} />}
    </Suspense>
  );
}

/** Replies written on this page; the component is fetched while the reader writes. */
function WrittenRepliesSlot({ list }: { list: Element }) {
  const hasWritten = useStore($unpublishedReplies).length > 0;
  const isWriting = useStore($composerOpenings) > 0;
  useEffect(() => {
    if (isWriting)
      void afterPaint()
        .then(loadWrittenReplies)
        .catch(() => undefined); // retried on the next use
  }, [isWriting]);
  return (
    hasWritten && (
      <Suspense>
        <WrittenReplies list={list} />
      </Suspense>
    )
  );
}

/** The mark of a resolved thread: as published, or as changed on this page. */
function ResolvedMark({ facts }: { facts: Element }) {
  const { t } = useTexts();
  const resolved = useStore($resolved);
  const [host] = useState(() => {
    const made = document.createElement('span');
    made.className = 'resolved';
    return made;
  });
  const [published] = useState(() => facts.querySelector('.resolved'));
  useLayoutEffect(() => {
    const now = facts.querySelector('.resolved');
    const mark = resolved === undefined ? published : resolved ? host : null;
    if (mark === now) return;
    now?.remove();
    if (!mark) return;
    const digest = facts.querySelector('.digest');
    if (digest) digest.after(mark);
    else facts.prepend(mark);
  }, [resolved, facts, published, host]);
  return createPortal(
    <>
      <Icon name="resolved" />
      {t('marks.resolved')}
    </>,
    host,
  );
}

/** One component serves all slots of a thread's page. */
export function Thread({ published }: { published: PublishedThread }) {
  useState(() => seedReactions(published));
  useState(() => storePageText(published.composer));
  const account = useStore($account);
  const reader = account?.id;
  const { threadId, forumId, authorId, page, first, closed, tools, facts, composer, bar } =
    published;
  const shown = useShownReplies(published);

  // before the composer is painted, which shows the draft
  useLayoutEffect(() => {
    if (reader !== undefined || hasMemberCookie()) openReplyDraft(reader ?? 0, threadId);
  }, [reader, threadId]);

  const context = useMemo((): ThreadContextValue => {
    const quote = (quoted: QuotedReply) => {
      if ($account.get()?.isBanned) showToast({ key: 'error.banned', isError: true });
      else if (ensureLoggedIn('reply')) openComposer(quoted);
    };
    return { threadId, authorId, closed, page, quote };
  }, [threadId, authorId, closed, page]);
  const edited = useMemo(() => facts?.querySelector('.edited'), [facts]);
  return (
    <ThreadContext value={context}>
      {first && (
        <SlotPortal at={first.acts}>
          <ThreadActions published={published} first={first} />
        </SlotPortal>
      )}
      {bar && (
        <SlotPortal at={bar}>
          <ThreadReactions threadId={threadId} isCompact />
        </SlotPortal>
      )}
      {facts && <ResolvedMark facts={facts} />}
      {first && edited && <PublishedEditedNote postId={first.postId} at={edited} dot={false} />}
      <PostDialogs />
      {published.poll && <ThreadPoll at={published.poll} threadId={threadId} />}
      {tools && <ReplyFilters at={tools} published={published} />}
      {shown.replies.map((reply) => (
        <PublishedReply key={`${reply.key}-${reply.version}`} reply={reply} />
      ))}
      <WrittenRepliesSlot list={published.list} />
      {account && !account.isBanned && !closed && <SelectionQuoteSlot threadId={threadId} />}
      {!closed && (
        <SlotPortal at={composer}>
          <Composer slot={composer} threadId={threadId} forumId={forumId} page={shown.page} />
        </SlotPortal>
      )}
    </ThreadContext>
  );
}
