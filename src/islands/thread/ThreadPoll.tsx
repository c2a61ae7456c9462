import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $account } from '#stores/account/account.ts';
import { $poll, loadPoll } from '#stores/thread/poll.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';

/** Few threads have a poll; the others don't fetch it. */
const PollPortal = lazy(() => import('./PollBallot.tsx'));

/**
 * Takes the published poll over for who is logged in (R26); a visitor who wants to vote is told to
 * log in.
 */
export function ThreadPoll({ at, threadId }: { at: Element; threadId: number }) {
  const reader = useStore($account)?.id;
  const poll = useStore($poll);
  useEffect(() => {
    if (reader !== undefined) void loadPoll(threadId);
  }, [reader, threadId]);
  useEffect(() => {
    const ask = at.querySelector('[data-act="vote"]');
    ask?.addEventListener('click', ensureLoggedIn);
    return () => ask?.removeEventListener('click', ensureLoggedIn);
  }, [at]);
  return (
    poll && (
      <Suspense>
        <PollPortal at={at} poll={poll} />
      </Suspense>
    )
  );
}
