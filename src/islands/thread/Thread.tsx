import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { $account } from '#stores/account.ts';
import { $composing, compose } from '#stores/composer.ts';
import { openDraft, type Quoted } from '#stores/draft.ts';
import { seemsMember } from '#stores/page.ts';
import { painted } from '#stores/painted.ts';
import { learn, seed } from '#stores/reactions.ts';
import { $own } from '#stores/replies.ts';
import { $reporting } from '#stores/reporting.ts';
import { $history } from '#stores/revisions.ts';
import { tell } from '#stores/tips.ts';
import { Composer } from '../composer/Composer.tsx';
import { mayAct } from '../ui/mark.ts';
import { Slot } from '../ui/Slot.tsx';
import { PublishedEdited } from './Edited.tsx';
import { beginReplies, useJoined } from './joined.ts';
import { Poll } from './Poll.tsx';
import { PublishedReply } from './PublishedReply.tsx';
import { Place, type ThreadPlace } from './place.ts';
import type { Published } from './published.ts';
import { ResolvedMark } from './ResolvedMark.tsx';
import { ThreadActs } from './ThreadActs.tsx';
import { Tools } from './Tools.tsx';

const loadOwnReplies = () => import('./OwnReplies.tsx');
const OwnReplies = lazy(loadOwnReplies);
const ReportDialog = lazy(() => import('./ReportDialog.tsx'));
const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'));

/**
 * Numbers and marks of the published page. Whose they are is asked before the first click can come.
 */
function begin({ first, threadId, replies }: Published): void {
  if (first) {
    seed('like-thread', threadId, first.likes);
    seed('favourite-thread', threadId, first.favourites);
    if (seemsMember()) {
      learn('like-thread', [threadId]);
      learn('favourite-thread', [threadId]);
    }
  }
  beginReplies(replies);
}

/** The dialogs that belong to a post, one at a time. */
function PostDialogs() {
  const reporting = useStore($reporting);
  const history = useStore($history);
  return (
    <Suspense>
      {reporting && <ReportDialog {...reporting} />}
      {history !== undefined && <HistoryDialog postId={history} />}
    </Suspense>
  );
}

/** What the reader wrote on this page; what shows it is fetched while they write. */
function Written({ list }: { list: Element }) {
  const some = useStore($own).length > 0;
  const writing = useStore($composing) > 0;
  useEffect(() => {
    if (writing)
      void painted()
        .then(loadOwnReplies)
        .catch(() => undefined); // asked for again when it is needed
  }, [writing]);
  return (
    some && (
      <Suspense>
        <OwnReplies list={list} />
      </Suspense>
    )
  );
}

/** Everything that lives on the page of a thread: one island that serves all of its slots. */
export function Thread({ published }: { published: Published }) {
  useState(() => begin(published));
  const reader = useStore($account)?.id;
  const { threadId, forumId, authorId, page, first, replies, closed, tools, facts, composer } =
    published;
  const joined = useJoined(published);

  useEffect(() => {
    if (reader !== undefined || seemsMember()) openDraft(reader ?? 0, threadId);
  }, [reader, threadId]);

  const place = useMemo((): ThreadPlace => {
    const quote = (quoted: Quoted) => {
      if (closed) tell({ key: 'error.closed', bad: true });
      else if (mayAct()) compose(quoted);
    };
    return { threadId, authorId, closed, page, quote };
  }, [threadId, authorId, closed, page]);
  const edited = useMemo(() => facts?.querySelector('.edited'), [facts]);
  return (
    <Place value={place}>
      {first && (
        <Slot at={first.acts}>
          <ThreadActs published={published} first={first} />
        </Slot>
      )}
      {facts && <ResolvedMark facts={facts} />}
      {first && edited && <PublishedEdited postId={first.postId} at={edited} dot={false} />}
      <PostDialogs />
      {published.poll && <Poll at={published.poll} threadId={threadId} />}
      {tools && <Tools at={tools} published={published} />}
      {[...replies, ...joined.replies].map((reply) => (
        <PublishedReply key={reply.key} reply={reply} />
      ))}
      <Written list={published.list} />
      {!closed && (
        <Slot at={composer}>
          <Composer threadId={threadId} forumId={forumId} page={joined.page} />
        </Slot>
      )}
    </Place>
  );
}
