import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $account } from '#client/account/account.ts';
import { $poll, loadPoll } from '#client/thread/poll.ts';
import { ensureLoggedIn } from '../hooks/use-reaction.ts';

const PollPortal = lazy(() => import('./PollBallot.tsx'));

/** Replaces the published poll for members (R26). Visitors who vote get the login. */
export function ThreadPoll({ at, threadId }: { at: Element; threadId: number }) {
  const reader = useStore($account)?.id;
  const poll = useStore($poll);
  useEffect(() => {
    if (reader !== undefined) void loadPoll(threadId);
  }, [reader, threadId]);
  useEffect(() => {
    const button = at.querySelector('[data-act="vote"]');
    const askToLogIn = () => void ensureLoggedIn('vote');
    button?.addEventListener('click', askToLogIn);
    return () => button?.removeEventListener('click', askToLogIn);
  }, [at]);
  return (
    poll && (
      <Suspense>
        <PollPortal at={at} poll={poll} />
      </Suspense>
    )
  );
}
