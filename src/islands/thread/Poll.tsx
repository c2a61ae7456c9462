import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $account } from '#stores/account.ts';
import { $poll, loadPoll } from '#stores/poll.ts';
import { mayAct } from '../ui/mark.ts';

/** Few threads have a poll; the others don't fetch it. */
const PollSheet = lazy(() => import('./PollSheet.tsx'));

/**
 * Takes the published poll over for who is logged in (R26); a visitor who wants to vote is told to
 * log in.
 */
export function Poll({ at, threadId }: { at: Element; threadId: number }) {
  const reader = useStore($account)?.id;
  const poll = useStore($poll);
  useEffect(() => {
    if (reader !== undefined) void loadPoll(threadId);
  }, [reader, threadId]);
  useEffect(() => {
    const ask = at.querySelector('[data-act="vote"]');
    ask?.addEventListener('click', mayAct);
    return () => ask?.removeEventListener('click', mayAct);
  }, [at]);
  return (
    poll && (
      <Suspense>
        <PollSheet at={at} poll={poll} />
      </Suspense>
    )
  );
}
